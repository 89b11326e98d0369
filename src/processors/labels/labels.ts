// What a class makes of annotations or maps beside images: the labels that its model is trained with.
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { Config } from '../config.js'
import type { Program, Size } from '../program.js'

/** Labels that are asked for, for all images of a call. */
export interface LabelRequest {
  /** Of the files, in pixels. */
  readonly sizes: readonly Size[]
  readonly annotations?: unknown
  readonly returnSegmentationMasks?: boolean
  /** The pixels of panoptic masks, uint8 in rows with three channels, one for each image. */
  readonly panoptic?: readonly unknown[]
  readonly segmentationMaps?: unknown
  readonly instanceIdToSemanticId?: unknown
}

export interface Labels {
  /** What it is made of: annotations of COCO, or maps of classes or instances. */
  readonly from: 'annotations' | 'maps'
  /** The outputs, by name, beside those of the images. Errors: INVALID_ARGUMENT, INVALID_INPUT. */
  run(request: LabelRequest, config: Config, program: Program): Record<string, unknown>
}

/** `given` as a list with an entry for each of `count` images. */
export function listOf(given: unknown, count: number, what: string): unknown[] {
  const list = Array.isArray(given) ? given : [given]
  if (list.length === count) return list
  throw invalidArgument(`Expected ${count} ${what}, one for each image, but received ${list.length}`)
}

type Fields = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A number in a field of an annotation. */
export function numberOf(fields: Fields, name: string, where: string): number {
  const value = fields[name]
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalidArgument(`Expected a number for ${name} of ${where} but received ${shown(value)}`)
}

/** As numberOf(), and whole: what becomes int64. */
export function wholeOf(fields: Fields, name: string, where: string): number {
  const value = numberOf(fields, name, where)
  if (Number.isSafeInteger(value)) return value
  throw invalidArgument(`Expected a whole number for ${name} of ${where} but received ${value}`)
}
