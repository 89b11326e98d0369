// The two ends of mailboxes, without waiting: how a consumer takes batches and gives their slots back, and how a
// producer lends its slots out. Waiting is in blocking-waiter.ts, async-waiter.ts and event-loop-waiter.ts.

import { pagesWithin, Slot, withSlack } from '../data/arena.js'
import type { PipelineErrorInfo } from '../errors.js'
import { ring } from '../generated/abi.js'
import { native } from '../native.js'
import { BudgetDeadlock } from './budget-deadlock.js'
import { type ControlWords, slotOf } from './control/control-words.js'
import type { EndConfig, InboxConfig, OutboxConfig } from './protocol.js'
import type { StageStats } from './stats.js'

/**
 * How long a stage waits for a used slot before it takes one with new memory: a share of a batch's time, and a
 * maximum.
 */
const reuseWaitShare = 0.02
const mostReuseWaitMs = 5
/** From this size on, one batch more or less in memory is worth a wait. */
const largeBytes = 8 * 2 ** 20

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
    this.words.mailboxes.found(offset, waiting)
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
 * The producer's end: it owns the slots. A batch is lent to every edge at once, and its slot is free again when all of
 * them have given it back. Executors differ only in how many batches may be ahead of their consumers, and in the
 * number of slots.
 */
export class OutEnd {
  private readonly slots: (Slot | undefined)[] = []
  private readonly free: number[] = []
  /** Per slot, the number of edges that have not given it back. */
  private readonly lent: number[] = []
  private asked = false
  private next: number
  private sent = 0
  /** Slots that are being written, in the order in which they will be sent. */
  private readonly held: number[] = []
  /** Per slot that is being written, the bytes that are in use already. */
  private readonly begun: number[] = []
  /** Per slot, the bytes that count as made ahead; undefined for a stage's only batch in the pipeline. */
  private readonly ahead: (number | undefined)[] = []
  /** Bytes of the last batch that was sent. */
  private usual = 0
  private usualDevice = 0
  /** Milliseconds from one batch to the next when nothing holds them up. */
  private pace = 0
  private sentAt = 0

  constructor(
    private readonly end: EndConfig,
    private readonly config: OutboxConfig,
    private readonly words: ControlWords,
  ) {
    this.next = end.replica
  }

  /**
   * Returns the slot to write next, or undefined when there is no room. It is the same slot until it is sent. `warm`:
   * only a slot that has memory already.
   */
  poll(warm = false): Slot | undefined {
    const [index] = this.held
    return index === undefined ? this.pollNext(warm) : this.slotAt(index)
  }

  /**
   * Reserves one more slot, to be sent after those that are being written. It counts as a batch that waits in the
   * mailbox.
   */
  pollNext(warm = false): Slot | undefined {
    this.collect()
    this.shrink()
    if (!this.mayStart() || !this.hasRoom() || !this.stocked()) return undefined
    // The slot that was used last: its pages are in the caches, and the memory of the others can be given back.
    const index = this.free.at(-1)!
    if (warm && !this.slots[index]?.bookedBytes) return undefined
    if (this.inPipeline || this.held.length) {
      const missing = this.slots[index]?.deviceMissing(this.usualDevice) ?? this.usualDevice
      if (this.usualDevice && !this.words.memory.hasDeviceRoom(missing)) return undefined
      const bytes = Math.max(this.usual, this.slots[index]?.bookedBytes ?? 0)
      if (!this.words.memory.chargeAhead(bytes)) return undefined
      this.ahead[index] = bytes
    }
    this.held.push(index)
    this.free.pop()
    this.begun[index] = 0
    return this.slotAt(index)
  }

  /** Returns all slots that are being written without sending them. */
  unhold(): void {
    for (const index of this.held.splice(0)) {
      this.free.push(index)
      if (this.ahead[index] !== undefined) this.forgetAhead(index)
    }
  }

  private slotAt(index: number): Slot {
    this.slots[index] ??= new Slot(this.config.slots[index]!, this.words.memory, this.config.hint)
    return this.slots[index]!
  }

  /** Sends the first of the slots that are being written. */
  send(): void {
    const index = this.held.shift()!
    const { block } = this.end
    const slot = this.slots[index]!
    if (this.words.memory.short) slot.trim(slot.usedBytes)
    const now = performance.now()
    const took = now - this.sentAt
    this.pace = Math.min(took, this.pace + (took - this.pace) / 4)
    this.sentAt = now
    this.usual = slot.bookedBytes
    this.usualDevice = slot.noteDevice()
    this.lent[index] = this.config.edges.length
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
  sendFailure(id: number, error: PipelineErrorInfo): void {
    this.slots[this.held[0]!]!.writeFailure(id, error)
    this.send()
  }

  /**
   * Makes room for `bytes` in the slot that was reserved last. Returns false when the memory budget has no room now.
   */
  grow(bytes: number): boolean {
    if (this.fits(bytes)) return true
    this.trim()
    return this.fits(bytes)
  }

  private fits(bytes: number): boolean {
    const index = this.last
    const slot = this.slots[index]!
    const counted = this.ahead[index]
    if (counted !== undefined && bytes > counted) {
      this.collect()
      const more = withSlack(slot.bookedBytes ? bytes : Math.max(bytes, this.config.hint)) - counted
      if (!this.inPipeline) this.forgetAhead(index)
      else if (this.words.memory.chargeAhead(more)) this.ahead[index] = counted + more
      else return false
    }
    if (!slot.ensure(bytes)) return false
    this.begun[index] = Math.max(this.begun[index]!, bytes)
    return true
  }

  /**
   * How long waiting for a slot that the user holds is cheaper than taking new memory. A loop that drops its batches
   * gives each back when it asks for the next but one. If the loop is faster than the stage, that is at once.
   */
  get reuseWaitMs(): number {
    if (this.usual + this.usualDevice < largeBytes) return 0
    const held = this.config.edges.some((edge) => edge.some((offset) => this.words.mailboxes.leasedOf(offset) > 0))
    return held ? Math.min(mostReuseWaitMs, reuseWaitShare * this.pace) : 0
  }
  private get last(): number {
    return this.held.at(-1)!
  }
  /** Bytes that no slot can exceed. */
  get capacity(): number {
    return this.slots[this.last]!.buffer.maxByteLength
  }
  /** The largest size in bytes that the slot that was reserved last could have now. */
  get most(): number {
    const { usedBytes, limitBytes } = this.words.memory
    const free = limitBytes - usedBytes + this.slots[this.last]!.bookedBytes
    return Math.max(0, Math.min(this.capacity, pagesWithin(free)))
  }

  /** Asks all other actors to give unused memory back. */
  noteShort(): void {
    this.words.memory.noteShort(this.end)
  }
  /** Starts to watch for a deadlock over the budget. `own`: the statistics of the actor that waits. */
  deadlock(own: StageStats): BudgetDeadlock {
    return new BudgetDeadlock(this.words, this.end, own)
  }

  /** Whether the pipeline holds no batch of this producer but the one that is being written. */
  get alone(): boolean {
    this.collect()
    return this.inPipeline === 0
  }

  /**
   * Batches of this producer that wait or are being worked on. Those that the user holds are left out: they come back
   * anyway.
   */
  private get inPipeline(): number {
    let count = this.lentSlots
    for (const edge of this.config.edges) for (const offset of edge) count -= this.words.mailboxes.leasedOf(offset)
    return Math.max(0, count)
  }

  private forgetAhead(index: number): void {
    this.words.memory.chargeAhead(-(this.ahead[index] ?? 0))
    this.ahead[index] = undefined
  }

  /** Gives the memory that no batch uses back to the system; returns its bytes. */
  trim(): number {
    this.collect()
    this.takeIn()
    let bytes = 0
    for (const index of this.free) bytes += this.slots[index]?.trim() ?? 0
    // Consumers read only the used part of a slot, so the rest can be given back while it is lent out.
    for (const [index, edges] of this.lent.entries()) {
      const slot = edges > 0 ? this.slots[index] : undefined
      if (slot) bytes += slot.trim(slot.usedBytes, true)
    }
    for (const index of this.held) bytes += this.slots[index]?.trim(this.begun[index]) ?? 0
    return bytes
  }

  /** Forgets the slots, and with them the data that they keep; no thread reads it any more. */
  close(): void {
    this.slots.length = 0
  }

  private get lentSlots(): number {
    return this.lent.length - this.free.length - this.held.length
  }

  private collect(): void {
    for (const edge of this.config.edges) {
      for (const offset of edge) {
        while (this.words.mailboxes.returned(offset) > 0) {
          const index = slotOf(native().acquire(this.end.block.handle, offset, false))!
          if (--this.lent[index]! > 0) continue
          this.free.push(index)
          if (this.ahead[index] !== undefined) this.forgetAhead(index)
        }
      }
    }
  }

  /** Frees the memory of slots that are not needed since a mailbox became shallower. The slots stay for later use. */
  private shrink(): void {
    const depths = this.config.edges.map((edge) =>
      edge.reduce((sum, offset) => sum + this.words.mailboxes.depth(offset), 0),
    )
    const deep = Math.max(0, ...depths)
    this.surplus = Math.max(0, this.surplus + this.deep - deep)
    this.deep = deep
    // The last free slot is used next; the others were needed for more batches.
    for (let i = 0; this.surplus > 0 && i < this.free.length - 1; i++) {
      if (this.slots[this.free[i]!]?.trim()) this.surplus--
    }
  }
  private deep = 0
  private surplus = 0

  /** Adds slots that are new. */
  private takeIn(): void {
    for (; this.lent.length < this.config.slots.length; this.asked = false) {
      const index = this.lent.length
      // A slot that has memory from the start can be asked to give it back before its first use.
      if (this.config.slots[index]!.booked) this.slotAt(index)
      // New slots go below those that were in use, so that the used ones are taken first.
      this.free.unshift(index)
      this.lent.push(0)
    }
  }

  /** Returns whether there is a free slot. If not, asks for more where the executor allows it. */
  private stocked(): boolean {
    this.takeIn()
    if (this.free.length) return true
    const { owner, supplier, most } = this.config
    if (!this.asked && this.lent.length < most) {
      this.asked = true
      this.words.bells.want(owner)
      native().signal(this.end.block.handle, supplier, 0)
    }
    return false
  }

  /**
   * Whether the next batch may begin. Where stages do not run ahead, the consumer must have asked for it, and the
   * source before this one must have finished its own.
   */
  private mayStart(): boolean {
    const { turn, sources } = this.end
    if (turn === undefined || !sources.length) return true
    const begun = this.sent + this.held.length
    return isAhead(this.words.epochs.tickets, begun) && (turn === 0 || isAhead(this.words.epochs.done(turn - 1), begun))
  }

  private hasRoom(): boolean {
    // When little memory is left, at most one batch waits.
    const most = this.words.memory.comfortable ? ring.maxDepth : 1
    const large = this.usual + this.usualDevice >= largeBytes
    let room = true
    for (const edge of this.config.edges) {
      const inTurn = (k: number) => edge[(this.next + k * this.end.replicas) % edge.length]!
      const offset = inTurn(this.held.length)
      // Slots that are being written for this mailbox will wait there too.
      const coming = this.held.filter((_, k) => inTurn(k) === offset).length
      const waiting = this.words.mailboxes.waiting(offset) + coming
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
