// The words of the mailboxes that JavaScript uses: which bells they connect, how many batches wait, how many may wait,
// and what the consumer found. Native code owns the rings (native/core/mailbox.h). A mailbox is identified by its byte
// offset.
import { ring } from '../../generated/abi.js'
import { native } from '../../native.js'
import { Pace } from '../pace.js'
import type { MemoryAccount } from './memory-account.js'
import type { Words } from './words.js'

export class MailboxWords {
  /** The pace of each mailbox that this thread consumes from. */
  private readonly paces = new Map<number, Pace>()

  constructor(
    private readonly words: Words,
    private readonly memory: MemoryAccount,
  ) {}

  /**
   * Connects a mailbox. `pooled`: the producer may have as many slots as it needs. Then its bell also rings when a
   * batch is taken, not only when a slot comes back, and the mailbox may become deeper.
   */
  connect(mailbox: number, producerBell: number, consumerBell: number, depth: number, pooled: boolean): void {
    this.words.store(mailbox + ring.mailboxProducerBell, producerBell)
    this.words.store(mailbox + ring.mailboxConsumerBell, consumerBell)
    this.words.store(mailbox + ring.mailboxNotify, pooled ? 1 : 0)
    this.words.store(mailbox + ring.mailboxDepth, depth)
    this.words.store(mailbox + ring.mailboxAsked, depth)
  }

  /** Returns how many batches wait in a mailbox. */
  waiting(mailbox: number): number {
    return this.count(mailbox + ring.mailboxFull)
  }
  /** Returns how many slots were given back and not collected yet. */
  returned(mailbox: number): number {
    return this.count(mailbox + ring.mailboxFree)
  }
  private count(at: number): number {
    return (this.words.load(at + ring.ringTail) - this.words.load(at + ring.ringHead)) | 0
  }

  /** Returns how many batches were ever sent through a mailbox, modulo 2^32. */
  sent(mailbox: number): number {
    return this.words.load(mailbox + ring.mailboxFull + ring.ringTail) >>> 0
  }
  /** Returns the slot that was sent last, wherever it is now; undefined before the first. */
  lastSent(mailbox: number): number | undefined {
    const sent = this.sent(mailbox)
    if (sent === 0) return undefined
    const slots = mailbox + ring.mailboxFull + ring.ringSlots
    return this.words.load(slots + 4 * ((sent - 1) % ring.maxCapacity))
  }

  // ---- depth ----

  /** Returns how many batches may wait in a mailbox. */
  depth(mailbox: number): number {
    return this.words.load(mailbox + ring.mailboxDepth)
  }
  /** Notes that the producer found the mailbox full. */
  noteFull(mailbox: number): void {
    this.words.store(mailbox + ring.mailboxSawFull, 1)
  }
  /**
   * Notes that the consumer found `waiting` batches. If the producer has a pool of slots, this may change the depth. `mayGrow`:
   * more batches are worth their memory.
   */
  found(mailbox: number, waiting: number, mayGrow = true): void {
    const seen = Math.min(Math.max(waiting, 0), ring.maxDepth)
    this.words.add(mailbox + ring.mailboxHistogram + 4 * seen, 1)
    if (!this.words.load(mailbox + ring.mailboxNotify)) return
    const depth = this.depth(mailbox)
    const swung = seen === 0 && this.words.exchange(mailbox + ring.mailboxSawFull, 0) !== 0
    const pace = this.paces.get(mailbox) ?? new Pace(this.words.load(mailbox + ring.mailboxAsked))
    this.paces.set(mailbox, pace)
    const next = pace.next(depth, seen, swung, mayGrow && this.memory.comfortable)
    if (next !== depth) this.words.store(mailbox + ring.mailboxDepth, next)
  }
  /** Returns the histogram: element k says how often the consumer found k batches. */
  histogram(mailbox: number): number[] {
    const at = mailbox + ring.mailboxHistogram
    const all = Array.from({ length: ring.maxDepth + 1 }, (_, k) => this.words.load(at + 4 * k))
    return all.slice(0, all.findLastIndex((n) => n > 0) + 1)
  }

  // ---- leases ----

  /** Returns how many batches of a mailbox the user holds. */
  leasedOf(mailbox: number): number {
    return this.words.load(mailbox + ring.mailboxLeased)
  }
  /**
   * Counts a batch as held by the user (1) or not (-1). If memory is short, wakes the producer, which may go on then.
   */
  leaseOf(mailbox: number, count: 1 | -1, block: number): void {
    this.words.add(mailbox + ring.mailboxLeased, count)
    if (count > 0 && this.memory.short) native().signal(block, this.words.load(mailbox + ring.mailboxProducerBell), 0)
  }
}
