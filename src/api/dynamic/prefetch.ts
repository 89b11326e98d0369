// The pipeline behind a reader: its stage alone, whose batches become homes of values without a copy. One per batch size;
// the next batch is asked for while the consumer works on the one before.
import { checkSignal } from '../../actors/desk.js'
import { Mode } from '../../actors/protocol.js'
import { lower } from '../../graph/lower.js'
import { executors } from '../../graph/policy.js'
import type { Graph } from '../../graph/types.js'
import type { FileDataset } from '../../readers/dataset.js'
import type { Place, Sampler } from '../../readers/sampler.js'
import { Engine } from '../engine.js'
import { resolveOptions } from '../options.js'
import { originOf, type TensorList } from '../tensor-list.js'
import { Home } from './home.js'

/** One step of a reader. Its outputs are places 0, 1, ... of the home. */
export interface Fetched {
  home: Home
  count: number
  /** How many samples the reader had given with sample i, this one included. */
  ordinal(i: number): number
  /** It ends the epoch. */
  last: boolean
  /** Nobody took it. */
  drop(): void
}

/** An epoch's end that came without a sample: all that were left had been skipped. */
export const nothingLeft = Symbol('nothing left')

/**
 * With more batches out than this, new ones are copied into memory that the garbage collector owns: a loop that never
 * yields, and disposes of nothing, would otherwise take a new slot with each step.
 */
const mostOut = 16

export interface FeedOptions {
  graph: Graph
  dataset: FileDataset
  batchSize: number
  seed: number
  numThreads: number
  prefetchQueueDepth: number
  /** Where it begins. */
  origin: Place
}

export class Feed {
  readonly batchSize: number
  private readonly engine: Engine<TensorList[]>
  private readonly sampler: Sampler
  /** Where the reader last began anew: what ordinals count from. */
  private origin: Place
  /** The epoch that the stage is in, or about to begin; undefined in the middle of one. */
  private upcoming: number | undefined
  private epoch = 0
  /** Ends what waits, when the epoch is left. */
  private left = new AbortController()
  /** The next batch, on its way. */
  private ahead: Promise<Fetched | typeof nothingLeft> | undefined
  /** What was on its way when an epoch was left. */
  private stale: Promise<void> | undefined

  constructor({ graph, dataset, batchSize, origin, ...rest }: FeedOptions) {
    this.batchSize = batchSize
    this.origin = origin
    this.epoch = origin.epoch
    this.upcoming = origin.epoch
    const options = resolveOptions({ batchSize, ...rest })
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

  /** Batches that somebody has. */
  get outstanding(): number {
    return this.engine.delivery?.outstanding ?? 0
  }

  /** Where the reader stands after the sample with this ordinal. */
  placeAfter(ordinal: number): Place {
    return this.sampler.advance(this.origin, ordinal)
  }

  /** What an epoch that was left had asked for. */
  async settled(): Promise<void> {
    await this.stale
  }

  /** Begins `epoch`; what was prefetched counts where the epoch before was read to its end. */
  begin(epoch: number): void {
    if (this.upcoming !== epoch) {
      this.engine.restart(epoch)
      this.origin = { epoch, position: 0 }
    }
    this.epoch = epoch
    this.upcoming = undefined
    if (this.engine.delivery) this.engine.delivery.ended = 0
    this.left = new AbortController()
  }

  /** Asks for the next batch, which next() gives. */
  request(): void {
    this.ahead ??= this.fetch()
    // Whoever takes it hears of its failure.
    this.ahead.catch(() => {})
  }

  /** The next batch. Throws ABORTED when `signal` fires, and what fails in the reader. */
  async next(signal?: AbortSignal): Promise<Fetched | typeof nothingLeft> {
    checkSignal(signal)
    this.request()
    const { ahead, left } = this
    const abort = () => left.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    try {
      return await ahead!
    } finally {
      this.ahead = undefined
      signal?.removeEventListener('abort', abort)
    }
  }

  /** The same, blocking the thread. */
  nextSync(): Fetched | typeof nothingLeft {
    const delivery = this.engine.readySync(Mode.epoch)
    return this.taken(this.engine.nextSync({ until: 'it is disposed' })?.outputs, delivery.ended !== 0, this.left)
  }

  private async fetch(): Promise<Fetched | typeof nothingLeft> {
    const { left } = this
    const { signal } = left
    const delivery = await this.engine.ready(Mode.epoch, signal)
    const batch = await this.engine.next({ until: 'it is disposed', signal })
    return this.taken(batch?.outputs, delivery.ended !== 0, left)
  }

  private taken(
    outputs: TensorList[] | undefined,
    last: boolean,
    of: AbortController,
  ): Fetched | typeof nothingLeft {
    // An epoch that was left while this was on its way says nothing of the present one.
    if (last && of === this.left) this.upcoming = this.epoch + 1
    if (!outputs) return nothingLeft
    const { slot, lease } = originOf(outputs[0]!)!
    const { count } = lease
    // Read before the slot may go back.
    const first = slot.sample(0).ordinal
    const end = slot.sample(count - 1).ordinal
    const dense = end - first === count - 1
    const ordinals = dense ? undefined : Array.from({ length: count }, (_, i) => slot.sample(i).ordinal)
    let home: Home
    if (this.outstanding > mostOut) {
      home = Home.ofBytes(new Uint8Array(slot.buffer, 0, slot.usedBytes).slice())
      lease.release()
    } else home = Home.ofSlot(slot, lease)
    const drop = () => {
      home.use()
      home.leave()
    }
    return { home, count, last, drop, ordinal: (i) => ordinals?.[i] ?? first + i }
  }

  /** The epoch is over, or was left: nothing that is on its way may reach the next one. */
  leave(): void {
    this.left.abort()
    const { ahead } = this
    this.ahead = undefined
    this.stale = ahead?.then(
      (batch) => {
        if (batch !== nothingLeft) batch.drop()
      },
      () => {},
    )
  }

  /** Ends the threads; batches that somebody has stay valid. */
  async close(): Promise<void> {
    this.leave()
    await this.stale
    await this.engine.close()
  }
}
