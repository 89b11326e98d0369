// Lets an actor in a worker wait: always in one place, on its own bell. Signals interrupt it, and statistics count its
// waits.
import { receiveMessageOnPort } from 'node:worker_threads'
import type { Slot } from '../data/arena.js'
import type { PipelineErrorInfo } from '../errors.js'
import { acquire as codes, memory } from '../generated/abi.js'
import { native } from '../native.js'
import type { BudgetDeadlock } from './budget-deadlock.js'
import { type ControlWords, Signalled } from './control/control-words.js'
import { InEnd, OutEnd, type Taken } from './mailbox.js'
import type { ActorConfig, Move, Supply } from './protocol.js'
import { type StageStats, Wait } from './stats.js'

/** The longest native wait; a terminated worker notices its end after this time at most. */
const waitMs = 500
/** The interval in which a stage tries again to get memory that the budget did not grant. */
const memoryPauseMs = 20
/** After this many attempts it asks the other actors again to give unused memory back. */
const askAgain = 10

export class BlockingWaiter {
  constructor(
    private readonly config: ActorConfig,
    readonly words: ControlWords,
    readonly stats: StageStats,
  ) {}

  /** Sleeps for about `pauseMs`. A signal wakes it. */
  pause(kind: Wait, pauseMs: number): void {
    let looks = 0
    this.until(kind, () => (looks++ > 1 ? true : undefined), pauseMs)
  }

  /** Called when the pipeline wants unused memory back. It may be called while the actor waits anywhere. */
  onTrim: () => void = () => {}

  /** The last place that a reader was told. */
  moved: Move | undefined

  /** Reads the messages: adds new slots to the mailboxes that they belong to, and keeps the last place. */
  readonly restock = (): void => {
    for (;;) {
      const news = receiveMessageOnPort(this.config.supply) as { message: Supply | Move } | undefined
      if (!news) return
      if ('generation' in news.message) {
        this.moved = news.message
        continue
      }
      const { owner, slots } = news.message
      const { inputs, output } = this.config
      const stocks = [output, ...inputs.flatMap((inbox) => inbox.mailboxes)].filter((stock) => stock.owner === owner)
      for (const stock of stocks) stock.slots.push(...slots)
    }
  }

  /**
   * Handles what a control signal can mean besides stopping and new generations: new slots, and requests for memory.
   */
  news(): void {
    this.restock()
    if (this.words.memory.takeTrim()) this.onTrim()
  }

  /** Waits for the first value of `look` that is not undefined. Throws Signalled when the control words have news. */
  until<T>(kind: Wait, look: () => T | undefined, pauseMs = waitMs): T {
    const now = look()
    if (now !== undefined) return now
    const { block, bell } = this.config
    this.stats.waitBegin(kind)
    try {
      // An earlier wait may have consumed the signal that announced new slots.
      this.restock()
      for (;;) {
        const seq = this.words.bells.seq(bell)
        const found = look()
        if (found !== undefined) return found
        if (native().wait(block.handle, bell, seq, pauseMs) !== codes.signalled) continue
        this.news()
        if (this.words.takeNews(bell)) throw new Signalled()
      }
    } finally {
      this.stats.waitEnd()
    }
  }
}

/** Takes batches from one edge, and holds one at a time. */
export class Inbox {
  protected readonly end: InEnd
  protected held: Taken | undefined

  constructor(
    private readonly port: BlockingWaiter,
    config: ActorConfig,
    protected readonly index: number,
    /** The end of another inbox of the same edge: each of the two holds one batch, and they take batches in turn. */
    end?: InEnd,
  ) {
    this.end = end ?? new InEnd(config, config.inputs[index]!, port.words, port.restock)
  }

  /** Makes another inbox of the same mailboxes, to hold one batch more. */
  another(config: ActorConfig): Inbox {
    return new Inbox(this.port, config, this.index, this.end)
  }

  /** Waits for a batch and holds it until release(). */
  receive(): Slot {
    this.port.stats.found(this.end.note(), this.index)
    this.held = this.port.until(Wait.starved, () => this.end.poll())
    return this.held.slot
  }

  /** Takes a batch without waiting and holds it; undefined where no batch waits. */
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

/** Writes batches into slots and hands them over. */
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

  /** Waits for the slot to write next. It is the same slot until it is sent. */
  reserve(): Slot {
    const { reuseWaitMs } = this.end
    // A wait below 1 ms is shorter than the resolution of a wait, so none is made.
    if (reuseWaitMs < 1) return this.port.until(Wait.blocked, () => this.end.poll())
    const until = performance.now() + reuseWaitMs
    return this.port.until(Wait.blocked, () => this.end.poll(performance.now() < until), Math.ceil(reuseWaitMs / 2))
  }

  /**
   * Reserves one more slot without waiting, to be sent after those that are reserved; undefined where there is no
   * room.
   */
  reserveNext(): Slot | undefined {
    return this.end.pollNext()
  }
  /**
   * Makes room for `bytes` in the slot that was reserved last, if that is possible without waiting; returns whether it
   * was.
   */
  growNow(bytes: number): boolean {
    return bytes <= this.end.pool.capacity && this.end.pool.grow(bytes)
  }
  /** Keeps all memory of slot number `at` of those that are reserved: another process writes to it. */
  pin(at: number): void {
    this.end.pool.pin(at)
  }
  /** Returns all reserved slots without sending them. */
  unreserve(): void {
    this.end.pool.unhold()
  }

  /**
   * Makes room in the slot that was reserved last, or in number `at` of those that are reserved, and waits for the memory budget if
   * necessary. Throws BUDGET_EXCEEDED.
   */
  grow(bytes: number, at?: number): void {
    const deadlock = this.awaitRoom(bytes, at)
    if (deadlock) throw deadlock.error(bytes)
  }

  /** Waits until the slot holds `bytes`. If that will never be, it returns the deadlock instead of undefined. */
  private awaitRoom(bytes: number, at?: number): BudgetDeadlock | undefined {
    if (this.end.pool.grow(bytes, at)) return undefined
    const deadlock = this.end.deadlock(this.port.stats)
    let looks = 0
    const look = () => {
      if (this.end.pool.grow(bytes, at)) return true
      // A batch that is made ahead only waits: memory comes back when the stage's other batches were used.
      if (!this.end.pool.alone) return undefined
      if (looks++ % askAgain === 0) this.end.noteShort()
      return deadlock.look() ? false : undefined
    }
    return this.port.until(Wait.memory, look, memoryPauseMs) ? undefined : deadlock
  }

  /**
   * Sets a native program up, makes the room that it asks for, runs it, and returns its answer. A program takes
   * scratch memory while it runs. If the budget does not allow that, all actors are asked for unused memory, and the
   * program continues where it was. If no more memory will come, it gets memory.willNotCome, and a sample that is too
   * large becomes a bad sample.
   */
  make(setup: (most: number) => number, run: (outlook: number) => number): number {
    this.prepare(setup)
    return this.complete(run)
  }

  /** The first half of make(): sets the program up and makes room. */
  prepare(setup: (most: number) => number): void {
    let bytes = this.insist((last) => setup(last ? this.end.pool.most : memory.mayCome))
    if (bytes > this.end.pool.capacity) bytes = setup(this.end.pool.capacity)
    const deadlock = this.awaitRoom(bytes)
    if (deadlock) {
      const less = setup(this.end.pool.most)
      if (less >= bytes || !this.end.pool.grow(less)) throw deadlock.error(less)
    }
  }

  /** The second half of make(): runs the program. */
  complete(run: (outlook: number) => number): number {
    return this.insist((last) => run(last ? memory.willNotCome : memory.mayCome))
  }

  /** Calls `work` until it answers anything but a refusal. `last`: no more memory will come. */
  private insist(work: (last: boolean) => number): number {
    const first = work(false)
    if (first !== memory.refused) return first
    const deadlock = this.end.deadlock(this.port.stats)
    for (;;) {
      const begin = performance.now()
      const made = this.inTurn(work, deadlock)
      if (made !== memory.refused) return made
      // The pause is longer than the attempt was, because other actors need the cores to free memory.
      this.port.pause(Wait.memory, Math.max(memoryPauseMs, 2 * (performance.now() - begin)))
    }
  }

  /** Asks for unused memory and tries again. Only one actor at a time does this. */
  private inTurn(work: (last: boolean) => number, deadlock: BudgetDeadlock): number {
    const { words } = this.port
    this.port.until(Wait.memory, () => (words.memory.takeTurn(this.bell) ? true : undefined), memoryPauseMs)
    try {
      this.port.onTrim()
      this.end.noteShort()
      return work(this.end.pool.alone && deadlock.look())
    } finally {
      words.memory.endTurn()
    }
  }

  send(samples: number, bytes: number): void {
    this.port.stats.batch(samples, bytes)
    this.end.send()
  }

  /** `ends`: see BatchFailure. */
  sendFailure(id: number, error: PipelineErrorInfo, ends: boolean): void {
    this.reserve()
    this.port.stats.batch(0, 0)
    this.end.sendFailure(id, { error, ends })
  }

  trim(): number {
    return this.end.pool.trim()
  }
}
