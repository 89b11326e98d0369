// How an actor in a worker waits: in one place, on its own bell, interruptible, and counting for what.
import { receiveMessageOnPort } from 'node:worker_threads'
import type { Slot } from '../data/arena.js'
import type { PipelineErrorInfo } from '../errors.js'
import { acquire as codes, memory } from '../generated/abi.js'
import { native } from '../native.js'
import type { BudgetDeadlock } from './budget-deadlock.js'
import { type ControlWords, Signalled } from './control/control-words.js'
import { InEnd, OutEnd, type Taken } from './mailbox.js'
import type { ActorConfig, Supply } from './protocol.js'
import { type StageStats, Wait } from './stats.js'

/** How long one native wait lasts at most: the time in which a terminated worker notices. */
const waitMs = 500
/** How often a stage looks again for memory that the budget did not grant. */
const memoryPauseMs = 20
/** After so many looks it asks the others again. */
const askAgain = 10

export class BlockingWaiter {
  constructor(
    private readonly config: ActorConfig,
    readonly words: ControlWords,
    readonly stats: StageStats,
  ) {}

  /** Sleeps, ready to be woken. */
  pause(kind: Wait, pauseMs: number): void {
    let looks = 0
    this.until(kind, () => (looks++ > 1 ? true : undefined), pauseMs)
  }

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
    if (this.words.memory.takeTrim()) this.onTrim()
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
        const seq = this.words.bells.seq(bell)
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
    private readonly port: BlockingWaiter,
    config: ActorConfig,
    protected readonly index: number,
    /** Another one's end: both hold a batch each, and take turns. */
    end?: InEnd,
  ) {
    this.end = end ?? new InEnd(config, config.inputs[index]!, port.words, port.restock)
  }

  /** Holds one batch more of the same mailboxes. */
  another(config: ActorConfig): Inbox {
    return new Inbox(this.port, config, this.index, this.end)
  }

  /** Waits for a batch and holds it until release(). */
  receive(): Slot {
    this.port.stats.found(this.end.note(), this.index)
    this.held = this.port.until(Wait.starved, () => this.end.poll())
    return this.held.slot
  }

  /** The same at once, or undefined where no batch waits. */
  poll(): Slot | undefined {
    if (!this.end.waits) return undefined
    this.port.stats.found(this.end.note(), this.index)
    this.held = this.end.poll()
    return this.held?.slot
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
    private readonly port: BlockingWaiter,
    config: ActorConfig,
  ) {
    this.end = new OutEnd(config, config.output, port.words)
    this.bell = config.bell
  }
  private readonly bell: number

  /** The slot to write next; the same one until it is sent. */
  reserve(): Slot {
    const { reuseWaitMs } = this.end
    // What is shorter than the clock of a wait is not worth one.
    if (reuseWaitMs < 1) return this.port.until(Wait.blocked, () => this.end.poll())
    const until = performance.now() + reuseWaitMs
    return this.port.until(Wait.blocked, () => this.end.poll(performance.now() < until), Math.ceil(reuseWaitMs / 2))
  }

  /** One more slot, at once, to be sent after those that are reserved; undefined where there is no room. */
  reserveNext(): Slot | undefined {
    return this.end.pollNext()
  }
  /** Whether the slot that was reserved last holds `bytes` without waiting for memory. */
  growNow(bytes: number): boolean {
    return bytes <= this.end.capacity && this.end.grow(bytes)
  }
  /** Nothing is sent of what is reserved. */
  unreserve(): void {
    this.end.unhold()
  }

  /** Makes room in the reserved slot, waiting for the memory budget if need be. */
  grow(bytes: number): void {
    const deadlock = this.awaitRoom(bytes)
    if (deadlock) throw deadlock.error(bytes)
  }

  /** Waits until the slot holds `bytes`; returns what has waited where there is no hope. */
  private awaitRoom(bytes: number): BudgetDeadlock | undefined {
    if (this.end.grow(bytes)) return undefined
    const deadlock = this.end.deadlock(this.port.stats)
    let looks = 0
    const look = () => {
      if (this.end.grow(bytes)) return true
      // What is made ahead of its need just waits: its stage's other batches will be used.
      if (!this.end.alone) return undefined
      if (looks++ % askAgain === 0) this.end.noteShort()
      return deadlock.isOver() ? false : undefined
    }
    return this.port.until(Wait.memory, look, memoryPauseMs) ? undefined : deadlock
  }

  /**
   * Sets a native program up, makes the room that it asks for, and runs it; returns what it returns. A program takes its
   * scratch memory as it goes: where the budget does not hold that, all memory that is not in use is asked for, and the
   * program goes on where it was. Where nothing more will come, it is told so, and a sample that is too large is bad.
   */
  make(setup: (most: number) => number, run: (flags: number) => number): number {
    this.prepare(setup)
    return this.complete(run)
  }

  /** The first half of make(): sets up and makes room. */
  prepare(setup: (most: number) => number): void {
    let bytes = this.insist((last) => setup(last ? this.end.most : memory.mayCome))
    if (bytes > this.end.capacity) bytes = setup(this.end.capacity)
    const deadlock = this.awaitRoom(bytes)
    if (deadlock) {
      const less = setup(this.end.most)
      if (less >= bytes || !this.end.grow(less)) throw deadlock.error(less)
    }
  }

  /** The second half. */
  complete(run: (flags: number) => number): number {
    return this.insist((last) => run(last ? memory.willNotCome : memory.mayCome))
  }

  /** The first answer of `work` that is not a refusal. */
  private insist(work: (last: boolean) => number): number {
    const first = work(false)
    if (first !== memory.refused) return first
    const deadlock = this.end.deadlock(this.port.stats)
    for (;;) {
      const begin = performance.now()
      const made = this.inTurn(work, deadlock)
      if (made !== memory.refused) return made
      // Longer than the attempt took: others need the cores.
      this.port.pause(Wait.memory, Math.max(memoryPauseMs, 2 * (performance.now() - begin)))
    }
  }

  /** Asks for memory and tries again, alone. */
  private inTurn(work: (last: boolean) => number, deadlock: BudgetDeadlock): number {
    const { words } = this.port
    this.port.until(Wait.memory, () => (words.memory.takeTurn(this.bell) ? true : undefined), memoryPauseMs)
    try {
      this.port.onTrim()
      this.end.noteShort()
      return work(this.end.alone && deadlock.isOver())
    } finally {
      words.memory.endTurn()
    }
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
