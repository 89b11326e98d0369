// What a reader with shuffleBlocks reads ahead: whole blocks of the data set, from object stores and from disks, in the order
// in which they enter the window (readers/block-order.ts), and so many that those which are mixed are there when they are
// needed. Native code joins a block's samples to large reads, and gives it up behind its last sample.

import { native } from '../../native.js'
import type { ComingBlock } from '../../readers/block-order.js'
import type { Sampler } from '../../readers/sampler.js'
import { Wait } from '../stats.js'
import { type Ahead, type Drawn, lastOrdinal } from './ahead.js'
import type { StageContext } from './stage.js'

export class AheadBlocks implements Ahead {
  private coming: Iterator<ComingBlock, never> | undefined
  /** The block that is asked for next. */
  private due: ComingBlock | undefined
  /** The ordinals of the last samples of the blocks that are held. */
  private readonly held: number[] = []
  private drawn: Drawn | undefined
  /** Whether neighbours lie beside each other in files; undefined until the first block has shown it. */
  private active: boolean | undefined

  constructor(
    private readonly ctx: StageContext,
    private readonly sampler: Sampler,
    private readonly draw: () => Drawn,
    /** What reads ahead where samples are whole files. */
    private readonly files: Ahead,
  ) {}

  get idle(): boolean {
    return this.active === false && this.files.idle
  }

  next(): Drawn {
    if (this.active === false) return this.files.next()
    if (!this.drawn) {
      // The blocks are those from the sampler's place on, which drawing changes.
      this.begin()
      if (!this.active) return this.files.next()
      this.drawn = this.draw()
    }
    const upTo = lastOrdinal(this.drawn)
    this.ask(upTo)
    this.ctx.port.until(Wait.starved, () => (this.ahead(upTo, this.ctx.config.bell) === 1 ? true : undefined))
    const { drawn } = this
    this.drawn = undefined
    return drawn
  }

  done(drawn: Drawn): void {
    if (!this.active) {
      this.files.done(drawn)
      return
    }
    const last = lastOrdinal(drawn)
    this.ahead(last, -1)
    const left = this.held.findIndex((ordinal) => ordinal > last)
    this.held.splice(0, left < 0 ? this.held.length : left)
    this.ask(0)
  }

  reset(): void {
    this.files.reset()
    if (this.active) this.ahead(Number.MAX_SAFE_INTEGER, -1)
    this.held.length = 0
    this.coming = undefined
    this.drawn = undefined
  }

  private begin(): void {
    if (this.coming) return
    this.coming = this.sampler.comingBlocks()
    this.due = this.coming.next().value
    this.active = this.take(this.due)
  }

  /** Asks for the blocks that samples up to this ordinal need, and for some more. */
  private ask(upTo: number): void {
    const { blockWindow } = this.sampler
    const most = blockWindow + Math.max(4, Math.ceil(blockWindow / 2))
    while (this.due!.first < upTo || this.held.length < most) this.take(this.due!)
  }

  private take({ begin, end, first, last }: ComingBlock): boolean {
    const { programs, block, bell } = this.ctx.config
    // The first sample has the ordinal 1.
    const taken = native().programAheadBlock(programs[0]!, begin, end, first + 1, last, block.handle, bell)
    if (!taken) return false
    this.held.push(last)
    this.due = this.coming!.next().value
    return true
  }

  private ahead(upTo: number, bell: number): number {
    const { programs, block } = this.ctx.config
    return native().programAhead(programs[0]!, null, upTo, block.handle, bell)
  }
}
