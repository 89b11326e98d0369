// Readers of imperative mode: an object that keeps its place in a data set, and gives it epoch by epoch. What reads is a
// pipeline with nothing but the reader (prefetch.ts).

import { randomInt } from 'node:crypto'
import { checkSignal } from '../../actors/event-loop-waiter.js'
import { call } from '../../definition/node.js'
import { checkOptions } from '../../definition/options.js'
import { record } from '../../definition/record.js'
import type { Position } from '../../engine/checkpoint.js'
import { apiMixed, errorFrom, errorOf, invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { PipelineError } from '../../errors.js'
import type { Graph, Json } from '../../graph/types.js'
import { type Dataset, index, indexSync } from '../../readers/dataset.js'
import { type ReaderMeta, readerMeta, tellIgnored } from '../../readers/meta.js'
import { type ReaderPosition, Sampler } from '../../readers/sampler.js'
import type { Hold } from '../capture/capture.js'
import { EvalContext } from '../context/context.js'
import { type Site, siteBelow, siteOf } from '../trace/site.js'
import { Batch, Tensor } from '../values/tensor.js'
import { Value } from '../values/value.js'
import { Feed, type Fetched, nothingLeft } from './prefetch.js'
import { mismatch, parseState, type ReaderState, stateText } from './readers-state.js'

/** Arguments of every reader, beside those of its twin in `fn.readers`. */
export interface ReaderOptions {
  /** Samples per batch, 1 to 65536, where nextEpoch() does not say. Without either it gives single samples. */
  batchSize?: number
  /** Batches that are read ahead, 1 to 64. Default: 2. */
  prefetchQueueDepth?: number
  /**
   * What a `for await` loop has done to the last batches in eager mode is begun for the next one, on a GPU for two, while the loop
   * is busy: it finds the results of equal calls on their way. Results do not depend on it. Default: true.
   */
  runAhead?: boolean
}

export interface EpochOptions {
  /** Samples per batch, 1 to 65536. Default: the reader's. */
  batchSize?: number | undefined
  /** Ends the loop with ABORTED; the reader stays usable, and begins its next epoch with the next loop. */
  signal?: AbortSignal | undefined
}

/** One epoch of a reader, for one loop: `for await` waits, `for` blocks the thread until a batch is there. */
export interface Epoch<Item> extends AsyncIterable<Item>, Iterable<Item> {
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, void>
  [Symbol.iterator](): Generator<Item, void, void>
}

/** Samples that are read at once where they are given one by one. */
const samplesAtOnce = 16

/** What is left to close when nobody can reach a reader any more; it must not lead to the reader. */
interface Holder {
  feed: Feed | undefined
}
const dropped = new FinalizationRegistry<Holder>(({ feed }) => {
  feed?.close().catch(() => {})
})

/** The loop that goes on. */
interface Running {
  batchSize: number | null
  /** Where the epoch began, or goes on. */
  from: ReaderPosition
  feed?: Feed
  /** Ordinal of the last sample that the loop was given; 0: none. */
  given: number
  ended: boolean
}

/**
 * Reads a data set. Make it once and keep it: it knows its place over epochs, shards included. One loop at a time; leaving a
 * loop early begins the next epoch with the next one. Closed when it is disposed, or collected. BatchItem is what it gives for a
 * batch, Item what it gives as it was made: one entry per output.
 */
export class Reader<
  Of extends Batch | Tensor = Batch | Tensor,
  BatchItem extends readonly Batch[] = Batch[],
  Item extends readonly Of[] = Of[],
> {
  private readonly graph: Graph
  private readonly args: Readonly<Record<string, Json>>
  /** Where it was made: what errors of the files name. */
  private readonly callSite: string
  private readonly batchSize: number | null
  private readonly depth: number
  private readonly runAhead: boolean
  /** The seed that was asked for. */
  private readonly givenSeed: number | undefined
  private seed: number
  private dataset: Dataset | undefined
  private readonly holder: Holder = { feed: undefined }
  private running: Running | undefined
  /** Where the next loop begins. */
  private next: ReaderPosition = { epoch: 0, position: 0 }
  /** How the epoch was begun that the next loop goes on with. */
  private resumed: ReaderState | undefined
  private closed: Promise<void> | undefined

  /** @internal `op`: the name of its twin in fn, as `readers.x`. */
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
    this.located(() => checkOptions({ prefetchQueueDepth: this.depth }))
    const recorded = (given: object) => this.located(() => record(() => call(op, [given], this.callSite)))
    const { args: settled, seed } = recorded(args).nodes[0]!
    this.givenSeed = seed
    this.seed = seed ?? randomInt(2 ** 32)
    // The seed belongs to a run: a state brings its own.
    this.graph = recorded({ ...args, seed: undefined })
    // What `shard: 'auto'` stands for is settled here.
    this.args = settled
    dropped.register(this, this.holder, this.holder)
  }

  /**
   * The next epoch: an item with one entry per output for each batch, the last one partial; for each sample where no batchSize is given.
   * After setState() it is the rest of the epoch that the state is of. Errors: INVALID_ARGUMENT, API_MIXED (another loop
   * goes on; or an epoch that was begun in batches would go on in samples, or the other way round), EMPTY_DATASET,
   * FILE_NOT_FOUND, FILE_UNREADABLE, ABORTED, PIPELINE_CLOSED.
   */
  nextEpoch(options: EpochOptions & { batchSize: number }): Epoch<BatchItem>
  nextEpoch(options?: EpochOptions): Epoch<Item>
  nextEpoch({ batchSize, signal }: EpochOptions = {}): Epoch<BatchItem | Item> {
    const site = siteOf({ site: siteBelow(this.nextEpoch) })
    const size = checkBatchSize(this.op, batchSize, site) ?? this.batchSize
    this.checkOpen(site)
    let used = false
    const claim = () => {
      if (used) throw mixed(this.op, 'This epoch was read already', 'Call nextEpoch() for each loop', site)
      const running = this.claim(size, site)
      used = true
      return running
    }
    return {
      [Symbol.asyncIterator]: () => this.loop(claim, signal) as AsyncGenerator<Item, void, void>,
      [Symbol.iterator]: () => this.loopSync(claim, signal) as Generator<Item, void, void>,
    }
  }

  /**
   * What the reader knows of its data set: the same as DALI's, and its `classes` and `ignoredFiles`. It may have to list the
   * files.
   */
  getMetadata(): ReaderMeta {
    return readerMeta(this.sampler(1), this.listSync())
  }
  /** The same as getMetadata(). */
  readerMeta(): ReaderMeta {
    return this.getMetadata()
  }
  /** Samples in the data set, all shards together. */
  get epochSize(): number {
    return this.getMetadata().epochSize
  }
  /** Steps of the next loop with that batchSize (default: the reader's; without one, samples). */
  numBatches(batchSize?: number): number {
    const size = checkBatchSize(this.op, batchSize, siteOf({ site: siteBelow(this.numBatches) })) ?? this.batchSize ?? 1
    const sampler = this.sampler(size)
    sampler.seek(this.next.epoch, 0)
    return Math.ceil((sampler.epochLength - this.next.position) / size)
  }

  /**
   * Where the reader stands, as a JSON string: in a loop, after the batch or sample that the loop has now; outside of one,
   * at the start of the next epoch, also where a loop was left early. What was read ahead does not count.
   */
  getState(): string {
    this.checkOpen(siteOf({ site: siteBelow(this.getState) }))
    const place = this.place()
    const batchSize = this.stepOf(place.position)
    const { order } = this.sampler(batchSize ?? 1).state()
    return stateText({ op: this.op, order, seed: this.seed, ...place, batchSize })
  }

  /**
   * The epoch that the next batch is of, counted from 0, and how many whole batches of it the loop has got (samples, without a
   * batchSize), also before a state that was set. So a loop over epochs begins with the right one, fresh and restored:
   * `for (let { epoch } = reader.position; epoch < epochs; epoch++) for await (const batch of reader.nextEpoch()) { ... }`.
   */
  get position(): Position {
    const { epoch, position } = this.place()
    return { epoch, batch: Math.floor(position / (this.stepOf(position) ?? 1)) }
  }

  /** The batchSize in which the epoch of `place()` was begun; null: none, or sample by sample. */
  private stepOf(position: number): number | null {
    return (position && (this.running ?? this.resumed)?.batchSize) || null
  }

  /**
   * The next loop begins where the state was taken; it brings the seed. Errors: INVALID_ARGUMENT (not a state),
   * CHECKPOINT_MISMATCH (of other data, another shard or order), API_MIXED (a loop goes on).
   */
  setState(text: string): void {
    const site = siteOf({ site: siteBelow(this.setState) })
    this.checkOpen(site)
    if (this.running) throw mixed(this.op, 'setState() was called while a loop goes on', 'Leave the loop first', site)
    const state = parseState(this.op, text, site)
    const { seed } = state
    if (this.givenSeed !== undefined && seed !== this.givenSeed) {
      throw mismatch(
        this.op,
        `Expected a state with seed ${this.givenSeed} but received one with seed ${seed}`,
        site,
        'Leave seed out: the state brings it',
      )
    }
    const sampler = this.sampler(state.batchSize ?? 1, seed)
    const { order } = sampler.state()
    if (order !== state.order) {
      throw mismatch(
        this.op,
        `Expected a state of "${order}" but received one of "${state.order}"`,
        site,
        'Use the data set, the shard and the reader options that it was taken with',
      )
    }
    // Throws where the position lies outside of the epoch.
    sampler.seek(state.epoch, state.position)
    if (seed !== this.seed) this.drop()
    this.seed = seed
    this.next = { epoch: sampler.epoch, position: sampler.position }
    this.resumed = this.next.position ? state : undefined
  }

  /** Ends the reader's threads. Batches that you have stay valid. */
  close(): Promise<void> {
    this.closed ??= this.holder.feed?.close() ?? Promise.resolve()
    this.holder.feed = undefined
    this.dataset = undefined
    dropped.unregister(this.holder)
    return this.closed
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
  /** The same without waiting for the threads. */
  [Symbol.dispose](): void {
    this.close().catch(() => {})
  }

  /** @internal A captured loop drives the reader until it gives it back. Throws API_MIXED while another loop goes on. */
  captured(): Hold {
    const site = this.callSite
    if (this.running) this.claim(null, site)
    this.checkOpen(site)
    this.drop()
    const running: Running = { batchSize: null, from: this.next, given: 0, ended: false }
    this.running = running
    this.resumed = undefined
    return {
      node: (id) => ({ ...this.graph.nodes[0]!, id }),
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

  private async *loop(claim: () => Running, signal: AbortSignal | undefined): AsyncGenerator<unknown, void, void> {
    const running = claim()
    try {
      if (!this.dataset) await this.list(signal)
      const feed = this.feed(running)
      await feed.settled()
      this.begin(running, feed, false)
      for (;;) {
        const got = await feed.next(signal)
        if (got === nothingLeft) break
        // The next batch is on its way while this one is worked on.
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
      this.listSync()
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
    this.checkOpen(site)
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

  /** What reads for this loop. A new batch size needs a new one, and so does a place within an epoch. */
  private feed({ batchSize, from }: Running): Feed {
    const padded = this.args.padLastBatch === true
    const size = batchSize ?? (padded ? 1 : samplesAtOnce)
    const { feed } = this.holder
    if (feed && !feed.closed && feed.batchSize === size && from.position === 0) return feed
    this.drop()
    const context = EvalContext.current()
    this.holder.feed = new Feed({
      graph: this.graph,
      dataset: this.dataset!,
      batchSize: size,
      seed: this.seed,
      numThreads: context.numThreads,
      threadGroup: context.threadGroup,
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

  private *items(running: Running, got: Fetched): Generator<Batch[] | Tensor[]> {
    const { readerBatch } = got
    const { storage, count } = readerBatch
    const { numOutputs } = this.graph.nodes[0]!
    const values = Array.from({ length: numOutputs }, (_, output) => Value.of(storage, output, count))
    for (const value of values) value.readerBatch = readerBatch
    if (running.batchSize !== null) {
      running.given = got.ordinal(count - 1)
      running.ended = got.last
      const item = values.map((value) => new Batch(value, null))
      readerBatch.letGo()
      yield item
      return
    }
    // The first samples may be disposed before the last ones are asked for.
    try {
      for (let i = 0; i < count; i++) {
        running.given = got.ordinal(i)
        running.ended = got.last && i === count - 1
        yield values.map((value) => new Tensor(value, i))
      }
    } finally {
      readerBatch.letGo()
    }
  }

  private end(running: Running): void {
    running.feed?.leave()
    if (this.running === running) this.running = undefined
  }

  /** After a failure a new loop has a new pipeline. */
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

  // ---- the data set ----

  private sampler(batchSize: number, seed = this.seed): Sampler {
    const { count } = this.listSync()
    return this.located(() => Sampler.fromArgs(this.op, { ...this.args, size: count }, batchSize, seed))
  }

  private listSync(): Dataset {
    this.checkOpen(this.callSite)
    return this.dataset ?? this.listed(this.located(() => indexSync(this.op, this.args)))
  }

  /** It is closed when it is collected: a value that must be made again may need it after the reader. */
  private listed(dataset: Dataset): Dataset {
    tellIgnored(dataset)
    this.dataset = dataset
    return dataset
  }

  /** On a thread of its own. */
  private async list(signal: AbortSignal | undefined): Promise<void> {
    const ended = signal ?? new AbortController().signal
    try {
      this.listed(await index(this.op, this.args, ended))
    } catch (error) {
      checkSignal(ended)
      throw this.at(error)
    }
    this.checkOpen(this.callSite)
  }

  /** Errors of the reader's arguments and files say where it was made. */
  private located<T>(body: () => T): T {
    try {
      return body()
    } catch (error) {
      throw this.at(error)
    }
  }

  private at(error: unknown): unknown {
    if (!(error instanceof PipelineError)) return error
    return errorFrom({ ...error.toJSON(), op: this.op, callSite: this.callSite, cause: error.cause })
  }

  private checkOpen(callSite: string): void {
    if (!this.closed) return
    throw errorOf('PIPELINE_CLOSED', 'The reader is closed', { op: this.op, callSite })
  }
}

function mixed(op: string, message: string, hint: string, callSite: string): PipelineError {
  return apiMixed(message, { op, hint, callSite })
}

function checkFlag(op: string, value: unknown, name: string, callSite: string): boolean {
  if (typeof value === 'boolean') return value
  const message = `Expected true or false for ${name} but received ${shown(value)}`
  throw invalidArgument(message, { op, callSite })
}

function checkBatchSize(op: string, value: unknown, callSite: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 65536) return value as number
  const message = `Expected an integer from 1 to 65536 for batchSize but received ${shown(value)}`
  throw invalidArgument(message, { op, callSite })
}
