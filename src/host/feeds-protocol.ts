// How messages name data that the process has written to a room.
import type { CalledOutput } from '../actors/calls.js'
import { isCount, isCounts } from '../bridge/message-reader.js'
import { dtypeIds } from '../generated/abi.js'

/** One output of what is fed: its samples lie one behind the other, or each where it is. */
export interface FedOutput extends CalledOutput {
  /** `at` has the place of the first of so many samples, which lie one behind the other. */
  count?: number
  /** What the samples are, where they were read before. */
  origins?: readonly (readonly [index: number, epoch: number, source: string])[]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlace = (place: unknown) =>
  Array.isArray(place) && place.length === 2 && isCount(place[0]) && isCounts(place[1])

const isOrigin = (origin: unknown) =>
  Array.isArray(origin) &&
  origin.length === 3 &&
  isCount(origin[0]) &&
  isCount(origin[1]) &&
  typeof origin[2] === 'string'

export const isOutput = (output: unknown): boolean =>
  isObject(output) &&
  typeof output.dtype === 'string' &&
  Object.hasOwn(dtypeIds, output.dtype) &&
  typeof output.layout === 'string' &&
  Array.isArray(output.at) &&
  output.at.every(isPlace) &&
  (output.count === undefined || (isCount(output.count) && output.at.length === 1)) &&
  (output.origins === undefined ||
    (Array.isArray(output.origins) &&
      output.origins.length === (output.count ?? output.at.length) &&
      output.origins.every(isOrigin)))
