// Finds out what the outputs of a batch are to a person who looks at it: which one has the pictures, and which have their boxes,
// masks, labels and captions. What a user says goes first; else names, shapes and the pipeline's graph tell it.
import { volumeOf } from '../data/elements.js'
import { imageShape } from '../data/picture.js'
import type { Facts } from './facts.js'
import type { TensorView } from './image.js'

/** A batch: a tensor for each sample. */
export interface ListView {
  readonly length: number
  at(i: number): TensorView
}

/** One output, with what is known about it. */
export interface Output {
  name: string
  list: ListView
  facts: Facts
}

export interface Roles {
  images?: Output
  /** Four numbers a box. */
  boxes?: Output
  /** A class for each pixel. */
  masks?: Output
  /** A class for each box. */
  boxLabels?: Output
  /** A class for each sample, or several. */
  labels?: Output
  /** Texts, as their bytes. */
  captions?: Output
}

const isInteger = (dtype: string) => /^u?int|^bool/.test(dtype)
const named = {
  box: /box|bbox/i,
  mask: /mask|segm|^seg/i,
  label: /label|class|target|categor|^y$/i,
  caption: /caption|text|transcript|title/i,
}

const firstOf = ({ list }: Output): TensorView | undefined => (list.length ? list.at(0) : undefined)
export const sizeOf = ({ shape }: TensorView) => volumeOf(shape)
const all = ({ list }: Output, holds: (sample: TensorView, i: number) => boolean): boolean =>
  list.length > 0 && Array.from({ length: list.length }, (_, i) => holds(list.at(i), i)).every(Boolean)

function isImage(output: Output): boolean {
  const first = firstOf(output)
  return first !== undefined && imageShape(first.shape, first.layout) !== undefined
}

const channels = (output: Output) => {
  const { shape, layout } = firstOf(output)!
  return imageShape(shape, layout)!.channels
}

/** A class for each pixel: integers, in one channel. */
const mayBeMask = (output: Output) => isImage(output) && channels(output) === 1 && isInteger(firstOf(output)!.dtype)

const extents = (output: Output): string => {
  const { shape, layout } = firstOf(output)!
  const { width, height } = imageShape(shape, layout)!
  return `${width} ${height}`
}

function imagesAndMasks(outputs: readonly Output[]): Pick<Roles, 'images' | 'masks'> {
  const pictures = outputs.filter(isImage)
  const images =
    pictures.find((output) => channels(output) > 1) ??
    pictures.find(({ name }) => !named.mask.test(name)) ??
    pictures[0]
  if (!images) return {}
  const masks = pictures.filter((output) => output !== images && mayBeMask(output))
  const found =
    masks.find(({ name }) => named.mask.test(name)) ?? masks.find((output) => extents(output) === extents(images))
  return { images, ...(found && { masks: found }) }
}

const isBoxes = (output: Output) =>
  all(output, ({ shape, dtype }) => shape.length === 2 && shape[1] === 4 && dtype !== 'bool' && dtype !== 'uint8') ||
  (named.box.test(output.name) && all(output, (sample) => sizeOf(sample) % 4 === 0 && sample.dtype !== 'bool'))

/** The roles of the outputs that are there. */
export function rolesOf(outputs: readonly Output[]): Roles {
  const roles: Roles = imagesAndMasks(outputs)
  let rest = outputs.filter((output) => output !== roles.images && output !== roles.masks)
  const boxes = rest.filter(isBoxes)
  const found = boxes.find(({ name }) => named.box.test(name)) ?? (boxes.length === 1 ? boxes[0] : undefined)
  if (found) roles.boxes = found
  rest = rest.filter((output) => output !== found)
  return { ...roles, ...labelsOf(rest, found), ...captionsOf(rest) }
}

function labelsOf(rest: readonly Output[], boxes: Output | undefined): Pick<Roles, 'labels' | 'boxLabels'> {
  const integers = rest.filter((output) => all(output, ({ dtype }) => isInteger(dtype)))
  const best = (fits: (output: Output) => boolean) => {
    const some = integers.filter(fits)
    return some.find(({ name }) => named.label.test(name)) ?? some.find(({ facts }) => facts.classes) ?? some[0]
  }
  const perBox =
    boxes &&
    best((output) =>
      all(output, (sample, i) => sizeOf(sample) === sizeOf(boxes.list.at(i)) / 4 && sample.shape.length > 0),
    )
  const single = best((output) => output !== perBox && all(output, (sample) => sizeOf(sample) === 1))
  const several = integers.find(
    (output) => output !== perBox && named.label.test(output.name) && all(output, ({ shape }) => shape.length <= 1),
  )
  const labels = single ?? (boxes ? undefined : several)
  return { ...(perBox && { boxLabels: perBox }), ...(labels && { labels }) }
}

function captionsOf(rest: readonly Output[]): Pick<Roles, 'captions'> {
  const captions = rest.find(
    (output) =>
      named.caption.test(output.name) && all(output, ({ dtype, shape }) => dtype === 'uint8' && shape.length === 1),
  )
  return captions ? { captions } : {}
}
