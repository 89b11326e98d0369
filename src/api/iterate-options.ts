// The options of iterate(): types, checks, defaults.

import type { LastBatchPolicy } from '../engine/epoch-counter.js'
import { invalidArgument } from '../errors/factories.js'
import { shown, unknownOption } from '../errors/words.js'
import type { PipelineError } from '../errors.js'

export type OutputNames = readonly string[]

export interface IterateOptions<Names extends OutputNames | undefined = OutputNames | undefined> {
  /**
   * A name for each output, in order. Default: the keys of the object that the definition returned; otherwise required.
   */
  outputMap?: Names
  /**
   * Number of samples in an epoch, over all pipelines together. Must not be given with readerName. Default: -1, which
   * takes the number from readerName or, without readerName, ends the epoch where the external source ends (only
   * possible with one pipeline).
   */
  size?: number
  /**
   * The `name` of the reader whose data set is an epoch. Every pipeline must have a reader of that name. Default: none.
   */
  readerName?: string | null
  /**
   * With true or 'yes' the next epoch begins by itself. With false or 'no' next() stays done at the end of an epoch
   * until reset() or the next `for await`, which calls it. Default: false.
   */
  autoReset?: boolean | 'yes' | 'no' | null
  /**
   * The policy for the last batch of an epoch when fewer than batchSize samples are left for it: 'fill' fills it with
   * samples of the next epoch or with the reader's padding, 'drop' leaves it out, 'partial' gives it with the samples
   * that are left. Default: 'fill'.
   */
  lastBatchPolicy?: LastBatchPolicy
  /**
   * Says, along with `size`, that the readers have padLastBatch. Refused with readerName, which knows it. Default:
   * false.
   */
  lastBatchPadded?: boolean
  /** Start making the first batch in iterate() instead of at the first next(). Default: true. */
  prepareFirstBatch?: boolean
  /** Accepted without effect, for DALI's sake: shapes may always differ from batch to batch. */
  dynamicShape?: boolean
  /** When it fires, a pending next() and every later one reject with ABORTED. */
  signal?: AbortSignal
}

/** Options with defaults filled in. */
export interface Settings {
  outputMap: OutputNames | undefined
  size: number
  readerName: string | undefined
  autoReset: boolean
  policy: LastBatchPolicy
  lastBatchPadded: boolean
  prepareFirstBatch: boolean
  signal: AbortSignal | undefined
}

export function fault(message: string, hint?: string): PipelineError {
  return invalidArgument(message, { op: 'iterate', hint })
}

const flag = { expected: 'true or false', ok: (v: unknown) => typeof v === 'boolean' }
const oneOf = (...values: unknown[]) => ({
  expected: `one of ${values.map(shown).join(', ')}`,
  ok: (v: unknown) => values.includes(v),
})
const names = (v: unknown) => Array.isArray(v) && v.every((name) => typeof name === 'string' && name !== '')
const size = (v: unknown) => v === -1 || (Number.isSafeInteger(v) && (v as number) > 0)

// null counts as "not given", as None does in DALI.
const rules: Record<keyof IterateOptions, { expected: string; ok: (value: unknown) => boolean }> = {
  outputMap: { expected: 'an array of names', ok: names },
  size: { expected: 'a number of samples >= 1 (or -1)', ok: size },
  readerName: { expected: 'the name of a reader', ok: (v) => typeof v === 'string' && v !== '' },
  autoReset: oneOf(true, false, 'yes', 'no'),
  lastBatchPolicy: oneOf('fill', 'drop', 'partial'),
  lastBatchPadded: flag,
  prepareFirstBatch: flag,
  dynamicShape: flag,
  signal: { expected: 'an AbortSignal', ok: (v) => v instanceof AbortSignal },
}
const known = Object.keys(rules) as (keyof IterateOptions)[]

/** Checks the options and fills in defaults. Throws INVALID_ARGUMENT for a wrong name, type or combination. */
export function settings(options: IterateOptions, pipelines: number): Settings {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw fault(`Expected an object of options but received ${shown(options)}`)
  }
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof IterateOptions] : undefined
    if (!rule) throw fault(...unknownOption(name, known))
    if (value === undefined || value === null || rule.ok(value)) continue
    throw fault(`Expected ${rule.expected} for ${name} but received ${shown(value)}`)
  }
  const readerName = options.readerName ?? undefined
  const size = options.size ?? -1
  if (readerName !== undefined && size !== -1) {
    throw fault('Expected size or readerName but received both', 'Leave size out: the reader knows it')
  }
  if (readerName !== undefined && options.lastBatchPadded) {
    throw fault('Expected lastBatchPadded or readerName but received both', "The reader's padLastBatch says it")
  }
  if (readerName === undefined && size === -1 && pipelines > 1) {
    const message = `Expected size or readerName for ${pipelines} pipelines but received neither`
    throw fault(message, 'Only a single pipeline can run until its data ends')
  }
  return {
    outputMap: options.outputMap ?? undefined,
    size,
    readerName,
    autoReset: options.autoReset === true || options.autoReset === 'yes',
    policy: options.lastBatchPolicy ?? 'fill',
    lastBatchPadded: options.lastBatchPadded ?? false,
    prepareFirstBatch: options.prepareFirstBatch ?? true,
    signal: options.signal ?? undefined,
  }
}

/** The name of each output: from outputMap (`given`), else from the definition (`own`). Throws INVALID_ARGUMENT. */
export function outputNames(given: OutputNames | undefined, own: readonly (string | undefined)[]): OutputNames {
  const names = given ?? own
  if (names.some((name) => name === undefined)) {
    throw fault(
      'Expected names for the outputs in outputMap but received none',
      "For example outputMap: ['images', 'labels']",
    )
  }
  if (names.length !== own.length) {
    throw fault(`Expected ${own.length} names in outputMap, one per output, but received ${names.length}`)
  }
  const twin = names.find((name, i) => names.indexOf(name) !== i)
  if (twin !== undefined) throw fault(`Expected different names in outputMap but received ${shown(twin)} twice`)
  return names as OutputNames
}
