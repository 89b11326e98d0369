// What goes through a policy together: images alone, or an object of images with boxes, masks and points.

import { isPlain } from '../definition/context.js'
import type { DataNode } from '../definition/node.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import type { Augmentation, Tools } from './augmentations.js'
import type { Fields, Kit, Parameter } from './kit.js'

/** What a policy returns for what it is given: the images, or the same fields. */
export type Moved<T> = T extends { images: unknown } ? { -readonly [K in keyof T]: T[K] } : T

/** Options for fields besides images. */
// biome-ignore lint/suspicious/noEmptyInterface: geometry adds them
export interface FieldOptions {}

/** What a policy may be given besides images. */
export interface Given<V> {
  readonly images: V
}

interface Opened {
  fields: Fields
  closed(fields: Fields): unknown
}

/** The fields of what the user gave, and the function that gives them back in its form. */
export function opened(kit: Kit, given: unknown, _options: FieldOptions): Opened {
  if (kit.isValue(given)) return { fields: { images: given as DataNode }, closed: ({ images }) => images }
  if (isPlain(given) && kit.isValue(given.images)) return { fields: given as Fields, closed: (fields) => fields }
  throw argError(kit.at, `Expected images, or { images, boxes, masks, points }, but received ${shown(given)}`)
}

/** Applies an augmentation to the images, and moves the other fields along. */
export function moving(_kit: Kit, fields: Fields, one: Augmentation, parameter: Parameter, tools: Tools): Fields {
  const images = one.apply(fields.images!, parameter as number | DataNode, tools)
  return { ...fields, images }
}
