// Makes the cells of a sheet of a batch: reads each sample's picture at the size at which it is drawn, with its boxes, mask and
// caption. What it makes holds nothing of the batch.
import { elementOf } from '../data/elements.js'
import type { TypedArray } from '../data/types.js'
import type { Facts } from './facts.js'
import { fitted, rawImage, type Size, sampled, type TensorView } from './image.js'
import { type Box, classesOf, type Mask, maskOf } from './marks.js'
import type { Output, Roles } from './roles.js'
import type { Cell, Words } from './sheet.js'

/** The names of classes: by label, in a list or an object. */
export type ClassNames = readonly string[] | Readonly<Record<number, string>>

export interface CellOptions {
  /** Side of the square that a picture fits into. */
  side: number
  /** Smaller pictures are enlarged by a whole number, up to this side. */
  least?: number
  /** Elements that are read for a pixel of a picture that is made smaller, along each axis. */
  taps?: number
  /** Samples that are shown, from the first one. */
  count: number
  /** False for a placeholder, which gets a cross. */
  valid?: (i: number) => boolean
  classNames?: ClassNames
  /** Of samples without a label: what is written below them. */
  caption?: (i: number) => string | undefined
}

/** The cells of the first samples; undefined where no output looks like pictures. */
export function cellsOf(roles: Roles, options: CellOptions): Cell[] | undefined {
  const { images } = roles
  if (!images) return undefined
  const format = roles.boxes && formatOf(roles.boxes, images, options.count)
  return Array.from({ length: Math.min(options.count, images.list.length) }, (_, i) =>
    cellAt(i, images, { roles, options, format }),
  )
}

/** The cell that holds each picture drawn into a square of `side` pixels: strips of clips are wider than it, and less high. */
export function cellSize(cells: readonly Cell[], side: number): Size {
  const images = cells.flatMap(({ image }) => image ?? [])
  const width = Math.max(side, ...images.map((image) => image.width))
  return { width, height: width > side ? Math.max(...images.map(({ height }) => height)) : side }
}

interface Known {
  roles: Roles
  options: CellOptions
  format: BoxFormat | undefined
}

function cellAt(i: number, images: Output, { roles, options, format }: Known): Cell {
  const { side, least, taps } = options
  const raw = options.valid?.(i) === false ? undefined : rawImage(images.list.at(i))
  const size = raw && fitted(raw, side, least)
  const maskImage = size && roles.masks && rawImage(roles.masks.list.at(i))
  const mask = size && maskImage && maskOf(maskImage, size)
  const boxes =
    raw?.frames === 1 &&
    format &&
    roles.boxes &&
    boxesAt(i, roles, { format, extents: raw, classNames: options.classNames })
  const caption = captionAt(i, roles, mask, options)
  return {
    image: raw && size && sampled(raw, size, taps),
    ...(mask && { mask }),
    ...(boxes && { boxes }),
    ...(caption.length && { caption }),
  }
}

/** All elements as numbers. */
function numbersAt({ list }: Output, i: number): number[] {
  const tensor = list.at(i)
  const data = tensor.dataSync() as TypedArray
  return Array.from(data as Uint8Array, (_, k) => Number(elementOf(tensor.dtype, data, k)))
}

// ---- boxes ----

export interface BoxFormat {
  ltrb: boolean
  ratio: boolean
}

/** Boxes of a sample that are drawn. */
const maxBoxes = 256

/**
 * How the boxes are written, by what is known about them or by their numbers: corners where right and bottom never lie before left
 * and top, fractions where none lies outside of 0 to 1. Undefined where they are those of another picture: the reader's, which was
 * cropped, or has another size if they are pixels.
 */
function formatOf(boxes: Output, images: Output, count: number): BoxFormat | undefined {
  const { facts } = boxes
  const rows: number[][] = []
  for (let i = 0; i < Math.min(count, boxes.list.length); i++) rows.push(...rowsOf(numbersAt(boxes, i)))
  const ratio = facts.ratio ?? rows.every((row) => row.every((x) => x >= -0.001 && x <= 1.001))
  const ltrb = facts.ltrb ?? rows.every(([l, t, r, b]) => r! >= l! && b! >= t!)
  const { places } = images.facts
  if (facts.direct && places && (places === 'moved' || (places === 'scaled' && !ratio))) return undefined
  return { ltrb, ratio }
}

const rowsOf = (numbers: readonly number[]): number[][] =>
  Array.from({ length: Math.floor(numbers.length / 4) }, (_, k) => numbers.slice(4 * k, 4 * k + 4))

interface BoxContext {
  format: BoxFormat
  extents: { width: number; height: number }
  classNames: ClassNames | undefined
}

function boxesAt(i: number, roles: Roles, { format, extents, classNames }: BoxContext): Box[] {
  const labels = roles.boxLabels && numbersAt(roles.boxLabels, i)
  const [wide, high] = format.ratio ? [1, 1] : [extents.width, extents.height]
  const rows = rowsOf(numbersAt(roles.boxes!, i)).slice(0, maxBoxes)
  return rows.flatMap(([a, b, c, d], k): Box[] => {
    const [right, bottom] = format.ltrb ? [c!, d!] : [a! + c!, b! + d!]
    const box = { left: a! / wide, top: b! / high, right: right / wide, bottom: bottom / high }
    const label = labels?.[k]
    // A row of zeros fills up a list of boxes that has one length for all samples.
    if (!(box.right > box.left && box.bottom > box.top)) return []
    if (label === undefined) return [box]
    return [{ ...box, label, text: nameOf(label, classNames, roles.boxLabels!.facts) }]
  })
}

// ---- captions ----

/** The name of a class, or its number where it has none. */
export function nameOf(label: number, names: ClassNames | undefined, { classes }: Facts): string {
  const of = (list: ClassNames | undefined) => (list as Readonly<Record<number, string>> | undefined)?.[label]
  return of(names) ?? of(classes) ?? String(label)
}

function captionAt(i: number, roles: Roles, mask: Mask | undefined, options: CellOptions): Words[] {
  const words: Words[] = []
  const { classNames } = options
  if (roles.labels) {
    for (const label of numbersAt(roles.labels, i).slice(0, 32))
      words.push({ text: nameOf(label, classNames, roles.labels.facts), label })
  }
  if (mask && !roles.labels && !roles.boxes && classNames) {
    for (const label of classesOf(mask)) words.push({ text: nameOf(label, classNames, {}), label })
  }
  const text = options.caption?.(i) ?? (roles.captions && textAt(roles.captions.list.at(i)))
  if (text) words.push({ text })
  return words
}

const decoder = new TextDecoder()
const textAt = (tensor: TensorView) => decoder.decode(tensor.dataSync() as Uint8Array)
