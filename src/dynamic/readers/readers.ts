// Reader: an object of imperative mode that gives a data set epoch by epoch and keeps its place in it. The reading is
// done by a pipeline that consists of the reader alone (prefetch.ts).

import { randomInt } from 'node:crypto'
import { checkSignal } from '../../actors/event-loop-waiter.js'
import { call } from '../../definition/context.js'
import { checkOptions } from '../../definition/options.js'
import { record } from '../../definition/record.js'
import type { Position } from '../../engine/checkpoint.js'
import { apiMixed } from '../../errors/factories.js'
import type { PipelineError } from '../../errors.js'
import { onGpu } from '../../graph/devices.js'
import { eachType, schemas, underNames } from '../../graph/schema.js'
import type { Graph, Json } from '../../graph/types.js'
import type { ReaderPosition } from '../../native/dataset.js'
import { checkOnProgress } from '../../readers/indexing.js'
import { type ReaderMeta, readerMeta } from '../../readers/meta.js'
import type { ReaderOrder } from '../../readers/reader-order.js'
import type { Hold } from '../capture/capture.js'
import { EvalContext } from '../context/context.js'
import { type Site, siteBelow, siteOf } from '../trace/site.js'
import { Batch, Tensor } from '../values/tensor.js'
import { Value } from '../values/value.js'
import { Feed, type Fetched, nothingLeft } from './prefetch.js'
import { located, ReaderData } from './reader-data.js'
import { checkBatchSize, checkFlag, type Epoch, type EpochOptions, type ReaderOptions } from './reader-options.js'
import { checkData, checkSeed, mismatch, parseState, type ReaderState, stateText } from './readers-state.js'

/** Samples that are read at once for a loop over single samples. */
const samplesAtOnce = 16

/** What must be closed when a reader is collected. It must not refer to the reader. */
interface Holder {
  feed: Feed | undefined
}
const dropped = new FinalizationRegistry<Holder>(({ feed }) => {
  feed?.close().catch(() => {})
})

/** The state of the loop that is running. */
interface Running {
  /** Samples per batch; null: the loop gets single samples. */
  batchSize: number | null
  /** The position at which the loop began. */
  from: ReaderPosition
  feed?: Feed
  /** Ordinal of the last sample that the loop was given, from 1; 0: none. */
  given: number
  ended: boolean
}

/**
 * Reads a data set. Make a reader once and keep it: it keeps its place over epochs and shards. One loop at a time can
 * run over it; after a loop that was left early, the next loop begins the next epoch. It is closed when it is disposed
 * or collected. A loop gets one array per step with one entry per output, or an object where outputs have names:
 * `BatchItem` where a batchSize is given to nextEpoch(), else `Item`.
 */
export class Reader<
  Of extends Batch | Tensor = Batch | Tensor,
  BatchItem extends readonly Batch[] | Readonly<Record<string, Batch>> = Batch[],
  Item extends readonly Of[] | Readonly<Record<string, Of>> = Of[],
> {
  private readonly graph: Graph
  private readonly args: Readonly<Record<string, Json>>
  /** Where it was made; errors of the files name it. */
  private readonly callSite: string
  private readonly batchSize: number | null
  private readonly depth: number
  private readonly runAhead: boolean
  /** The seed that was asked for. */
  private readonly givenSeed: number | undefined
  private seed: number
  private readonly data: ReaderData
  /** Whether a loop gets the outputs on the GPU. */
  private readonly onGpu: boolean
  /** Whether the pipeline that reads makes them on the CPU nevertheless. */
  private readonly copied: boolean
  private readonly holder: Holder = { feed: undefined }
  private running: Running | undefined
  /** The position at which the next loop begins. */
  private next: ReaderPosition = { epoch: 0, position: 0 }
  /** The state that was set, if the next loop continues within its epoch. */
  private resumed: ReaderState | undefined
  private closed: Promise<void> | undefined

  /** @internal `op`: the reader's name in fn, `readers.` and a name. */
  constructor(
    private readonly op: string,
    options: ReaderOptions | undefined,
    site: Site,
  ) {
    this.callSite = siteOf({ site })
    const { batchSize, prefetchQueueDepth, runAhead = true, ...args } = options ?? {}
    this.runAhead = checkFlag(op, runAhead, 'runAhead', this.callSite)
    this.batchSize = checkBatchSize(op, batchSize, this.callSite) ?? null
    this.depth = prefetchQueueDepth ?? 2
    const at = { op, callSite: this.callSite }
    located(at, () => checkOptions({ prefetchQueueDepth: this.depth }))
    const recorded = (given: object) => located(at, () => record(() => call(op, [given], this.callSite)))
    const { args: settled, seed } = recorded(args).nodes[0]!
    this.givenSeed = seed
    this.seed = seed ?? randomInt(2 ** 32)
    // The graph has no seed, because a state that is set later brings its own.
    const graph = recorded({ ...args, seed: undefined })
    // A GPU makes the outputs where the reader hands its samples on to one; else the loop's items are copied there.
    this.onGpu = onGpu(graph.nodes[0]!)
    this.copied = this.onGpu && !schemas[op]!.handedTo
    this.graph = this.copied
      ? { ...graph, nodes: graph.nodes.map((node) => ({ ...node, device: 'cpu' as const })) }
      : graph
    // The recorded arguments have a shard number in place of `shard: 'auto'`.
    this.args = settled
    this.data = new ReaderData(at, settled)
    dropped.register(this, this.holder, this.holder)
  }

  /**
   * The next epoch, for one loop. The loop gets an array with one entry per output: for each batch an array of Batches,
   * of which the last may have fewer samples, or without a batchSize for each sample an array of Tensors. After
   * setState() it is the rest of the epoch in which the state was taken. Throws INVALID_ARGUMENT and PIPELINE_CLOSED.
   * The loop throws API_MIXED (another loop is running, or an epoch that was begun in batches would continue in samples
   * or the other way round), CHECKPOINT_MISMATCH (with padLastBatch: the rest of an epoch with another batchSize),
   * EMPTY_DATASET, FILE_NOT_FOUND, FILE_UNREADABLE, ABORTED and PIPELINE_CLOSED.
   */
  nextEpoch(options: EpochOptions & { batchSize: number }): Epoch<BatchItem>
  nextEpoch(options?: EpochOptions): Epoch<Item>
  nextEpoch(options: EpochOptions = {}): Epoch<BatchItem | Item> {
    const { batchSize, signal } = options
    located({ op: this.op, callSite: this.callSite }, () => checkOnProgress(options.onProgress))
    const site = siteOf({ site: siteBelow(this.nextEpoch) })
    const size = checkBatchSize(this.op, batchSize, site) ?? this.batchSize
    this.data.checkOpen(site)
    let used = false
    const claim = () => {
      if (used) throw mixed(this.op, 'This epoch was read already', 'Call nextEpoch() for each loop', site)
      const running = this.claim(size, site)
      used = true
      return running
    }
    return {
      [Symbol.asyncIterator]: () => this.loop(claim, options) as AsyncGenerator<Item, void, void>,
      [Symbol.iterator]: () => this.loopSync(claim, signal) as Generator<Item, void, void>,
    }
  }

  /**
   * Facts about the data set: the entries of DALI's reader_meta(), and `classes` and `ignoredFiles`. The first call may
   * list the files, which blocks. Throws EMPTY_DATASET, FILE_NOT_FOUND, FILE_UNREADABLE, PIPELINE_CLOSED.
   */
  getMetadata(): ReaderMeta {
    return readerMeta(this.order(1).meta, this.data.now())
  }
  /** Alias of getMetadata(). */
  readerMeta(): ReaderMeta {
    return this.getMetadata()
  }
  /** Number of samples in the data set, all shards together. */
  get epochSize(): number {
    return this.getMetadata().epochSize
  }
  /**
   * Number of steps of the next loop with this batchSize (default: the reader's); without any, the number of samples.
   */
  numBatches(batchSize?: number): number {
    const size = checkBatchSize(this.op, batchSize, siteOf({ site: siteBelow(this.numBatches) })) ?? this.batchSize ?? 1
    return Math.ceil(this.order(size).at(this.next).left / size)
  }

  /**
   * The reader's place as a JSON string, for setState(). Within a loop it is the place after the batch or sample that
   * the loop has now; outside of a loop it is the start of the next epoch, also after a loop that was left early. What
   * was read ahead does not count. Throws PIPELINE_CLOSED.
   */
  getState(): string {
    this.data.checkOpen(siteOf({ site: siteBelow(this.getState) }))
    const place = this.place()
    const batchSize = this.stepOf(place.position)
    const order = this.order(batchSize ?? 1).text
    return stateText({ op: this.op, order, data: this.data.known?.fingerprint, seed: this.seed, ...place, batchSize })
  }

  /**
   * The epoch of the next batch, counted from 0, and the number of whole batches of that epoch that were given before
   * it (samples, without a batchSize). Batches before a state that was set count. So a loop over epochs begins with the
   * right one, both fresh and restored:
   * `for (let { epoch } = reader.position; epoch < epochs; epoch++) for await (const batch of reader.nextEpoch()) { ... }`.
   */
  get position(): Position {
    const { epoch, position } = this.place()
    const step = position && this.order(1).step
    return { epoch, batch: step && Math.floor(position / step / (this.stepOf(position) ?? 1)) }
  }

  /** The batchSize in which the epoch of `place()` was begun; null at an epoch's start, or for single samples. */
  private stepOf(position: number): number | null {
    return (position && (this.running ?? this.resumed)?.batchSize) || null
  }

  /**
   * Makes the next loop begin where the state was taken, with the seed of the state. Throws INVALID_ARGUMENT (not a
   * state), CHECKPOINT_MISMATCH (the state of another reader, other data, another shard, order or seed), API_MIXED (a
   * loop is running), PIPELINE_CLOSED.
   */
  setState(text: string): void {
    const site = siteOf({ site: siteBelow(this.setState) })
    this.data.checkOpen(site)
    if (this.running) throw mixed(this.op, 'setState() was called while a loop goes on', 'Leave the loop first', site)
    const state = parseState(this.op, text, site)
    const { seed } = state
    checkSeed(state, this.givenSeed, site)
    const order = this.order(state.batchSize ?? 1, seed)
    checkData(state, order.text, this.data.known?.fingerprint, site)
    // Throws where the position lies outside of the epoch.
    const { epoch, position } = order.at(state)
    if (seed !== this.seed) this.drop()
    this.seed = seed
    this.next = { epoch, position }
    this.resumed = this.next.position ? state : undefined
  }

  /** Ends the reader's threads, and resolves when they have ended. Batches that the loop got stay valid. */
  close(): Promise<void> {
    this.closed ??= this.holder.feed?.close() ?? Promise.resolve()
    this.holder.feed = undefined
    this.data.close()
    dropped.unregister(this.holder)
    return this.closed
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
  /** As close(), without waiting for the threads. */
  [Symbol.dispose](): void {
    this.close().catch(() => {})
  }

  /**
   * @internal Lends the reader to a captured loop until that gives it back. Throws API_MIXED while another loop is
   * running.
   */
  captured(): Hold {
    const site = this.callSite
    if (this.running) this.claim(null, site)
    this.data.checkOpen(site)
    this.drop()
    const running: Running = { batchSize: null, from: this.next, given: 0, ended: false }
    this.running = running
    this.resumed = undefined
    return {
      node: (id) => ({ ...this.graph.nodes[0]!, device: this.onGpu ? 'gpu' : 'cpu', id }),
      seed: this.seed,
      place: { ...this.next },
      moved: (place, batchSize) => {
        running.from = place
        running.batchSize = batchSize
      },
      release: (place) => {
        if (this.running !== running) return
        this.next = place
        this.running = undefined
      },
    }
  }

  // ---- loops ----

  private async *loop(claim: () => Running, options: EpochOptions): AsyncGenerator<unknown, void, void> {
    const { signal } = options
    const running = claim()
    try {
      await this.data.list(options)
      const feed = this.feed(running)
      await feed.settled()
      this.begin(running, feed, false)
      for (;;) {
        const got = await feed.next(signal)
        if (got === nothingLeft) break
        // The next batch is read while the loop works on this one.
        feed.request()
        for (const item of this.items(running, got)) yield item
        if (got.last) break
      }
      running.ended = true
    } catch (error) {
      throw this.failed(error)
    } finally {
      this.end(running)
    }
  }

  private *loopSync(claim: () => Running, signal: AbortSignal | undefined): Generator<unknown, void, void> {
    const running = claim()
    try {
      this.data.now()
      const feed = this.feed(running)
      this.begin(running, feed, true)
      for (;;) {
        checkSignal(signal)
        const got = feed.nextSync()
        if (got === nothingLeft) break
        for (const item of this.items(running, got)) yield item
        if (got.last) break
      }
      running.ended = true
    } catch (error) {
      throw this.failed(error)
    } finally {
      this.end(running)
    }
  }

  private claim(batchSize: number | null, site: string): Running {
    this.data.checkOpen(site)
    if (this.running) {
      throw mixed(
        this.op,
        'Two loops over one reader at once',
        'Finish or leave the first loop (break, or return() of its iterator), or make a second reader',
        site,
      )
    }
    const { resumed } = this
    if (resumed && (resumed.batchSize === null) !== (batchSize === null)) {
      const [was, is] = batchSize === null ? ['batches', 'samples'] : ['samples', 'batches']
      throw mixed(this.op, `An epoch that was begun in ${was} cannot go on in ${is}`, `Go on in ${was}`, site)
    }
    if (resumed && this.args.padLastBatch && resumed.batchSize !== batchSize) {
      throw mismatch(
        this.op,
        `Expected batchSize ${resumed.batchSize} for the rest of the epoch but received ${batchSize}`,
        site,
        'With padLastBatch the padding depends on it',
      )
    }
    this.running = { batchSize, from: this.next, given: 0, ended: false }
    return this.running
  }

  /** The Feed for this loop. Another batch size, or a place within an epoch, needs a new one. */
  private feed({ batchSize, from }: Running): Feed {
    const padded = this.args.padLastBatch === true
    const size = batchSize ?? (padded ? 1 : samplesAtOnce)
    const { feed } = this.holder
    if (feed && !feed.closed && feed.batchSize === size && from.position === 0) return feed
    this.drop()
    const context = EvalContext.current()
    this.holder.feed = new Feed({
      graph: this.graph,
      dataset: this.data.now(),
      batchSize: size,
      seed: this.seed,
      numThreads: context.numThreads,
      threadGroup: context.threadGroup,
      deviceId: this.onGpu && !this.copied ? context.gpu : null,
      prefetchQueueDepth: this.depth,
      runAhead: this.runAhead,
      origin: from,
    })
    return this.holder.feed
  }

  private begin(running: Running, feed: Feed, sync: boolean): void {
    const { epoch } = running.from
    running.feed = feed
    feed.begin(epoch, sync)
    this.next = { epoch: epoch + 1, position: 0 }
    this.resumed = undefined
  }

  /** The outputs of an item under their names, where the reader's arguments name them. */
  private underNames<T extends Batch | Tensor>(outputs: T[]): T[] | Record<string, T> {
    const info = schemas[this.op]!
    const [first] = info.outputs
    return first && eachType(info, first) === 'record' ? underNames(this.args[first.each!], outputs) : outputs
  }

  private *items(running: Running, got: Fetched): Generator<Batch[] | Tensor[] | Record<string, Batch | Tensor>> {
    const { readerBatch } = got
    const { storage, count } = readerBatch
    const { numOutputs } = this.graph.nodes[0]!
    const values = Array.from({ length: numOutputs }, (_, output) =>
      Value.of(storage, output, count, storage.slot.output(output).gpu),
    )
    for (const value of values) value.readerBatch = readerBatch
    if (running.batchSize !== null) {
      running.given = got.ordinal(count - 1)
      running.ended = got.last
      const item = values.map((value) => this.placed(new Batch(value, null)))
      readerBatch.letGo()
      yield this.underNames(item)
      return
    }
    // The batch stays in use until the last sample was given: the loop may dispose the first ones before.
    try {
      for (let i = 0; i < count; i++) {
        running.given = got.ordinal(i)
        running.ended = got.last && i === count - 1
        yield this.underNames(values.map((value) => this.placed(new Tensor(value, i))))
      }
    } finally {
      readerBatch.letGo()
    }
  }

  /** The output where the reader's device asks for it. */
  private placed<T extends Batch | Tensor>(output: T): T {
    if (!this.copied) return output
    const copy = output.gpu() as T
    output.dispose()
    return copy
  }

  private end(running: Running): void {
    running.feed?.leave()
    if (this.running === running) this.running = undefined
  }

  /** Drops the pipeline after a failure, so that the next loop makes a new one. Returns the error. */
  private failed(error: unknown): unknown {
    if ((error as PipelineError).code !== 'ABORTED') this.drop()
    return error
  }

  private drop(): void {
    this.holder.feed?.close().catch(() => {})
    this.holder.feed = undefined
  }

  private place(): ReaderPosition {
    const { running } = this
    if (!running) return this.next
    if (running.ended) return { epoch: running.from.epoch + 1, position: 0 }
    return running.given ? running.feed!.placeAfter(running.given) : running.from
  }

  private order(batchSize: number, seed = this.seed): ReaderOrder {
    return this.data.order(batchSize, seed)
  }
}

function mixed(op: string, message: string, hint: string, callSite: string): PipelineError {
  return apiMixed(message, { op, hint, callSite })
}
