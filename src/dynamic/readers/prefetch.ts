// The pipeline behind a reader: its stage alone, whose batches become storages of values without a copy. One per batch size;
// the next batch is asked for while the consumer works on the one before.

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
import type { Dataset } from '../../readers/dataset.js'
import type { ReaderPosition, Sampler } from '../../readers/sampler.js'
import { LoopPredictor, ReaderBatch } from '../scheduling/loop-predictor.js'
import { logBatch, type Track } from '../trace/trace-log.js'
import { Storage } from '../values/storage.js'

/** One step of a reader. Its outputs are places 0, 1, ... of the storage. */
export interface Fetched {
  readerBatch: ReaderBatch
  /** How many samples the reader had given with sample i, this one included. */
  ordinal(i: number): number
  /** It ends the epoch. */
  last: boolean
}

/** An epoch's end that came without a sample: all that were left had been skipped. */
export const nothingLeft = Symbol('nothing left')

type Got = Fetched | typeof nothingLeft

/** The epoch of a batch, and whether it is its first one. */
interface Turn {
  epoch: number
  first: boolean
}

/** A batch on its way. */
interface Ahead extends Turn {
  batch: Promise<Got>
  /** It is there. */
  got?: Got
}

export interface FeedOptions {
  graph: Graph
  dataset: Dataset
  batchSize: number
  seed: number
  numThreads: number
  threadGroup: number
  prefetchQueueDepth: number
  /** Where it begins. */
  origin: ReaderPosition
  /** What the loop does to its batches may be begun before it does. */
  runAhead: boolean
}

export class Feed {
  readonly batchSize: number
  /** In a trace. */
  private readonly track: Track
  private readonly options: FeedOptions
  private readonly predictor: LoopPredictor
  private readonly engine: Engine<TensorList[]>
  private readonly sampler: Sampler
  /** Where the reader last began anew: what ordinals count from. */
  private origin: ReaderPosition
  /** What the next batch to be asked for belongs to. */
  private coming: Turn
  /** The next batches; only the last one may be on its way still. */
  private queue: Ahead[] = []
  /** Ends what waits, when the reader is made to begin anew. */
  private left = new AbortController()
  /** What was on its way then. */
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
    this.engine.inputs.give([dataset])
    const [[stage, sampler]] = [...this.engine.inputs.sampling()] as [[number, Sampler]]
    this.sampler = sampler
    this.engine.resume({ places: new Map([[stage, { ...origin, iteration: 0 }]]), last: origin.epoch, ended: 0 })
  }

  /** Nothing comes any more: it was closed, or something failed. */
  get closed(): boolean {
    return this.engine.closing !== undefined
  }

  /** Batches that are in use. */
  get outstanding(): number {
    return this.engine.delivery?.outstanding ?? 0
  }

  /** Where the reader stands after the sample with this ordinal. */
  placeAfter(ordinal: number): ReaderPosition {
    return this.sampler.advance(this.origin, ordinal)
  }

  /** What an epoch that was left had asked for. */
  async settled(): Promise<void> {
    await this.stale
  }

  /**
   * Begins `epoch`; what was read ahead counts where the epoch before was read to its end. `sync`: a batch that is on its way
   * cannot be waited for.
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
   * Asks for the next batch, which next() gives, and when that is there for as many more as the predictor wants. Behind an epoch's end
   * comes the first one of the next epoch, and then none before a loop begins that.
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
        // Between epochs there may be anything.
        if (got !== nothingLeft && !ahead.first) this.predictor.arrived(got.readerBatch)
        this.request()
      },
      // Whoever takes it hears of its failure.
      () => {},
    )
  }

  /** The next batch. Throws ABORTED when `signal` fires, and what fails in the reader. */
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

  /** The same, blocking the thread. */
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
    // What began before the reader was made to begin anew says nothing of the present epoch.
    if (of === this.left) this.coming = last ? { epoch: epoch + 1, first: true } : { epoch, first: false }
    if (!outputs) return nothingLeft
    const { slot, lease } = originOf(outputs[0]!)!
    const { count } = lease
    if (of === this.left) logBatch(this.track, asked, epoch, count, slot.usedBytes)
    // Read before the slot may go back.
    const first = slot.sample(0).ordinal
    const end = slot.sample(count - 1).ordinal
    const dense = end - first === count - 1
    const ordinals = dense ? undefined : Array.from({ length: count }, (_, i) => slot.sample(i).ordinal)
    const storage = Storage.ofSlot(slot, lease)
    // It must not lead here: a value may outlive the reader.
    const { options, sampler, origin } = this
    const renew = () => renewed({ ...options, origin: sampler.advance(origin, first - 1) }, count)
    const readerBatch = new ReaderBatch(this.predictor, storage, count, renew)
    return { readerBatch, last, ordinal: (i) => ordinals?.[i] ?? first + i }
  }

  /** A loop is over. One that was left early has no use for what it had asked for. */
  leave(): void {
    this.predictor.forget()
    if (this.queue.some(({ first }) => !first)) this.abandon()
  }

  /** Nothing that is on its way may reach anybody. */
  private abandon(): void {
    this.predictor.forget()
    this.left.abort()
    this.left = new AbortController()
    const { queue } = this
    this.queue = []
    if (!queue.length) return
    // What comes next is no epoch's first batch until the reader begins anew.
    this.coming = { epoch: queue[0]!.epoch, first: false }
    const gone = queue.map(async ({ batch }) => {
      const got = await batch
      if (got !== nothingLeft) got.readerBatch.letGo()
    })
    this.stale = Promise.allSettled(gone).then(() => {})
  }

  /** Ends the threads; batches that somebody has stay valid. */
  async close(): Promise<void> {
    this.abandon()
    await this.stale
    await this.engine.close()
  }
}

/** A batch once more, blocking the thread. Throws FILE_UNREADABLE where the files are others now. */
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
