// Draws pictures in a grid, each with its boxes, its mask and its caption: contact sheets of the command line, the dashboard's
// thumbnails, previews of imperative mode. A caption stays below its own picture: a long one goes on in a second line, and is
// cut at the end of that.
import { type Area, Canvas } from './canvas.js'
import { glyphHeight, textWidth, wrapped } from './font.js'
import { draw, type Normalisation, type Sampled, type Shading, type Size, shadingOf } from './image.js'
import { type Box, drawBoxes, drawMask, type Mask } from './marks.js'
import { type Colour, colourOf, white } from './palette.js'

/** One part of a caption. A class has a square of its colour before its name. */
export interface Words {
  text: string
  label?: number
}

export interface Cell {
  /** Undefined: its cell gets a cross, for a sample that could not be made. */
  image: Sampled | undefined
  boxes?: readonly Box[]
  mask?: Mask
  caption?: readonly Words[]
  /** Default: that of all pictures of the sheet together. */
  shading?: Shading
}

export interface SheetOptions {
  /** Default: so many that the sheet is about square. */
  columns?: number
  /** Side of the square in which each picture lies; default: the largest picture's. */
  cell?: Size
  normalisation?: Normalisation
  /** Thumbnails of a page, which writes names itself: no text, no gaps, all columns also where there are fewer pictures. */
  thumbnails?: boolean
}

export const gap = 4
const maxLines = 2
const captionPad = 2
const swatch = 8
/** Below a picture that is as small, a name could not be read. */
const leastCell = 64
const captionColour: Colour = [225, 225, 225]
const crossColour: Colour = [0x80, 0x80, 0x80]

/** The side of each picture so that `count` of them make a sheet of at most `side` pixels, each at most `most`. */
export function sideOf(count: number, side: number, most: number): number {
  const columns = Math.ceil(Math.sqrt(count))
  return Math.max(1, Math.min(most, Math.floor((side - gap) / columns) - gap))
}

export function drawSheet(cells: readonly Cell[], options: SheetOptions = {}): Canvas {
  const { thumbnails } = options
  const size = options.cell ?? cellOf(cells)
  const space = thumbnails ? 0 : gap
  const captions = cells.map(({ caption }) => (caption && !thumbnails ? linesOf(caption, size.width) : []))
  const most = Math.max(0, ...captions.map((lines) => heightOf(lines)))
  const columns = options.columns ?? squarish(cells.length, { ...size, height: size.height + most })
  const inRow = thumbnails ? columns : Math.min(columns, cells.length)
  // Each row is as high as its own pictures and captions.
  const rows: { y: number; height: number }[] = []
  let bottom = space
  for (let first = 0; first < cells.length; first += columns) {
    const range = [first, first + columns] as const
    const { height } = options.cell ?? cellOf(cells.slice(...range))
    rows.push({ y: bottom, height })
    bottom += height + Math.max(...captions.slice(...range).map((lines) => heightOf(lines))) + space
  }
  const canvas = new Canvas(inRow * (size.width + space) + space, bottom)
  const shading = shadingOf(
    cells.flatMap((cell) => (cell.image && !cell.shading ? cell.image : [])),
    options.normalisation,
  )
  for (const [i, cell] of cells.entries()) {
    const { y, height } = rows[Math.floor(i / columns)]!
    const area = { x: space + (i % columns) * (size.width + space), y, width: size.width, height }
    drawCell(cell, canvas, area, { shading: cell.shading ?? shading, names: !thumbnails })
    for (const [k, line] of captions[i]!.entries())
      drawLine(line, canvas, area.x, y + height + captionPad + k * glyphHeight)
  }
  return canvas
}

const heightOf = ({ length }: readonly unknown[]) => (length ? captionPad + length * glyphHeight : 0)

const squarish = (count: number, { width, height }: Size) => Math.max(1, Math.ceil(Math.sqrt((count * height) / width)))

function drawCell(
  cell: Cell,
  canvas: Canvas,
  area: Area,
  { shading, names }: { shading: Shading; names: boolean },
): void {
  const { image, mask, boxes } = cell
  if (!image) {
    drawCross(canvas, area)
    return
  }
  const place = middle(image, area)
  draw(image, shading, canvas, place.x, place.y)
  if (mask) drawMask(mask, canvas, place.x, place.y)
  if (boxes) drawBoxes(boxes, canvas, place, names)
}

/** The size into which all pictures fit. A row of samples that could not be made is a square. */
function cellOf(cells: readonly Cell[]): Size {
  const images = cells.flatMap(({ image }) => image ?? [])
  const least = cells.some(({ caption }) => caption?.length) ? leastCell : 1
  const width = Math.max(least, ...images.map((image) => image.width))
  return { width, height: images.length ? Math.max(...images.map(({ height }) => height)) : width }
}

const middle = ({ width, height }: Size, cell: Area): Area => ({
  x: cell.x + ((cell.width - width) >> 1),
  y: cell.y + ((cell.height - height) >> 1),
  ...{ width, height },
})

function drawCross(canvas: Canvas, { x, y, width, height }: Area): void {
  for (let v = 0; v < height; v++) {
    const u = Math.floor((v * width) / height)
    for (const column of [u, width - 1 - u]) canvas.fill({ x: x + column, y: y + v, width: 1, height: 1 }, crossColour)
  }
}

// ---- captions ----

interface Piece extends Words {
  x: number
}

const swatchWidth = swatch + 4
const between = 8

/** The parts of a caption in lines, each where it stands: one after the other, and in the next line where it does not fit. */
function linesOf(caption: readonly Words[], width: number): Piece[][] {
  const lines: Piece[][] = []
  let x = 0
  for (const words of caption) {
    if (!words.text) continue
    const before = words.label === undefined ? 0 : swatchWidth
    const room = maxLines - lines.length
    const fits = x > 0 && x + between + before + textWidth(words.text) <= width
    if (fits) {
      lines.at(-1)!.push({ ...words, x: x + between })
      x += between + before + textWidth(words.text)
      continue
    }
    if (room < 1) {
      addEllipsis(lines.at(-1)!, width)
      break
    }
    // Several parts have a line each at most; one that stands alone may go on in the next line.
    const parts = wrapped(words.text, width - before, caption.length === 1 ? room : 1)
    for (const [k, text] of parts.entries()) lines.push([{ text, x: k ? before : 0, ...(!k && labelOf(words)) }])
    x = before + textWidth(parts.at(-1) ?? '')
  }
  return lines
}

const labelOf = ({ label }: Words) => (label === undefined ? {} : { label })

/** Says that there is more. */
function addEllipsis(line: Piece[], width: number): void {
  const last = line.at(-1)!
  const room = width - last.x - (last.label === undefined ? 0 : swatchWidth)
  if (!last.text.endsWith('\u2026')) last.text = wrapped(`${last.text} \u2026`, room, 1)[0] ?? ''
}

function drawLine(line: readonly Piece[], canvas: Canvas, left: number, y: number): void {
  for (const { text, label, x } of line) {
    if (label === undefined) {
      canvas.text(text, left + x, y, captionColour)
      continue
    }
    const side = { width: swatch, height: swatch }
    canvas.fill({ x: left + x, y: y + 4, ...side }, colourOf(label))
    canvas.text(text, left + x + swatchWidth, y, white)
  }
}
