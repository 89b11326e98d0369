// The options of externalSource(), and their checks.

import { shown, unknownOption } from '../../errors/words.js'
import type { DType } from '../../generated/abi.js'
import { argError } from '../../graph/schema.js'
import { isIterable } from '../../sources/items.js'

/** Options of externalSource(). */
export interface DynamicSourceOptions {
  /**
   * Number of outputs of an item, an integer >= 1. Default: 1. With more than one, the source gives arrays with one
   * entry per output, and an item is such an array of Tensors or Batches.
   */
  numOutputs?: number
  /** Samples per batch, an integer >= 1: see `batch`. A call may give another. Default: none. */
  batchSize?: number
  /**
   * What the source gives. true: batches, which must have batchSize samples if that is given. false: samples; each
   * becomes a Tensor, or with batchSize that many become a Batch, of which the last before the end may have fewer.
   * Default: depends on the item. A list of arrays, a Batch or a TensorList is a batch; anything else is a sample,
   * which with batchSize becomes a Batch of that many equal samples.
   */
  batch?: boolean
  /**
   * What happens at the end of an iterable: 'no' or false ends the data; 'quiet' or true starts again; 'raise' ends the
   * epoch, and the next call starts again. Default: 'no'.
   */
  cycle?: 'no' | 'quiet' | 'raise' | boolean
  /**
   * Expected dtype, for all outputs or per output. It is also the dtype of plain numbers, which without it are float32.
   */
  dtype?: DType | readonly DType[]
  /** Layout of samples that have none, such as 'HWC', for all outputs or per output. Default: none. */
  layout?: string | readonly string[]
  /**
   * Uses the data without a copy; it must not change while it is in use. Calls that read it run before they return.
   * Default: false.
   */
  noCopy?: boolean
}

/**
 * An iterable, an async iterable, or a function that returns the next item. A function ends its data with null or
 * undefined.
 */
export type DynamicSource =
  | Iterable<unknown>
  | AsyncIterable<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: functions without a parameter, and of SampleInfo.
  | ((at: any) => unknown)

export const op = 'externalSource'
/** What happens at the end of an iterable: see DynamicSourceOptions.cycle. */
export type Cycle = 'no' | 'quiet' | 'raise'

const cycles = new Map<unknown, Cycle>([
  [undefined, 'no'],
  [null, 'no'],
  [false, 'no'],
  [true, 'quiet'],
  ...(['no', 'quiet', 'raise'] as const).map((c) => [c, c] as const),
])
const names = ['numOutputs', 'batchSize', 'batch', 'cycle', 'dtype', 'layout', 'noCopy'] as const

/** Checks the source and its options, and returns those that have defaults. Throws INVALID_ARGUMENT. */
export function checked(
  source: unknown,
  options: DynamicSourceOptions,
  site: string,
): { cycle: Cycle; numOutputs: number } {
  const at = { op, callSite: site }
  if (typeof source !== 'function' && !isIterable(source)) {
    throw argError(at, `Expected an iterable, an async iterable or a function for source but received ${shown(source)}`)
  }
  for (const name of Object.keys(options)) {
    if ((names as readonly string[]).includes(name)) continue
    throw argError(at, ...unknownOption(name, names))
  }
  const { numOutputs = 1, batch, cycle, dtype, layout } = options
  if (!Number.isInteger(numOutputs) || numOutputs < 1) {
    throw argError(at, `Expected an integer >= 1 for numOutputs but received ${shown(numOutputs)}`)
  }
  if (batch !== undefined && typeof batch !== 'boolean') {
    throw argError(at, `Expected true or false for batch but received ${shown(batch)}`)
  }
  const known = cycles.get(cycle)
  if (!known) throw argError(at, `Expected 'no', 'quiet', 'raise' or a boolean for cycle but received ${shown(cycle)}`)
  for (const [name, value] of Object.entries({ dtype, layout })) {
    if (!Array.isArray(value) || value.length === numOutputs) continue
    throw argError(at, `Expected one ${name} for each of the ${numOutputs} outputs but received ${value.length}`)
  }
  checkBatchSize(options.batchSize, site)
  return { cycle: known, numOutputs }
}

export function checkBatchSize(value: unknown, callSite: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (Number.isInteger(value) && (value as number) >= 1) return value as number
  throw argError({ op, callSite }, `Expected an integer >= 1 for batchSize but received ${shown(value)}`)
}
