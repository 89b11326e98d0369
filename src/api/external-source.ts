// fn.externalSource: the one operator whose argument is code; see definition/sources.ts.
import type { Source } from '../data/types.js'
import { call, callSite, currentContext, type DataNode } from '../definition/node.js'
import type { OpOptions } from '../definition/op-options.js'
import { shown } from '../errors/words.js'
import type { DType } from '../generated/abi.js'
import { argError } from '../graph/schema.js'
import type { OnError } from '../graph/types.js'
import type { Known, Tuple } from './typed.js'

export interface ExternalSourceOptions extends OpOptions {
  /**
   * Where the data comes from. Without one, `feedInput(name, data)` or `run({ name: data })` brings it. An iterable needs
   * `checkpoint()` and `restore(token)` to take part in checkpoints: see docs/checkpoints.md.
   */
  source?: Source | null
  /** When given, even as 1, items have one entry per output and an array of DataNodes is returned. */
  numOutputs?: number
  /** Whole batches (true, the default) or one sample at a time. With `parallel` the default is false. */
  batch?: boolean
  /** Call a batch function with a BatchInfo instead of the number of the batch. */
  batchInfo?: boolean
  /** At the end of an iterable: 'no' or false ends the data, 'quiet' or true starts again, 'raise' ends the epoch first. */
  cycle?: 'no' | 'quiet' | 'raise' | boolean
  /** The data will not change until it is used, so it need not be copied. */
  noCopy?: boolean
  /** Wait for feedInput() when there is no data; otherwise such a run fails with INPUT_MISSING. */
  blocking?: boolean
  /** With feedInput: use the last data again when nothing new was fed. */
  repeatLast?: boolean
  /** Expected dtype, for all outputs or per output; also what plain numbers become (float32 without it). */
  dtype?: DType | readonly DType[]
  /** Expected number of dimensions, for all outputs or per output. */
  ndim?: number | readonly number[]
  /** Layout of samples that carry none, for all outputs or per output. */
  layout?: string | readonly string[]
  /** Keep several calls of the function in flight; results keep their order. */
  parallel?: boolean
  /** With `parallel`: how many batches to ask for ahead. */
  prefetchQueueDepth?: number
  /** What a sample that the source fails to give does. Default: the pipeline's onError. */
  onError?: OnError
}

/** Without a source, fed by its name. */
type Fed<Name extends string> = { name: Name; source?: null | undefined }
type One<D extends DType> = { dtype?: D; numOutputs?: never }

export interface ExternalSourceFn {
  /** Brings data from user code into the graph: several outputs per item. */
  <const N extends number, const Name extends string>(
    options: ExternalSourceOptions & Fed<Name> & { numOutputs: N },
  ): Tuple<N, Known<DType, Name>>
  /** The same, from a source. */
  <const N extends number>(
    options: ExternalSourceOptions & { numOutputs: N; source: Source },
  ): Tuple<N, Known<DType, never>>
  <const N extends number>(
    source: Source,
    options: ExternalSourceOptions & { numOutputs: N },
  ): Tuple<N, Known<DType, never>>
  <const N extends number>(options: ExternalSourceOptions & { numOutputs: N }): Tuple<N, DataNode>
  /** Brings data from user code into the graph: from feedInput() or from run({ name: data }). */
  <const Name extends string, D extends DType = DType>(
    options: ExternalSourceOptions & Fed<Name> & One<D>,
  ): Known<D, Name>
  /** The same, from a source. */
  <D extends DType = DType>(options: ExternalSourceOptions & { source: Source } & One<D>): Known<D, never>
  /** Brings data from user code into the graph: from a source, from feedInput() or from run({ name: data }). */
  (options?: ExternalSourceOptions): DataNode
  /** The same, with the source in front. */
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
  // One value stands for all outputs; a shorter list, for the first ones.
  const outputs = Number.isSafeInteger(rest.numOutputs) ? (rest.numOutputs as number) : 1
  for (const name of ['dtype', 'ndim', 'layout']) {
    const value = rest[name]
    if (value !== undefined && value !== null && !Array.isArray(value))
      rest[name] = Array(Math.max(outputs, 1)).fill(value)
  }
  if (rest.cycle !== undefined) rest.cycle = cycles.get(rest.cycle) ?? rest.cycle
  if (rest.parallel === true) rest.batch ??= false
  const nodes = call(op, [rest], site)
  if (source) context.sources.set(nodes[0]!.node, source)
  return rest.numOutputs === undefined || rest.numOutputs === null ? nodes[0]! : nodes
}

export const externalSource = entry as unknown as ExternalSourceFn
