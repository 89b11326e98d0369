// BatchIterator: what iterate() returns. It drives its pipelines in step, counts epochs, and cuts or drops last
// batches. It owns no memory: batches belong to their pipelines, which decide how long they are valid.

import type { IterateState, Position } from '../engine/checkpoint.js'
import { type EpochCounter, OpenCounter, ReaderCounter, SizeCounter } from '../engine/epoch-counter.js'
import { checkpointMismatch, endOfData, errorOf, invalidInput } from '../errors/factories.js'
import { PipelineError } from '../errors.js'
import type { ShardMeta } from '../native/dataset.js'
import { fault, type OutputNames, type Settings } from './iterate-options.js'

/** An output of one batch, as far as the iterator needs it. */
export interface Sliceable {
  readonly length: number
  slice(from: number, to: number): Sliceable
  /** Releases the whole batch. */
  [Symbol.dispose](): void
}

/**
 * A pipeline as the iterator drives it: it gives full batches across epochs, each valid until the next is asked for.
 */
export interface Driven<List extends Sliceable> {
  readonly batchSize: number
  readerMeta(name: string): ShardMeta
  /** The outputs of the next batch, in order. Rejects with END_OF_DATA when a source is at its end. */
  next(): Promise<readonly List[]>
  /** Begins the next epoch, after a source's end. */
  reset(): void
  /** Notes the position of now; the returned function writes the checkpoint of it, also later. */
  mark(): (iterate: IterateState) => string
  /** The counts of the iterator at the checkpoint from which the pipeline was restored. */
  readonly resumedCount?: IterateState | undefined
}

/** Which of several pipelines an iterator drives. */
export interface Share {
  pipelines: number
  place: number
}

/** The outputs of each pipeline; undefined for one whose source is at its end. */
type Batch<List> = readonly (readonly List[] | undefined)[]

/**
 * The iterator that `iterate()` returns. An item is one batch: `{ name: TensorList }` for one pipeline, and an array of such
 * objects, in the order of the pipelines, for several. One `for await` over it is one epoch.
 */
export class BatchIterator<Item, List extends Sliceable = Sliceable> implements AsyncIterableIterator<Item> {
  private readonly counter: EpochCounter
  private readonly batchSize: number
  /** No batch of this epoch was taken yet. */
  private fresh = true
  /** Number of epochs that are over. */
  private epochs = 0
  /** The data has ended; only used when the end of the data decides how long an epoch is. */
  private ended = false
  /** Number of batches to drop before the first batch of the epoch. */
  private skip = 0
  /** The batch that is being made. An aborted next() leaves it for the following call. */
  private pending: Promise<Batch<List>> | undefined
  /** Number of calls that have not ended. */
  private waiting = 0
  private turn: Promise<unknown> = Promise.resolve()
  /** Number of batches taken from this epoch. */
  private taken = 0
  /** Positions of the pipelines before the pending batch. */
  private marks: readonly ((iterate: IterateState) => string)[] = []

  /** @internal iterate() calls it. */
  constructor(
    private readonly pipes: readonly Driven<List>[],
    private readonly names: OutputNames,
    private readonly settings: Settings,
    /** iterate() was given one pipeline and not an array, so an item is one object and not an array. */
    private readonly single: boolean,
    /** The iterator drives one of several pipelines that run in step, each in a process of its own. */
    private readonly share?: Share,
  ) {
    this.batchSize = pipes[0]!.batchSize
    const other = pipes.find((pipe) => pipe.batchSize !== this.batchSize)
    if (other) {
      throw fault(`Expected pipelines of one batchSize but received ${this.batchSize} and ${other.batchSize}`)
    }
    this.counter = counterOf(pipes, this.batchSize, settings, this.pipelines)
    this.resume()
    if (!settings.prepareFirstBatch) return
    if (this.length === 0) {
      const message = `Expected at least one full batch of ${this.batchSize} for lastBatchPolicy 'drop' but received a shard of ${this.size}`
      throw fault(message, "Lower batchSize, or use 'fill' or 'partial'")
    }
    void this.pull(false).catch(() => {})
  }

  /**
   * Number of samples in an epoch. With `readerName` it is the size of one shard: of the smallest one for the policy
   * 'drop', else of the largest one, rounded up to whole batches if the reader does not pad. Without `readerName` it is
   * the option `size`; -1 when the epoch ends where the data ends.
   */
  get size(): number {
    return this.counter.size
  }

  /**
   * Number of items in this epoch, counted from its start. After the epoch's end and before reset() it is the number
   * that the epoch had. -1 when the epoch ends where the data ends.
   */
  get length(): number {
    return this.counter.length
  }

  /**
   * Resolves with the next item. In the dynamic executor (the default) it is valid until it is disposed, in the others
   * until the following next(). At the end of an epoch the result is done: once with `autoReset`, and at each call
   * until reset() without it. Calls at the same time are served in order. When `signal`, or the `signal` of iterate()'s
   * options, fires, the call rejects with ABORTED, and the batch that it waited for goes to the following call.
   *
   * Other errors: END_OF_DATA (a source ended inside an epoch of known size), INVALID_INPUT (a batch was not full in
   * such an epoch), API_MIXED, PIPELINE_CLOSED, and every error of an operator in the graphs.
   */
  next(options: { signal?: AbortSignal } = {}): Promise<IteratorResult<Item, undefined>> {
    const signals = [this.settings.signal, options.signal].filter((signal) => signal !== undefined)
    return this.inTurn(() => this.step(signals.length > 1 ? AbortSignal.any(signals) : signals[0]))
  }

  /** Begins the next epoch. Before the end of the present one it only emits a warning, as in DALI. */
  reset(): void {
    const now = () => {
      if (this.restart()) return
      process.emitWarning('reset() before the end of the epoch is ignored', { code: 'PENSTOCK_RESET_IGNORED' })
    }
    if (this.waiting) void this.inTurn(async () => now())
    else now()
  }

  /** Number of pipelines that run in step. */
  private get pipelines(): number {
    return this.share?.pipelines ?? this.pipes.length
  }

  /** @internal Notes the position of now; the returned functions write the checkpoints of it, also later. No call of next() is pending. */
  mark(): (() => string)[] {
    const marks = this.pending ? this.marks : this.pipes.map((pipe) => pipe.mark())
    const { counts, epochs, taken: batches, fresh, ended, skip } = this
    return marks.map((write) => () => write({ counts, epochs, batches, fresh, ended, skip }))
  }

  /**
   * Resolves with one checkpoint per pipeline, in the order of the pipelines. Pipelines that are made with these
   * checkpoints and driven by iterate() with the same options continue with the next item. Calls of next() that are
   * pending end first. Errors: as for Pipeline.checkpoint().
   */
  checkpoints(): Promise<string[]> {
    return this.inTurn(async () => this.mark().map((write) => write()))
  }

  /**
   * The epoch of the next item, counted from 0, and the number of items of that epoch that were given, those before a
   * checkpoint included. The loop `for (let { epoch } = it.position; epoch < epochs; epoch++) for await (const item of
   * it)` therefore does each epoch once, with new pipelines and with restored ones.
   */
  get position(): Position {
    const { epochs: epoch, taken: batch } = this
    return this.ended || (!this.fresh && this.counter.complete) ? { epoch: epoch + 1, batch: 0 } : { epoch, batch }
  }

  /**
   * Everything that the counts of an epoch depend on, as text: a checkpoint only fits an iterator with an equal one.
   */
  private get counts(): string {
    const { policy, size, readerName, lastBatchPadded } = this.settings
    const by = readerName === undefined ? `size ${size}${lastBatchPadded ? ' padded' : ''}` : `reader ${readerName}`
    return `${this.pipelines} x ${this.batchSize} by ${by}, ${policy}`
  }

  /** Sets the counters to the values that they had when the pipelines' checkpoints were taken. */
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
    // The length of an epoch depends on the samples that the epochs before left over, so these are counted again.
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

  /** Begins the next epoch if the present one is over; otherwise (after a `break`) continues the present one. */
  [Symbol.asyncIterator](): this {
    if (!this.waiting) this.restart()
    return this
  }

  private inTurn<T>(action: () => Promise<T>): Promise<T> {
    this.waiting++
    const result = this.turn.then(action).finally(() => this.waiting--)
    // Without the value, so that the iterator does not keep the last batch.
    this.turn = result.then(
      () => {},
      () => {},
    )
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
    const counts = this.own(this.counter.take())
    this.taken++
    drop(outputs.slice(counts?.length ?? 0))
    return counts ? { done: false, value: this.item(outputs, counts) } : this.end()
  }

  /** The counts of the pipelines that are driven here; -1 for one that has no batch in the item. */
  private own(counts: readonly number[] | undefined): readonly number[] | undefined {
    if (!counts || !this.share || this.settings.readerName !== undefined) return counts
    return [counts[this.share.place] ?? -1]
  }

  private end(): { done: true; value: undefined } {
    if (this.settings.autoReset) this.restart()
    return { done: true, value: undefined }
  }

  /** Begins the next epoch; returns false, and does nothing, when the present one is not over. */
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

  /** Takes one batch from every pipeline; undefined stands for a pipeline whose source is at its end. */
  private pull(discard: boolean): Promise<Batch<List>> {
    this.marks = this.pipes.map((pipe) => pipe.mark())
    // A pipeline makes one batch at a time, so all calls must have settled before an error ends this one.
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
      // A source may end exactly where the previous epoch ended: then its next epoch begins.
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

/** Releases batches that are not delivered. */
function drop(batches: Batch<Sliceable>): void {
  for (const lists of batches) lists?.[0]?.[Symbol.dispose]()
}

function counterOf(
  pipes: readonly Driven<Sliceable>[],
  batchSize: number,
  s: Settings,
  pipelines: number,
): EpochCounter {
  if (s.readerName === undefined) {
    if (s.size === -1) return new OpenCounter(batchSize)
    return new SizeCounter(s.policy, batchSize, pipelines, s.size, s.lastBatchPadded)
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

/** `fired` resolves when the signal fires; stop() removes the listener. */
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
