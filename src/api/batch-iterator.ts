// BatchIterator: what iterate() returns. It drives its pipelines in step, counts epochs, and cuts or drops last batches.
// It owns no memory: batches belong to their pipelines, which say how long they are valid.

import type { IterateState, Position } from '../engine/checkpoint.js'
import { type EpochCounter, OpenCounter, ReaderCounter, SizeCounter } from '../engine/epoch-counter.js'
import { checkpointMismatch, endOfData, errorOf, invalidInput } from '../errors/factories.js'
import { PipelineError } from '../errors.js'
import type { ShardMeta } from '../readers/sampler.js'
import { fault, type OutputNames, type Settings } from './iterate-options.js'

/** An output of one batch. */
export interface Sliceable {
  readonly length: number
  slice(from: number, to: number): Sliceable
  /** Gives the whole batch back. */
  [Symbol.dispose](): void
}

/** What driving a pipeline takes: full batches that run on over epochs, each valid until the next is asked for. */
export interface Driven<List extends Sliceable> {
  readonly batchSize: number
  readerMeta(name: string): ShardMeta
  /** The outputs of the next batch, in order. Rejects with END_OF_DATA when a source is at its end. */
  next(): Promise<readonly List[]>
  /** Begins the epoch after a source's end. */
  reset(): void
  /** What a checkpoint of now says, to be written when it is wanted. */
  mark(): (iterate: IterateState) => string
  /** How far the iterator had counted when the checkpoint was taken that the pipeline begins at. */
  readonly resumedCount?: IterateState | undefined
}

/** The outputs of each pipeline; undefined for one whose source is at its end. */
type Batch<List> = readonly (readonly List[] | undefined)[]

/** Batches of one pipeline as `{ name: output }`, or of several as an array of those, in the order of the pipelines. */
export class BatchIterator<Item, List extends Sliceable = Sliceable> implements AsyncIterableIterator<Item> {
  private readonly counter: EpochCounter
  private readonly batchSize: number
  /** No batch of this epoch was taken yet. */
  private fresh = true
  /** Epochs that were left behind. */
  private epochs = 0
  /** The data ended, and nothing else says how long an epoch is. */
  private ended = false
  /** Batches to throw away before the epoch's first one. */
  private skip = 0
  /** The batch that is being made; it outlives an aborted next(). */
  private pending: Promise<Batch<List>> | undefined
  /** Calls that were made and have not ended. */
  private waiting = 0
  private turn: Promise<unknown> = Promise.resolve()
  /** Batches taken of this epoch. */
  private taken = 0
  /** Where the pipelines stood before the pending batch. */
  private marks: readonly ((iterate: IterateState) => string)[] = []

  /** @internal Made by iterate(). */
  constructor(
    private readonly pipes: readonly Driven<List>[],
    private readonly names: OutputNames,
    private readonly settings: Settings,
    /** One pipeline that was not given in an array: items are no arrays either. */
    private readonly single: boolean,
  ) {
    this.batchSize = pipes[0]!.batchSize
    const other = pipes.find((pipe) => pipe.batchSize !== this.batchSize)
    if (other) {
      throw fault(`Expected pipelines of one batchSize but received ${this.batchSize} and ${other.batchSize}`)
    }
    this.counter = counterOf(pipes, this.batchSize, settings)
    this.resume()
    if (!settings.prepareFirstBatch) return
    if (this.length === 0) {
      const message = `Expected at least one full batch of ${this.batchSize} for lastBatchPolicy 'drop' but received a shard of ${this.size}`
      throw fault(message, "Lower batchSize, or use 'fill' or 'partial'")
    }
    void this.pull(false).catch(() => {})
  }

  /**
   * Samples that end an epoch: with readerName those of one shard (for 'drop' of the smallest, else of the largest, and
   * rounded up to whole batches where the reader does not pad), otherwise `size`; -1 when only the data knows.
   */
  get size(): number {
    return this.counter.size
  }

  /** Items in this epoch from its start; where it is over and not yet reset, those it had. -1 when only the data knows. */
  get length(): number {
    return this.counter.length
  }

  /**
   * The next item, valid until the following next(), in the dynamic executor until it is disposed. Done at the end of an
   * epoch: once with autoReset, and again at every call until reset() without it. Calls at the same time are served in
   * order. When `signal`, or the iterator's own, fires, the call rejects with ABORTED; the batch that it waited for goes
   * to the following call.
   * Other errors: END_OF_DATA (a source ended inside an epoch of known size), INVALID_INPUT (a batch that is not full in
   * such an epoch), API_MIXED, PIPELINE_CLOSED, and whatever fails in the graphs.
   */
  next(options: { signal?: AbortSignal } = {}): Promise<IteratorResult<Item, undefined>> {
    const signals = [this.settings.signal, options.signal].filter((signal) => signal !== undefined)
    return this.inTurn(() => this.step(signals.length > 1 ? AbortSignal.any(signals) : signals[0]))
  }

  /** Begins the next epoch. Before the end of this one it does nothing but warn, as in DALI. */
  reset(): void {
    const now = () => {
      if (this.restart()) return
      process.emitWarning('reset() before the end of the epoch is ignored', { code: 'PENSTOCK_RESET_IGNORED' })
    }
    if (this.waiting) void this.inTurn(async () => now())
    else now()
  }

  /**
   * One checkpoint per pipeline, in their order, of the items that were given: pipelines made with them and driven by
   * iterate() with the same options go on with the next item. Calls of next() that were made before are waited for.
   * Errors: as for Pipeline.checkpoint().
   */
  checkpoints(): Promise<string[]> {
    return this.inTurn(async () => {
      const marks = this.pending ? this.marks : this.pipes.map((pipe) => pipe.mark())
      const { epochs, taken: batches, fresh, ended, skip } = this
      return marks.map((write) => write({ counts: this.counts, epochs, batches, fresh, ended, skip }))
    })
  }

  /**
   * The epoch that the next item is of, counted from 0, and how many items of it were given, also before the checkpoints that
   * the pipelines began at. So `for (let { epoch } = it.position; epoch < epochs; epoch++) for await (const item of it)` does
   * each epoch once, fresh and restored.
   */
  get position(): Position {
    const { epochs: epoch, taken: batch } = this
    return this.ended || (!this.fresh && this.counter.complete) ? { epoch: epoch + 1, batch: 0 } : { epoch, batch }
  }

  /** What the numbers of an epoch depend on, as text. */
  private get counts(): string {
    const { policy, size, readerName, lastBatchPadded } = this.settings
    const by = readerName === undefined ? `size ${size}${lastBatchPadded ? ' padded' : ''}` : `reader ${readerName}`
    return `${this.pipes.length} x ${this.batchSize} by ${by}, ${policy}`
  }

  /** Counts on from where the pipelines' checkpoints were taken. */
  private resume(): void {
    const states = this.pipes.map((pipe) => pipe.resumedCount)
    const [state] = states
    if (states.some((other) => JSON.stringify(other) !== JSON.stringify(state))) {
      const message = 'Expected checkpoints of one moment for all pipelines but received others'
      throw checkpointMismatch(message, { op: 'iterate' })
    }
    if (!state) return
    if (state.counts !== this.counts) {
      throw checkpointMismatch(`Expected checkpoints of "${this.counts}" but received some of "${state.counts}"`, {
        op: 'iterate',
        hint: 'Give iterate() the options, and the pipelines the batchSize, that they were taken with',
      })
    }
    // Epochs differ in length only by what the ones before left over.
    for (let epoch = 0; epoch < state.epochs; epoch++) {
      this.counter.count()
      this.counter.restart()
    }
    this.counter.count(state.batches)
    this.epochs = state.epochs
    this.taken = state.batches
    this.fresh = state.fresh
    this.ended = state.ended
    this.skip = state.skip
  }

  /** Begins the next epoch if this one is over; otherwise, as after a `break`, goes on with it. */
  [Symbol.asyncIterator](): this {
    if (!this.waiting) this.restart()
    return this
  }

  private inTurn<T>(action: () => Promise<T>): Promise<T> {
    this.waiting++
    const result = this.turn.then(action).finally(() => this.waiting--)
    this.turn = result.catch(() => {})
    return result
  }

  private async step(signal: AbortSignal | undefined): Promise<IteratorResult<Item, undefined>> {
    for (; this.skip > 0; this.skip--) drop(await this.batch(true, signal))
    if (this.counter.over || this.ended) return this.end()
    const batch = await this.batch(false, signal)
    if (batch.includes(undefined)) {
      this.ended = true
      return this.end()
    }
    const outputs = batch as readonly (readonly List[])[]
    if (this.size !== -1) this.expectFull(outputs)
    this.fresh = false
    const counts = this.counter.take()
    this.taken++
    drop(outputs.slice(counts?.length ?? 0))
    return counts ? { done: false, value: this.item(outputs, counts) } : this.end()
  }

  private end(): { done: true; value: undefined } {
    if (this.settings.autoReset) this.restart()
    return { done: true, value: undefined }
  }

  /** False when the epoch is not over. */
  private restart(): boolean {
    if (this.ended) this.pipes[0]!.reset()
    else if (this.fresh || this.size === -1) return true
    const skip = this.counter.restart()
    if (skip === undefined) return false
    this.skip += skip
    this.ended = false
    this.fresh = true
    this.taken = 0
    this.epochs++
    return true
  }

  private async batch(discard: boolean, signal: AbortSignal | undefined): Promise<Batch<List>> {
    if (signal?.aborted) throw aborted(signal)
    const batch = this.pending ?? this.pull(discard)
    const { fired, stop } = watch(signal)
    try {
      const first = await Promise.race([batch, fired])
      if (first === undefined) throw aborted(signal!)
      this.pending = undefined
      return first
    } catch (error) {
      if (!signal?.aborted) this.pending = undefined
      throw error
    } finally {
      stop()
    }
  }

  /** One batch of every pipeline. Undefined stands for a source that is at its end. */
  private pull(discard: boolean): Promise<Batch<List>> {
    this.marks = this.pipes.map((pipe) => pipe.mark())
    // All must have settled before one's failure is told: a pipeline has one batch at a time.
    this.pending = Promise.allSettled(this.pipes.map((pipe) => this.pullFrom(pipe, discard))).then((all) =>
      all.map((result) => {
        if (result.status === 'rejected') throw result.reason
        return result.value
      }),
    )
    return this.pending
  }

  private async pullFrom(pipe: Driven<List>, discard: boolean): Promise<readonly List[] | undefined> {
    try {
      return await pipe.next()
    } catch (error) {
      if (!(error instanceof PipelineError) || error.code !== 'END_OF_DATA') throw error
      if (this.size === -1) return undefined
      // A source may end exactly where the epoch before did.
      if (discard || (this.fresh && this.epochs > 0)) pipe.reset()
      if (discard) return undefined
      if (this.fresh && this.epochs > 0) return pipe.next()
      throw endOfData(`[iterate] Expected ${this.size} samples in an epoch but the data ended before`, {
        hint: "Give the number of samples that there are, or leave size out to run until the data's end",
        cause: error,
      })
    }
  }

  private expectFull(batch: readonly (readonly List[])[]): void {
    const odd = batch.flat().find((list) => list.length !== this.batchSize)
    if (!odd) return
    throw invalidInput(
      `[iterate] Expected batches of ${this.batchSize} samples with size or readerName but received ${odd.length}`,
      'Leave size out to iterate over batches of different sizes until the data ends',
    )
  }

  private item(batch: readonly (readonly List[])[], counts: readonly number[]): Item {
    const entries = counts.map((count, i) => {
      const lists = batch[i]!.map((list) =>
        this.size === -1 || count === list.length ? list : (list.slice(0, count) as List),
      )
      return Object.fromEntries(this.names.map((name, k) => [name, lists[k]!]))
    })
    return (this.single ? entries[0] : entries) as Item
  }
}

/** Nobody will see these batches. */
function drop(batches: Batch<Sliceable>): void {
  for (const lists of batches) lists?.[0]?.[Symbol.dispose]()
}

function counterOf(pipes: readonly Driven<Sliceable>[], batchSize: number, s: Settings): EpochCounter {
  if (s.readerName === undefined) {
    if (s.size === -1) return new OpenCounter(batchSize)
    return new SizeCounter(s.policy, batchSize, pipes.length, s.size, s.lastBatchPadded)
  }
  const metas = pipes.map((pipe) => pipe.readerMeta(s.readerName!))
  for (const field of ['epochSize', 'numberOfShards', 'padLastBatch', 'stickToShard'] as const) {
    const other = metas.find((meta) => meta[field] !== metas[0]![field])
    if (!other) continue
    const message = `Expected readers '${s.readerName}' of one ${field} but received ${metas[0]![field]} and ${other[field]}`
    throw fault(message, 'Ranks may differ in shardId only')
  }
  return new ReaderCounter(s.policy, batchSize, metas)
}

function aborted(signal: AbortSignal): PipelineError {
  return errorOf('ABORTED', 'The iteration was stopped by its signal', { cause: signal.reason })
}

/** `fired` resolves when the signal fires; stop() takes the listener away. */
function watch(signal: AbortSignal | undefined): { fired: Promise<undefined>; stop: () => void } {
  let stop = () => {}
  const fired = new Promise<undefined>((resolve) => {
    if (!signal) return
    const onAbort = () => resolve(undefined)
    signal.addEventListener('abort', onAbort, { once: true })
    stop = () => signal.removeEventListener('abort', onAbort)
  })
  return { fired, stop }
}
