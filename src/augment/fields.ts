// What goes through an augmentation together: images alone, or an object of images with boxes, labels, masks and points.

import { isPlain } from '../definition/context.js'
import type { DataNode } from '../definition/node.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import type { Augmentation, Tools } from './augmentations.js'
import { type BoxOptions, type Geometry, movedAlong } from './boxes.js'
import { extentsOf } from './extents.js'
import type { Fields, Kit, Parameter } from './kit.js'

/** What is returned for what was given: the images, or the same fields. */
export type Moved<T> = T extends { images: unknown } ? { -readonly [K in keyof T]: T[K] } : T

/** Images, and what moves with their pixels. `V`: a DataNode in a definition, a Batch in imperative mode. */
export interface Given<V = DataNode> {
  /** uint8 in HWC. */
  readonly images: V
  /** float32 (n, 4), any number of boxes per sample. */
  readonly boxes?: V
  /** int32 (n), one per box: those of boxes that are dropped are dropped. */
  readonly labels?: V
  /** Numbers of classes or objects per pixel, in HWC with one channel: they are sampled by 'nn' and filled with 0. */
  readonly masks?: V
  /** float32 (n, 2), each [x, y] in the units of boxes. They may leave the image. */
  readonly points?: V
}

/** Options for fields besides images. */
export interface FieldOptions extends BoxOptions {}

/** The names of these options. */
export const boxOptionNames: readonly (keyof BoxOptions)[] = ['bboxLayout', 'bboxNormalized', 'minArea']

interface Opened {
  fields: Fields
  geometry: Geometry
  closed(fields: Fields): unknown
}

const names = ['images', 'boxes', 'labels', 'masks', 'points']

/** The fields of what the user gave, and the function that gives them back in its form. */
export function opened(kit: Kit, given: unknown, options: FieldOptions): Opened {
  const { bboxLayout = 'xyXY', bboxNormalized = true, minArea = 0.1 } = options
  if (bboxLayout !== 'xyXY' && bboxLayout !== 'xyWH')
    throw argError(kit.at, `Expected 'xyXY' or 'xyWH' for bboxLayout but received ${shown(bboxLayout)}`)
  if (typeof bboxNormalized !== 'boolean')
    throw argError(kit.at, `Expected true or false for bboxNormalized but received ${shown(bboxNormalized)}`)
  if (!(typeof minArea === 'number' && minArea >= 0 && minArea < 1))
    throw argError(kit.at, `Expected a number from 0 to 1, 1 excluded, for minArea but received ${shown(minArea)}`)
  const form = { bboxLayout, bboxNormalized, minArea }
  if (kit.isValue(given)) {
    const geometry: Geometry = { ...form, before: undefined }
    return { fields: { images: given as DataNode }, geometry, closed: ({ images }) => images }
  }
  const wrong = isPlain(given)
    ? Object.entries(given).find(([name, x]) => !names.includes(name) || !kit.isValue(x))
    : []
  if (!isPlain(given) || wrong || !given.images) {
    const what = wrong?.length ? `${wrong[0]}: ${shown(wrong[1])}` : shown(given)
    throw argError(kit.at, `Expected images, or { ${names.join(', ')} }, but received ${what}`)
  }
  if (given.labels && !given.boxes) throw argError(kit.at, 'Expected boxes beside labels but received none')
  const measured = given.boxes || given.points
  const before = measured ? extentsOf(kit, given.images as DataNode) : undefined
  // Extents go along, so that a branch has those of its samples.
  const fields = { ...given, ...before } as Fields
  const closed = (moved: Fields) => Object.fromEntries(Object.keys(given).map((name) => [name, moved[name]]))
  return { fields, geometry: { ...form, before }, closed }
}

/** Applies an augmentation to the images, and moves the other fields along. */
export function moving(
  fields: Fields,
  one: Augmentation,
  parameter: Parameter,
  tools: Tools,
  geometry: Geometry,
): Fields {
  const { images, masks, height, width } = fields
  const before = height && width ? { height, width } : undefined
  const by = parameter as number | DataNode
  const after: Record<string, DataNode> = { ...fields, images: one.apply(images!, by, tools) }
  if (!one.matrix) return after
  const flat = { ...tools, fillValue: 0, interpType: 'nn' as const }
  if (masks) after.masks = one.apply(masks, by, flat)
  if (!before) return after
  const matrix = one.matrix(images!, by, { ...tools, extents: before } as Tools)
  return { ...after, ...movedAlong(tools.kit, fields, matrix, { ...geometry, before }, before) }
}
