// fn.externalSource: brings data from user code into the graph. The graph is plain JSON, so the user's source is kept
// beside it: see definition/sources.ts.
import type { Source } from '../data/types.js'
import { call, currentContext } from '../definition/context.js'
import type { DataNode } from '../definition/node.js'
import type { OpOptions } from '../definition/op-options.js'
import { callSite } from '../errors/call-site.js'
import { shown } from '../errors/words.js'
import type { DType } from '../generated/abi.js'
import { copyOp } from '../graph/devices.js'
import { argError } from '../graph/schema.js'
import type { Device, OnError } from '../graph/types.js'
import type { Known, Tuple } from './typed.js'

export interface ExternalSourceOptions extends OpOptions {
  /**
   * Memory that the outputs lie in. 'gpu': they are copied there, as with gpu() of the nodes, which has no effect in a
   * pipeline with deviceId: null. Default: 'cpu'.
   */
  device?: Device
  /**
   * An iterable, an async iterable or a function that gives the data. Without it the data is fed by name, with
   * `feedInput(name, data)` or `run({ name: data })`. An iterable needs `checkpoint()` and `restore(token)` to take
   * part in checkpoints: see docs/guides/checkpoints.md.
   */
  source?: Source | null
  /**
   * Number of outputs, 1 to 999. When it is given, even as 1, each item must be a list with one entry per output, and
   * the call returns an array of DataNodes. Default: one output, and items that are no lists of outputs.
   */
  numOutputs?: number
  /** Whether an item is a whole batch or one sample. Default: true (a batch); false with `parallel`. */
  batch?: boolean
  /** Call a function that gives batches with a BatchInfo instead of the number of the batch. Default: false. */
  batchInfo?: boolean
  /**
   * The policy at the end of an iterable: 'no' or false ends the data (END_OF_DATA until reset()), 'quiet' or true
   * begins it again, 'raise' reports the end of the epoch (END_OF_DATA once) and then begins again. Batches of run() that are
   * made of single samples are full: with 'quiet' over the end, otherwise without the samples that are left. Default: 'no'.
   */
  cycle?: 'no' | 'quiet' | 'raise' | boolean
  /**
   * Promises that the data does not change until the run that uses it is over. Operators on the CPU then read arrays over
   * a SharedArrayBuffer where they lie; other arrays, which their owner can transfer away, are copied once.
   * Default: false.
   */
  noCopy?: boolean
  /** Wait for feedInput() when no data was fed. Default: false, and such a run fails with INPUT_MISSING. */
  blocking?: boolean
  /** Use the last data again when nothing new was fed. Only without `source`. Default: false. */
  repeatLast?: boolean
  /**
   * Expected dtype, one for all outputs or a list with one per output. Data of another dtype is refused, and plain
   * numbers are converted to it. Default: any dtype, and float32 for plain numbers.
   */
  dtype?: DType | readonly DType[]
  /** Expected number of dimensions of a sample, one for all outputs or a list with one per output. Default: any. */
  ndim?: number | readonly number[]
  /** Axis names such as 'HWC' for samples that have none, one for all outputs or a list with one per output. */
  layout?: string | readonly string[]
  /**
   * Keep several calls of the function pending at once; the results keep their order. Needs a function. Default: false.
   */
  parallel?: boolean
  /** Number of batches to ask for ahead with `parallel`. Default: 1. */
  prefetchQueueDepth?: number
  /**
   * The policy for a sample that the source fails to give: 'throw', 'skip' or 'placeholder'. Default: the pipeline's
   * onError.
   */
  onError?: OnError
}

/** Options of an external source without a source: its data is fed by its name. */
type Fed<Name extends string> = { name: Name; source?: null | undefined }
type One<D extends DType> = { dtype?: D; numOutputs?: never }

/**
 * Brings data from user code into the graph: from `source`, or, without one, from feedInput() and run({ name: data }).
 * The node's samples are what an item holds: a number is a scalar, a typed array is 1-D unless it comes as `{ data,
 * shape }`.
 *
 * Errors: INVALID_ARGUMENT, for a wrong option, for a `source` together with `repeatLast`, for `parallel` without a
 * function, and inside a branch of cond(); when the pipeline runs INVALID_INPUT, for data that does not have the
 * declared dtype, ndim or shape, END_OF_DATA and INPUT_MISSING.
 */
export interface ExternalSourceFn {
  /** Brings data that is fed by name into the graph, with several outputs per item. */
  <const N extends number, const Name extends string>(
    options: ExternalSourceOptions & Fed<Name> & { numOutputs: N },
  ): Tuple<N, Known<DType, Name>>
  /** Brings data from a source into the graph, with several outputs per item. */
  <const N extends number>(
    options: ExternalSourceOptions & { numOutputs: N; source: Source },
  ): Tuple<N, Known<DType, never>>
  <const N extends number>(
    source: Source,
    options: ExternalSourceOptions & { numOutputs: N },
  ): Tuple<N, Known<DType, never>>
  <const N extends number>(options: ExternalSourceOptions & { numOutputs: N }): Tuple<N, DataNode>
  /** Brings data into the graph that feedInput() or run({ name: data }) gives. */
  <const Name extends string, D extends DType = DType>(
    options: ExternalSourceOptions & Fed<Name> & One<D>,
  ): Known<D, Name>
  /** Brings data from a source into the graph. */
  <D extends DType = DType>(options: ExternalSourceOptions & { source: Source } & One<D>): Known<D, never>
  /** Brings data from user code into the graph: from a source, or from feedInput() or run({ name: data }). */
  (options?: ExternalSourceOptions): DataNode
  /** Brings data from a source into the graph; the source comes before the options. */
  <D extends DType = DType>(source: Source, options?: ExternalSourceOptions & One<D>): Known<D, never>
  (source: Source, options?: ExternalSourceOptions): DataNode
}

const cycles = new Map<unknown, string>([
  [false, 'no'],
  [true, 'quiet'],
])

function isSource(value: unknown): value is Source {
  if (typeof value === 'function') return true
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
}

function entry(...given: unknown[]): DataNode | DataNode[] {
  const site = callSite(entry)
  const op = 'externalSource'
  const context = currentContext(op, site)
  const at = { op, callSite: site }
  const first = isSource(given[0]) ? { source: given[0] } : {}
  const options = { ...first, ...(given['source' in first ? 1 : 0] as Record<string, unknown> | undefined) }
  const { source, ...rest } = options as Record<string, unknown>
  if (source !== undefined && source !== null && !isSource(source)) {
    throw argError(at, `Expected an iterable, an async iterable or a function for source but received ${shown(source)}`)
  }
  if (source && rest.repeatLast === true) {
    throw argError(at, 'Expected source or repeatLast but received both', 'repeatLast is for data from feedInput()')
  }
  if (rest.parallel === true && typeof source !== 'function') {
    throw argError(at, `Expected a function for source with parallel but received ${shown(source)}`)
  }
  // One value holds for all outputs; a list that is shorter than numOutputs holds for the first outputs.
  const outputs = Number.isSafeInteger(rest.numOutputs) ? (rest.numOutputs as number) : 1
  for (const name of ['dtype', 'ndim', 'layout']) {
    const value = rest[name]
    if (value !== undefined && value !== null && !Array.isArray(value))
      rest[name] = Array(Math.max(outputs, 1)).fill(value)
  }
  if (rest.cycle !== undefined) rest.cycle = cycles.get(rest.cycle) ?? rest.cycle
  if (rest.parallel === true) rest.batch ??= false
  const away = rest.device === 'gpu'
  if (away) rest.device = 'cpu'
  const made = call(op, [rest], site)
  if (source) context.sources.set(made[0]!.node, source)
  const nodes = away ? made.map((node) => call(copyOp, [node, { device: 'gpu' }], site)[0]!) : made
  return rest.numOutputs === undefined || rest.numOutputs === null ? nodes[0]! : nodes
}

export const externalSource = entry as unknown as ExternalSourceFn
