// The options of iterate(): types, checks, defaults.

import type { LastBatchPolicy } from '../engine/epoch-counter.js'
import { invalidArgument } from '../errors/factories.js'
import { shown, suggestion } from '../errors/words.js'
import type { PipelineError } from '../errors.js'

export type OutputNames = readonly string[]

export interface IterateOptions<Names extends OutputNames | undefined = OutputNames | undefined> {
  /** A name for each output, in order. Required unless the definition returned an object, whose keys are the default. */
  outputMap?: Names
  /**
   * Samples in an epoch, of all the pipelines together; -1, the default, means that readerName says it or, with neither,
   * that the epoch ends where the external source does (one pipeline only). Not together with readerName.
   */
  size?: number
  /** The reader, by its `name`, that says how long an epoch is. Every pipeline has one of that name. */
  readerName?: string | null
  /**
   * true or 'yes': the next epoch begins by itself. false or 'no', the default: an epoch that is over stays over until
   * reset(), or until the next `for await`, which calls it.
   */
  autoReset?: boolean | 'yes' | 'no' | null
  /**
   * A last batch that the epoch does not fill: 'fill' (the default) gives it full, with samples of the next epoch or with
   * the reader's padding; 'drop' leaves it out; 'partial' cuts it.
   */
  lastBatchPolicy?: LastBatchPolicy
  /** With size: the readers have padLastBatch. With readerName this is known, and refused. Default: false. */
  lastBatchPadded?: boolean
  /** Begin with the first batch at once instead of at the first next(). Default: true. */
  prepareFirstBatch?: boolean
  /** Accepted and without effect: shapes may differ from batch to batch. */
  dynamicShape?: boolean
  /** Makes a waiting next(), and every later one, reject with ABORTED. */
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

// null stands for "not given", as DALI's None.
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

/** Throws INVALID_ARGUMENT for a wrong name, type or combination. */
export function settings(options: IterateOptions, pipelines: number): Settings {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw fault(`Expected an object of options but received ${shown(options)}`)
  }
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof IterateOptions] : undefined
    if (!rule) {
      const hint = suggestion(name, known) ?? `Options are: ${known.join(', ')}`
      throw fault(`Expected a known option but received ${shown(name)}`, hint)
    }
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

/** The name of each output; `own` are those that the definition gave. */
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
