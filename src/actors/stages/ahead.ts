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
/** Reads that are asked for and not used yet: enough for 64 requests at one time, and for many more to wait. */
const mostReads = 1024
/** Samples that are drawn and not used yet: where they lie beside each other, so that small ones make large reads; and where nothing has to be read. */
const mostSamples = 2 ** 15
const mostKept = 1024
/** Batches that are asked for together, at least; and the bytes and samples of which more gain nothing. */
const leastTogether = 4
const bytesTogether = 2 ** 21
const samplesTogether = 2 ** 14

export class AheadDraws implements Ahead {
  private readonly queue: Drawn[] = []
  private planned = 0
  private reads = 0
  private samples = 0
  /** What a batch of those that were asked for last takes. */
  private perBatch = { bytes: 0, reads: 0, samples: 0 }
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
    const drawn = this.queue.shift()!
    this.samples -= drawn.count
    return drawn
  }

  done(drawn: Drawn): void {
    if (!this.active) return
    this.count(this.ahead(null, lastOrdinal(drawn), -1))
    this.fill()
  }

  reset(): void {
    if (this.active) this.ahead(null, Number.MAX_SAFE_INTEGER, -1)
    this.queue.length = 0
    this.samples = 0
    this.count(0)
  }

  private count(planned: number): void {
    this.planned = planned
    this.reads = planned > 0 ? this.ahead(null, 0, -2) : 0
  }

  /** Asks for the samples of the next batches, until enough is asked for. */
  private fill(): void {
    // The first batch alone shows where the files lie.
    if (this.active === undefined) this.plan(1)
    const below = (share: number) => {
      const most = this.perBatch.bytes ? mostSamples : mostKept
      return this.planned < mostBytes * share && this.reads < mostReads * share && this.samples < most * share
    }
    // It waits until several batches can be asked for, because what is asked for together can be read together.
    if (!this.active || (this.queue.length && !below(0.5))) return
    while (!this.queue.length || below(1)) this.plan(this.together())
  }

  /** How many batches are asked for next: with neighbours among their samples as many as make a large read. */
  private together(): number {
    const { bytes, reads, samples } = this.perBatch
    if (!bytes || !samples) return leastTogether
    const room = (mostReads - this.reads) / (reads || 1)
    return Math.max(leastTogether, Math.floor(Math.min(bytesTogether / bytes, samplesTogether / samples, room)))
  }

  /** Draws so many batches, and asks for their samples. */
  private plan(batches: number): void {
    const drawn = Array.from({ length: batches }, () => this.draw())
    this.queue.push(...drawn)
    const { planned, reads } = this
    this.count(this.ahead(new Float64Array(drawn.flatMap((d) => Array.from(d.ids))), this.disks ? 1 : 0))
    this.active = this.planned >= 0
    const samples = drawn.reduce((sum, { count }) => sum + count, 0)
    this.samples += samples
    this.perBatch = {
      bytes: Math.max(0, this.planned - planned) / batches,
      reads: (this.reads - reads) / batches,
      samples: samples / batches,
    }
  }

  private ahead(ids: Float64Array | null, upTo: number, bell = this.ctx.config.bell): number {
    const { programs, block } = this.ctx.config
    return native().programAhead(programs[0]!, ids, upTo, block.handle, bell)
  }
}

export const lastOrdinal = ({ ids, count }: Drawn): number => ids[4 * count - 1]!
