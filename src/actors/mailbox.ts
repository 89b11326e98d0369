// The two ends of mailboxes, without waiting: how a consumer takes batches and gives their slots back, and how a
// producer lends its slots out. Waiting is in blocking-waiter.ts, async-waiter.ts and event-loop-waiter.ts.

import { type BatchFailure, Slot } from '../data/arena.js'
import { ring } from '../generated/abi.js'
import { native } from '../native.js'
import { BudgetDeadlock } from './budget-deadlock.js'
import { type ControlWords, slotOf } from './control/control-words.js'
import type { EndConfig, InboxConfig, OutboxConfig } from './protocol.js'
import { SlotPool } from './slot-pool.js'
import type { StageStats } from './stats.js'

/**
 * How long a stage waits for a used slot before it takes one with new memory: a share of a batch's time, and a
 * maximum.
 */
const reuseWaitShare = 0.02
const maxReuseWaitMs = 5
/** From this size on, one batch more or less in memory is worth a wait. */
const largeBytes = 8 * 2 ** 20

/**
 * From this size on in GPU memory a mailbox keeps the depth that was asked for: twice the depth gave a loop on an H200 over batches of
 * 147 MiB the same rate and the same waits, for 290 MiB more.
 */
const keepsDepthFrom = 64 * 2 ** 20

/** Whether a 32-bit counter, which may have wrapped around, is above `than`; the two differ by less than 2^31. */
const isAhead = (counter: number, than: number) => counter === Number.POSITIVE_INFINITY || ((counter - than) | 0) > 0

/** A batch that was taken from a mailbox and must be given back. */
export interface Taken {
  slot: Slot
  mailbox: number
  index: number
}

/** The consumer's end of an edge. */
export class InEnd {
  private readonly slots: (Slot | undefined)[][]
  /** Number of the next batch, counted over all producers, which take turns. */
  private next: number
  private lastDeviceBytes = 0

  constructor(
    private readonly end: EndConfig,
    private readonly config: InboxConfig,
    private readonly words: ControlWords,
    /** Takes in the slots that a message announced. */
    private readonly restock: () => void = () => {},
  ) {
    this.slots = config.mailboxes.map((m) => Array.from({ length: m.slots.length }))
    this.next = end.replica
  }

  private get turn(): number {
    return this.next % this.config.mailboxes.length
  }

  /** Whether the next batch is there. */
  get waits(): boolean {
    return this.words.mailboxes.waiting(this.config.mailboxes[this.turn]!.offset) > 0
  }

  /** Counts for the statistics how many batches wait, and returns that; to be called once per batch that is wanted. */
  note(): number {
    const { offset } = this.config.mailboxes[this.turn]!
    const waiting = this.words.mailboxes.waiting(offset)
    this.words.mailboxes.found(offset, waiting, this.lastDeviceBytes < keepsDepthFrom)
    return waiting
  }

  /** Takes the next batch if it is there; undefined otherwise. */
  poll(): Taken | undefined {
    const mailbox = this.turn
    const { offset, slots } = this.config.mailboxes[mailbox]!
    const index = slotOf(native().acquire(this.end.block.handle, offset, true))
    if (index === undefined) return undefined
    this.next += this.end.replicas
    if (!slots[index]) this.restock()
    this.slots[mailbox]![index] ??= new Slot(slots[index]!)
    const slot = this.slots[mailbox]![index]!
    slot.refresh()
    this.lastDeviceBytes = slot.deviceBytes
    return { slot, mailbox, index }
  }

  give({ mailbox, index }: Taken): void {
    native().publish(this.end.block.handle, this.config.mailboxes[mailbox]!.offset, true, index)
    this.words.noteProgress()
  }

  /** For the sink: counts the batch as held by the user (1), or no longer (-1). */
  lease({ mailbox }: Taken, count: 1 | -1): void {
    this.words.mailboxes.leaseOf(this.config.mailboxes[mailbox]!.offset, count, this.end.block.handle)
  }
}

/**
 * The producer's end: it says when the next batch may begin, and lends a batch to every edge at once. Its slot is free again
 * when all of them have given it back. Executors differ only in how many batches may be ahead of their consumers, and in
 * the number of slots.
 */
export class OutEnd {
  readonly pool: SlotPool
  /** Number of the next batch, counted over all actors of the stage, which take turns. */
  private next: number
  private sent = 0
  /** Bytes of the last batch that was sent. */
  private lastBytes = 0
  private lastDeviceBytes = 0
  /** Milliseconds from one batch to the next when nothing holds them up. */
  private pace = 0
  private sentAt = 0

  constructor(
    private readonly end: EndConfig,
    private readonly config: OutboxConfig,
    private readonly words: ControlWords,
  ) {
    this.pool = new SlotPool(end, config, words)
    this.next = end.replica
  }

  /**
   * Returns the slot to write next, or undefined when there is no room. It is the same slot until it is sent. `warm`:
   * only a slot that has memory already.
   */
  poll(warm = false): Slot | undefined {
    const [index] = this.pool.held
    return index === undefined ? this.pollNext(warm) : this.pool.slotAt(index)
  }

  /**
   * Reserves one more slot, to be sent after those that are being written. It counts as a batch that waits in the
   * mailbox.
   */
  pollNext(warm = false): Slot | undefined {
    this.pool.collect()
    this.pool.shrink()
    if (!this.mayStart() || !this.hasRoom()) return undefined
    return this.pool.hold(warm, this.lastBytes, this.lastDeviceBytes)
  }

  /** Sends the first of the slots that are being written. */
  send(): void {
    const { block } = this.end
    const index = this.pool.lend()
    const slot = this.pool.slotAt(index)
    if (this.words.memory.short) slot.trim(slot.usedBytes)
    const now = performance.now()
    const took = now - this.sentAt
    this.pace = Math.min(took, this.pace + (took - this.pace) / 4)
    this.sentAt = now
    this.lastBytes = slot.bookedBytes
    this.lastDeviceBytes = slot.noteDevice()
    for (const edge of this.config.edges) native().publish(block.handle, edge[this.next % edge.length]!, false, index)
    this.next += this.end.replicas
    this.sent++
    this.words.noteProgress()
    const { turn, sources } = this.end
    if (turn === undefined || !sources.length) return
    this.words.epochs.finish(turn)
    const following = sources[turn + 1]
    if (following !== undefined) native().signal(block.handle, following, 0)
  }

  /** Sends an empty batch which says that the stage failed at this point, and why. */
  sendFailure(id: number, failure: BatchFailure): void {
    this.pool.slotAt(this.pool.held[0]!).writeFailure(id, failure)
    this.send()
  }

  /**
   * How long waiting for a slot that the user holds is cheaper than taking new memory. A loop that drops its batches
   * gives each back when it asks for the next but one. If the loop is faster than the stage, that is at once.
   */
  get reuseWaitMs(): number {
    if (this.lastBytes + this.lastDeviceBytes < largeBytes) return 0
    const held = this.config.edges.some((edge) => edge.some((offset) => this.words.mailboxes.leasedOf(offset) > 0))
    return held ? Math.min(maxReuseWaitMs, reuseWaitShare * this.pace) : 0
  }

  /** Asks all other actors to give unused memory back. */
  noteShort(): void {
    this.words.memory.noteShort(this.end)
  }
  /** Starts to watch for a deadlock over the budget. `own`: the statistics of the actor that waits. */
  deadlock(own: StageStats): BudgetDeadlock {
    return new BudgetDeadlock(this.words, this.end, own)
  }

  /**
   * Whether the next batch may begin. Where stages do not run ahead, the consumer must have asked for it, and the
   * source before this one must have finished its own.
   */
  private mayStart(): boolean {
    const { turn, sources } = this.end
    if (turn === undefined || !sources.length) return true
    const begun = this.sent + this.pool.held.length
    return isAhead(this.words.epochs.tickets, begun) && (turn === 0 || isAhead(this.words.epochs.done(turn - 1), begun))
  }

  private hasRoom(): boolean {
    // When little memory is left, at most one batch waits.
    const most = this.words.memory.comfortable ? ring.maxDepth : 1
    const large = this.lastBytes + this.lastDeviceBytes >= largeBytes
    let room = true
    for (const edge of this.config.edges) {
      const offset = edge[(this.next + this.pool.held.length * this.end.replicas) % edge.length]!
      // The consumers of an edge share what may wait for them. Slots that are being written will wait too.
      const waiting = edge.reduce((sum, at) => sum + this.words.mailboxes.waiting(at), this.pool.held.length)
      const depth = Math.min(most, this.words.mailboxes.depth(offset))
      // A batch that the user drops is noticed one batch later. It takes a place here, so that a loop that drops its
      // batches needs no more memory than one that releases them.
      const late = large && this.words.mailboxes.leasedOf(offset) > 1 ? 1 : 0
      if (waiting < Math.max(1, depth - late)) continue
      if (waiting >= depth) this.words.mailboxes.noteFull(offset)
      room = false
    }
    return room
  }
}
