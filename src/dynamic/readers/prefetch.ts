// The pipeline behind a reader: it consists of the reader's stage alone, and its batches become storages of values
// without a copy. There is one for each batch size. The next batch is requested while the consumer works on the one
// before.

import { checkSignal } from '../../actors/event-loop-waiter.js'
import { Mode } from '../../actors/protocol.js'
import { collectIfDue } from '../../data/output-memory.js'
import { originOf, type TensorList } from '../../data/tensor-list.js'
import { resolveOptions } from '../../definition/options.js'
import { Engine } from '../../engine/engine.js'
import { fileUnreadable } from '../../errors/factories.js'
import { lower } from '../../graph/lower.js'
import { executors } from '../../graph/policy.js'
import type { Graph } from '../../graph/types.js'
import type { ReaderPosition } from '../../native/dataset.js'
import type { Dataset } from '../../readers/dataset.js'
import type { ReaderOrder } from '../../readers/reader-order.js'
import { LoopPredictor, ReaderBatch } from '../scheduling/loop-predictor.js'
import { logBatch, type Track } from '../trace/trace-log.js'
import { Storage } from '../values/storage.js'

/** One batch of a reader. Its outputs are places 0, 1, ... of the storage. */
export interface Fetched {
  readerBatch: ReaderBatch
  /** Number of samples that the reader had given with sample i, this one included. */
  ordinal(i: number): number
  /** The batch ends the epoch. */
  last: boolean
}

/** Stands for the end of an epoch without a further batch: all samples that were left had been skipped. */
export const nothingLeft = Symbol('nothing left')

type Got = Fetched | typeof nothingLeft

/** The epoch of a batch, and whether it is its first one. */
interface Turn {
  epoch: number
  first: boolean
}

/** A requested batch. */
interface Ahead extends Turn {
  batch: Promise<Got>
  /** The batch, once it is there. */
  got?: Got
}

export interface FeedOptions {
  graph: Graph
  dataset: Dataset
  batchSize: number
  seed: number
  numThreads: number
  threadGroup: number
  /** The GPU that makes the outputs; null: none. */
  deviceId: number | null
  prefetchQueueDepth: number
  /** The position at which it begins to read. */
  origin: ReaderPosition
  /** Whether work on a batch may be begun before the loop asks for it. */
  runAhead: boolean
}

/** Reads the batches of one reader ahead of its loop. */
export class Feed {
  readonly batchSize: number
  /** Its row in a trace. */
  private readonly track: Track
  private readonly options: FeedOptions
  private readonly predictor: LoopPredictor
  private readonly engine: Engine<TensorList[]>
  private readonly order: ReaderOrder
  /** The position at which the reader last restarted; ordinals count from there. */
  private origin: ReaderPosition
  /** The epoch of the batch that is requested next. */
  private coming: Turn
  /** The requested batches, in order; only the last one may not be there yet. */
  private queue: Ahead[] = []
  /** Aborts the requests of the present epoch when the reader is restarted. */
  private left = new AbortController()
  /** Resolves when the requests that were aborted have ended. */
  private stale: Promise<void> | undefined

  constructor(given: FeedOptions) {
    const { graph, dataset, batchSize, origin, threadGroup, runAhead: _, ...rest } = given
    this.options = given
    this.predictor = new LoopPredictor(given.runAhead)
    this.batchSize = batchSize
    this.track = { name: `${graph.nodes[0]!.op}, batches of ${batchSize}` }
    this.origin = origin
    this.coming = { epoch: origin.epoch, first: true }
    const options = { ...resolveOptions({ batchSize, ...rest }), threadGroup }
    const plan = lower(graph, options, executors[options.executor])
    this.engine = new Engine(plan, graph, options)
    // Native code reads a slot by its handle.
    this.engine.inSlots = true
    this.engine.inputs.readers.give([dataset])
    const [[stage, order]] = [...this.engine.inputs.readers.orders()] as [[number, ReaderOrder]]
    this.order = order
    this.engine.resume({ places: new Map([[stage, { ...origin, iteration: 0 }]]), last: origin.epoch, ended: 0 })
  }

  /** Whether no further batch will come, because the feed was closed or has failed. */
  get closed(): boolean {
    return this.engine.closing !== undefined
  }

  /** Number of batches in use. */
  get outstanding(): number {
    return this.engine.delivery?.outstanding ?? 0
  }

  /** The reader's position after the sample with this ordinal. */
  placeAfter(ordinal: number): ReaderPosition {
    return this.order.at(this.origin, ordinal)
  }

  /** Resolves when the requests of an epoch that was left early have ended. */
  async settled(): Promise<void> {
    await this.stale
  }

  /**
   * Begins `epoch`. Batches that were read ahead are used if the epoch before was read to its end; otherwise the reader
   * restarts. `sync`: the loop blocks, so a batch that was requested asynchronously and is not there yet cannot be
   * used.
   */
  begin(epoch: number, sync: boolean): void {
    const [ahead] = this.queue
    const next = ahead ?? this.coming
    const there = !this.left.signal.aborted && !(sync && ahead && !ahead.got)
    if (there && next.first && next.epoch === epoch) return
    this.abandon()
    this.engine.restart(epoch)
    this.origin = { epoch, position: 0 }
    this.coming = { epoch, first: true }
  }

  /**
   * Requests the next batch for next(), and once that is there as many more as the loop predictor wants. After the end
   * of an epoch only the first batch of the next epoch is requested until a loop begins that epoch.
   */
  request(): void {
    const last = this.queue.at(-1)
    if (last && (!last.got || last.first || this.queue.length >= this.predictor.reach)) return
    collectIfDue()
    const ahead: Ahead = { ...this.coming, batch: this.fetch() }
    this.queue.push(ahead)
    ahead.batch.then(
      (got) => {
        ahead.got = got
        if (!this.queue.includes(ahead)) return
        // An epoch's first batch is not predicted: user code may do anything between epochs.
        if (got !== nothingLeft && !ahead.first) this.predictor.arrived(got.readerBatch)
        this.request()
      },
      // next() throws the error.
      () => {},
    )
  }

  /** The next batch. Throws ABORTED when `signal` fires, and the errors of the reader. */
  async next(signal?: AbortSignal): Promise<Got> {
    checkSignal(signal)
    this.request()
    const { left } = this
    const ahead = this.queue[0]!
    const abort = () => left.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    try {
      return this.handed(await ahead.batch)
    } finally {
      if (this.queue[0] === ahead) this.queue.shift()
      signal?.removeEventListener('abort', abort)
    }
  }

  /** As next(), blocking the thread. */
  nextSync(): Got {
    const got = this.queue.shift()?.got
    if (got) return this.handed(got)
    const asked = performance.now()
    collectIfDue()
    const delivery = this.engine.readySync(Mode.epoch)
    const batch = this.engine.nextSync({ until: 'it is disposed' })
    return this.handed(this.taken(batch?.outputs, delivery.ended !== 0, this.left, asked))
  }

  private handed(got: Got): Got {
    if (got !== nothingLeft) this.predictor.given(got.readerBatch)
    return got
  }

  private async fetch(): Promise<Got> {
    const { left } = this
    const { signal } = left
    const asked = performance.now()
    const delivery = await this.engine.ready(Mode.epoch, signal)
    const batch = await this.engine.next({ until: 'it is disposed', signal })
    return this.taken(batch?.outputs, delivery.ended !== 0, left, asked)
  }

  private taken(outputs: TensorList[] | undefined, last: boolean, of: AbortController, asked: number): Got {
    const { epoch } = this.coming
    // A batch that was requested before the reader restarted says nothing about the present epoch.
    if (of === this.left) this.coming = last ? { epoch: epoch + 1, first: true } : { epoch, first: false }
    if (!outputs) return nothingLeft
    const { slot, lease } = originOf(outputs[0]!)!
    const { count } = lease
    if (of === this.left) logBatch(this.track, asked, epoch, count, slot.usedBytes)
    // The ordinals are read now because the slot may go back later.
    const first = slot.sample(0).ordinal
    const end = slot.sample(count - 1).ordinal
    const dense = end - first === count - 1
    const ordinals = dense ? undefined : Array.from({ length: count }, (_, i) => slot.sample(i).ordinal)
    const storage = Storage.ofSlot(slot, lease)
    // `renew` must not refer to this feed: a value may outlive the reader.
    const { options, order, origin } = this
    const renew = () => renewed({ ...options, origin: order.at(origin, first - 1) }, count)
    const readerBatch = new ReaderBatch(this.predictor, storage, count, renew)
    return { readerBatch, last, ordinal: (i) => ordinals?.[i] ?? first + i }
  }

  /** A loop is over: drops the requests of a loop that was left early. */
  leave(): void {
    this.predictor.forget()
    if (this.queue.some(({ first }) => !first)) this.abandon()
  }

  /** Aborts all requests and drops the batches that they bring. */
  private abandon(): void {
    this.predictor.forget()
    this.left.abort()
    this.left = new AbortController()
    const { queue } = this
    this.queue = []
    if (!queue.length) return
    // Until the reader restarts, the next batch is not the first of an epoch.
    this.coming = { epoch: queue[0]!.epoch, first: false }
    const gone = queue.map(async ({ batch }) => {
      const got = await batch
      if (got !== nothingLeft) got.readerBatch.letGo()
    })
    this.stale = Promise.allSettled(gone).then(() => {})
  }

  /** Ends the threads; batches in use stay valid. */
  async close(): Promise<void> {
    this.abandon()
    await this.stale
    await this.engine.close()
  }
}

/** Reads a batch again, blocking the thread. Throws FILE_UNREADABLE if the files have changed. */
function renewed(options: FeedOptions, count: number): Storage {
  const feed = new Feed({ ...options, prefetchQueueDepth: 1 })
  try {
    const got = feed.nextSync()
    const readerBatch = got === nothingLeft ? undefined : got.readerBatch
    if (readerBatch?.count === count) return readerBatch.storage
    readerBatch?.letGo()
    const message = `Expected the ${count} samples of before but ${readerBatch ? `there are ${readerBatch.count}` : 'there are none'}`
    const hint = 'Keep the files as they are while values are made from them'
    throw fileUnreadable(message, { op: options.graph.nodes[0]!.op, hint })
  } finally {
    feed.close().catch(() => {})
  }
}
