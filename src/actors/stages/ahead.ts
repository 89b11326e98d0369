// What a reader reads ahead from object stores, and with `readAhead` from disks: the sampler's next batches are drawn before their turn, native code asks
// for what their samples need (native/dataset/read_ahead.h), and a batch is made when all of it has come. So no thread of the
// pool waits for the network. Where there is nothing to read ahead, batches are drawn when they are made.

import { native } from '../../native.js'
import { Wait } from '../stats.js'
import type { StageContext } from './stage.js'

/** Samples that the sampler has chosen. */
export interface Drawn {
  /** Four numbers per sample: index, epoch, flags, ordinal. */
  ids: Float64Array
  count: number
  /** The first sample that is not read yet. */
  next: number
  /** Whether an epoch ends after these samples. */
  endOfEpoch: boolean
}

/** What a reader draws its samples from. */
export interface Ahead {
  /** Whether it is known that there is nothing to read ahead. */
  readonly idle: boolean
  /** Returns the samples that come next, when their bytes are there. Throws Signalled, and then continues there. */
  next(): Drawn
  /** Gives up the bytes of these samples, which were read, and asks for more. */
  done(drawn: Drawn): void
  /** Gives up everything, because the reader goes on elsewhere. */
  reset(): void
}

/** Bytes that are asked for and not used yet. The batch that is made next is asked for whatever it takes. */
const mostBytes = 2 ** 27
/** Samples that are asked for and not used yet: enough for 64 requests at one time, and for as many to wait. */
const mostSamples = 1024
const mostBatches = 64
/** Batches that are asked for together. */
const together = 4

export class AheadDraws implements Ahead {
  private readonly queue: Drawn[] = []
  private planned = 0
  /** Whether there is something to read ahead; undefined until the first batch has shown it. */
  private active: boolean | undefined

  constructor(
    private readonly ctx: StageContext,
    /** Whether files on disks are read ahead too. */
    private readonly disks: boolean,
    private readonly draw: () => Drawn,
  ) {}

  get idle(): boolean {
    return this.active === false
  }

  next(): Drawn {
    if (this.active === false) return this.draw()
    this.fill()
    if (this.active) {
      const upTo = lastOrdinal(this.queue[0]!)
      this.ctx.port.until(Wait.starved, () => (this.ahead(null, upTo) === 1 ? true : undefined))
    }
    return this.queue.shift()!
  }

  done(drawn: Drawn): void {
    if (!this.active) return
    this.planned = this.ahead(null, lastOrdinal(drawn), -1)
    this.fill()
  }

  reset(): void {
    if (this.active) this.ahead(null, Number.MAX_SAFE_INTEGER, -1)
    this.queue.length = 0
    this.planned = 0
  }

  /** Asks for the samples of the next batches, until enough is asked for. */
  private fill(): void {
    // The first batch alone shows where the files lie.
    if (this.active === undefined) this.plan(1)
    const samples = () => this.queue.reduce((sum, { count }) => sum + count, 0)
    const below = (share: number) => this.planned < mostBytes * share && samples() < mostSamples * share
    // It waits until several batches can be asked for, because what is asked for together can be read together.
    if (!this.active || (this.queue.length && !below(0.5))) return
    while (!this.queue.length || (below(1) && this.queue.length < mostBatches)) this.plan(together)
  }

  /** Draws so many batches, and asks for their samples. */
  private plan(batches: number): void {
    const drawn = Array.from({ length: batches }, () => this.draw())
    this.queue.push(...drawn)
    this.planned = this.ahead(new Float64Array(drawn.flatMap((d) => Array.from(d.ids))), this.disks ? 1 : 0)
    this.active = this.planned >= 0
  }

  private ahead(ids: Float64Array | null, upTo: number, bell = this.ctx.config.bell): number {
    const { programs, block } = this.ctx.config
    return native().programAhead(programs[0]!, ids, upTo, block.handle, bell)
  }
}

export const lastOrdinal = ({ ids, count }: Drawn): number => ids[4 * count - 1]!
