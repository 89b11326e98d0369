// Draws what belongs to a picture over it: the masks of classes and the boxes of objects, with their names on dark plates.
import type { Area, Canvas } from './canvas.js'
import { cut, glyphHeight, textWidth } from './font.js'
import { numbersOfMask, type RawImage, type Size } from './image.js'
import { black, type Colour, colourOf, white } from './palette.js'

/** A box in fractions of the picture. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
  /** Its class, which gives the colour. Without one it has the first colour. */
  label?: number
  /** What is written on its plate; without it there is no plate. */
  text?: string
}

/** The classes of the pixels of a picture, at the size at which it is drawn: 0 is the background. */
export interface Mask extends Size {
  labels: ArrayLike<number>
}

/** How much of a pixel is its class's colour. */
const maskShare = 0.7
/** The class of pixels that are no class, in masks of 8 bits. */
const ignored = 255
const ignoredColour: Colour = [200, 200, 200]

/** The mask at the size at which its picture is drawn: each pixel has one of the classes that are there, none between two. */
export function maskOf(image: RawImage, size: Size): Mask {
  const labels = numbersOfMask(image, size)
  // A mask of 0 and 255 is one class and not what is left out.
  if (image.dtype === 'uint8' && labels.every((label) => label === 0 || label === ignored))
    return { ...size, labels: Array.from(labels, (label) => (label ? 1 : 0)) }
  return { ...size, labels }
}

/** The classes that a mask has, in order, without the background. */
export const classesOf = ({ labels }: Mask): number[] =>
  [...new Set(Array.from(labels))].filter((label) => label !== 0 && label !== ignored).sort((a, b) => a - b)

/** Colours the classes of a mask, with a line along their edges. */
export function drawMask({ labels, width, height }: Mask, canvas: Canvas, left: number, top: number): void {
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? undefined : labels[y * width + x]!
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const label = at(x, y)!
      if (label === 0) continue
      const isEdge = [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)].some(
        (other) => other !== undefined && other !== label,
      )
      const colour = label === ignored ? ignoredColour : colourOf(label)
      const place = canvas.at(left + x, top + y)
      if (isEdge) canvas.blend(place, colour, 0.9)
      else canvas.blend(place, lit(colour, canvas.light(place)), maskShare)
    }
  }
}

/** The colour as bright as the pixel under it, so that what is there stays visible whatever its own colour. */
function lit([red, green, blue]: Colour, light: number): Colour {
  const share = 0.5 + (0.5 * light) / 255
  return [red * share, green * share, blue * share]
}

/** The lines of boxes over a picture that lies in `area`, and then, with `names`, their plates, which no line crosses. */
export function drawBoxes(boxes: readonly Box[], canvas: Canvas, area: Area, names = true): void {
  const line = Math.max(1, Math.round(Math.max(area.width, area.height) / 120))
  const places = boxes.map((box) => place(box, area))
  for (const [i, box] of boxes.entries()) {
    const { x, y, width, height } = places[i]!
    // A dark line around the bright one, so that it is seen on any picture.
    canvas.outline({ x: x - 1, y: y - 1, width: width + 2, height: height + 2 }, black, line + 2, area)
    canvas.outline(places[i]!, colourOf(box.label ?? 0), line, area)
  }
  if (!names) return
  const taken: Area[] = []
  for (const [i, box] of boxes.entries()) {
    if (box.text) taken.push(plate(box.text, colourOf(box.label ?? 0), canvas, { area, box: places[i]!, taken }))
  }
}

function place({ left, top, right, bottom }: Box, area: Area): Area {
  const [x, y] = [area.x + Math.round(left * area.width), area.y + Math.round(top * area.height)]
  return {
    ...{ x, y },
    width: Math.max(1, area.x + Math.round(right * area.width) - x),
    height: Math.max(1, area.y + Math.round(bottom * area.height) - y),
  }
}

const pad = 3
const bar = 3

interface Around {
  area: Area
  box: Area
  taken: readonly Area[]
}

/** Writes a name over the top of its box, or inside of it where there is no room, and below a plate that is there. */
function plate(text: string, colour: Colour, canvas: Canvas, { area, box, taken }: Around): Area {
  const height = Math.min(glyphHeight, area.height)
  const fits = cut(text, area.width - bar - 2 * pad)
  const width = Math.min(area.width, textWidth(fits) + bar + 2 * pad)
  const inside = (at: number, from: number, room: number) => Math.max(from, Math.min(at, from + room))
  const x = inside(box.x, area.x, area.width - width)
  const ways = [box.y - height, box.y, box.y + box.height - height, box.y + box.height]
  const places = ways.map((y) => ({ x, y: inside(y, area.y, area.height - height), width, height }))
  const found = places.find((one) => !taken.some((other) => meet(one, other))) ?? places[0]!
  canvas.fill(found, black, 0.72)
  canvas.fill({ ...found, width: bar }, colour)
  canvas.text(fits, found.x + bar + pad, found.y + ((height - glyphHeight) >> 1), white)
  return found
}

const meet = (a: Area, b: Area) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
