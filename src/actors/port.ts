// How an actor in a worker waits: in one place, on its own bell, interruptible, and counting for what.
import { receiveMessageOnPort } from 'node:worker_threads'
import type { PipelineErrorInfo } from '../errors.js'
import { acquire as codes } from '../generated/abi.js'
import { native } from '../native.js'
import type { Slot } from './arena.js'
import { type ControlWords, Signalled } from './block.js'
import { InEnd, OutEnd, type Taken } from './mailbox.js'
import { Patience } from './patience.js'
import type { ActorConfig, Supply } from './protocol.js'
import { type StageStats, Wait } from './stats.js'

/** How long one native wait lasts at most: the time in which a terminated worker notices. */
const waitMs = 500
/** How often a stage looks again for memory that the budget did not grant. */
const memoryPauseMs = 20

export class Port {
  constructor(
    private readonly config: ActorConfig,
    readonly words: ControlWords,
    readonly stats: StageStats,
  ) {}

  /** Called when the pipeline wants memory back; must be harmless at any time. */
  onTrim: () => void = () => {}

  /** Takes in slots that were announced. */
  readonly restock = (): void => {
    for (;;) {
      const news = receiveMessageOnPort(this.config.supply) as { message: Supply } | undefined
      if (!news) return
      const { owner, slots } = news.message
      const { inputs, output } = this.config
      const stocks = [output, ...inputs.flatMap((inbox) => inbox.mailboxes)].filter((stock) => stock.owner === owner)
      for (const stock of stocks) stock.slots.push(...slots)
    }
  }

  /** What a control signal may be about, besides stopping and new generations. */
  news(): void {
    this.restock()
    if (this.words.takeTrim()) this.onTrim()
  }

  /** The first value of `look` that is not undefined; throws Signalled when the control words have news. */
  until<T>(kind: Wait, look: () => T | undefined, pauseMs = waitMs): T {
    const now = look()
    if (now !== undefined) return now
    const { block, bell } = this.config
    this.stats.waitBegin(kind)
    try {
      // The signal that came with it may be gone.
      this.restock()
      for (;;) {
        const seq = this.words.bellSeq(bell)
        const found = look()
        if (found !== undefined) return found
        if (native().wait(block.handle, bell, seq, pauseMs) !== codes.signalled) continue
        this.news()
        if (!this.words.isOldNews(bell)) throw new Signalled()
      }
    } finally {
      this.stats.waitEnd()
    }
  }
}

/** Takes batches, one at a time. */
export class Inbox {
  protected readonly end: InEnd
  protected held: Taken | undefined

  constructor(
    private readonly port: Port,
    config: ActorConfig,
    protected readonly index: number,
  ) {
    this.end = new InEnd(config, config.inputs[index]!, port.words, port.restock)
  }

  /** Waits for a batch and holds it until release(). */
  receive(): Slot {
    this.port.stats.found(this.end.note(), this.index)
    this.held = this.port.until(Wait.starved, () => this.end.poll())
    return this.held.slot
  }

  get current(): Slot | undefined {
    return this.held?.slot
  }

  release(): void {
    if (!this.held) return
    const taken = this.held
    this.held = undefined
    this.end.give(taken)
  }
}

/** Hands batches over. */
export class Outbox {
  protected readonly end: OutEnd

  constructor(
    private readonly port: Port,
    config: ActorConfig,
  ) {
    this.end = new OutEnd(config, config.output, port.words)
  }

  /** The slot to write next; the same one until it is sent. */
  reserve(): Slot {
    return this.port.until(Wait.blocked, () => this.end.poll())
  }

  /** Makes room in the reserved slot, waiting for the memory budget if need be. */
  grow(bytes: number): void {
    if (this.end.grow(bytes)) return
    const patience = new Patience(this.port.words)
    const look = () => {
      if (this.end.grow(bytes)) return true
      patience.check()
      return undefined
    }
    this.port.until(Wait.memory, look, memoryPauseMs)
  }

  send(samples: number, bytes: number): void {
    this.port.stats.batch(samples, bytes)
    this.end.send()
  }

  sendFailure(id: number, error: PipelineErrorInfo): void {
    this.reserve()
    this.port.stats.batch(0, 0)
    this.end.sendFailure(id, error)
  }

  trim(): number {
    return this.end.trim()
  }
}
