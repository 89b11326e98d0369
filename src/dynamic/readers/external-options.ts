// What an external source of imperative mode is given: the source and its options, checked.

import { shown, suggestion } from '../../errors/words.js'
import type { DType } from '../../generated/abi.js'
import { argError } from '../../graph/schema.js'
import { isIterable } from '../../sources/items.js'

export interface DynamicSourceOptions {
  /** Outputs of an item. With more than one an item is an array with an entry for each, and so is what comes out. */
  numOutputs?: number
  /** See `batch`; a call may give another. */
  batchSize?: number
  /**
   * What an item is. true: a batch, of batchSize samples if that is given. false: a sample, a Tensor; with batchSize so
   * many of them make a Batch, the last one before the end partial. By default it is seen by the item: lists of arrays,
   * a Batch or a TensorList are batches; anything else is a sample, of which batchSize makes a Batch of equal samples.
   */
  batch?: boolean
  /**
   * At the end of an iterable: 'no' or false, the default, ends the data; 'quiet' or true starts again; 'raise' ends
   * the epoch first.
   */
  cycle?: 'no' | 'quiet' | 'raise' | boolean
  /** Expected dtype, for all outputs or per output; also what plain numbers become (float32 without it). */
  dtype?: DType | readonly DType[]
  /** Layout of samples that carry none, for all outputs or per output. */
  layout?: string | readonly string[]
  /** The data will not change while it is used: nothing is copied. Calls on it run before they return. */
  noCopy?: boolean
}

/** An iterable, an async iterable or a function, asked for an item each time; null and undefined end its data. */
export type DynamicSource =
  | Iterable<unknown>
  | AsyncIterable<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: functions without a parameter, and of SampleInfo.
  | ((at: any) => unknown)

export const op = 'externalSource'
/** What happens at the end of an iterable. */
export type Cycle = 'no' | 'quiet' | 'raise'

const cycles = new Map<unknown, Cycle>([
  [undefined, 'no'],
  [null, 'no'],
  [false, 'no'],
  [true, 'quiet'],
  ...(['no', 'quiet', 'raise'] as const).map((c) => [c, c] as const),
])
const names = ['numOutputs', 'batchSize', 'batch', 'cycle', 'dtype', 'layout', 'noCopy'] as const

/** The options that need working out. Throws INVALID_ARGUMENT. */
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
    throw argError(
      at,
      `Expected a known option but received ${shown(name)}`,
      suggestion(name, names) ?? `Options are: ${names.join(', ')}`,
    )
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
