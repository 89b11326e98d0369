// The slots of one producer: which are free, which are being written, which are lent out, and how much memory they have.
import { pagesWithin, Slot, withSlack } from '../data/arena.js'
import { native } from '../native.js'
import { type ControlWords, slotOf } from './control/control-words.js'
import type { EndConfig, OutboxConfig } from './protocol.js'

/** From this size on a batch of decoded images takes so long to make that a second one of the same actor would only wait. */
const largeOnDevice = 128 * 2 ** 20

export class SlotPool {
  private readonly slots: (Slot | undefined)[] = []
  private readonly free: number[] = []
  /** Per slot, the number of edges that have not given it back. */
  private readonly lent: number[] = []
  private asked = false
  /** Slots that are being written, in the order in which they will be sent. */
  readonly held: number[] = []
  /** Per slot that is being written, the bytes that are in use already. */
  private readonly begun: number[] = []
  /** Per slot, the bytes that count as made ahead; undefined for a stage's only batch in the pipeline. */
  private readonly ahead: (number | undefined)[] = []
  private deep = 0
  private surplus = 0

  constructor(
    private readonly end: EndConfig,
    private readonly config: OutboxConfig,
    private readonly words: ControlWords,
  ) {}

  /**
   * Takes a free slot for the next batch; undefined when there is none, or no memory for it. `warm`: only a slot that has
   * memory already. `bytes` and `deviceBytes`: the size of the last batch.
   */
  hold(warm: boolean, bytes: number, deviceBytes: number): Slot | undefined {
    this.takeIn()
    if (!this.free.length) {
      this.askForMore()
      return undefined
    }
    if (this.config.oneLarge && deviceBytes >= largeOnDevice && this.free.length < this.lent.length) return undefined
    // The slot that was used last: its pages are in the caches, and the memory of the others can be given back.
    const index = this.free.at(-1)!
    if (warm && !this.slots[index]?.bookedBytes) return undefined
    if (this.inPipeline || this.held.length) {
      const missing = this.slots[index]?.deviceMissing(deviceBytes) ?? deviceBytes
      if (deviceBytes && !this.words.memory.hasDeviceRoom(missing)) return undefined
      const counted = Math.max(bytes, this.slots[index]?.bookedBytes ?? 0)
      if (!this.words.memory.chargeAhead(counted)) return undefined
      this.ahead[index] = counted
    }
    this.held.push(index)
    this.free.pop()
    this.begun[index] = 0
    return this.slotAt(index)
  }

  /** Counts the first of the slots that are being written as lent to all edges. Returns its number. */
  lend(): number {
    const index = this.held.shift()!
    this.lent[index] = this.config.edges.length
    return index
  }

  /** Returns all slots that are being written without sending them. */
  unhold(): void {
    for (const index of this.held.splice(0)) {
      this.free.push(index)
      if (this.ahead[index] !== undefined) this.forgetAhead(index)
    }
  }

  slotAt(index: number): Slot {
    this.slots[index] ??= new Slot(this.config.slots[index]!, this.words.memory, this.config.hint)
    return this.slots[index]!
  }

  /**
   * Makes room for `bytes` in number `at` of the slots that are being written, the last one by default. Returns false when the memory
   * budget has no room now.
   */
  grow(bytes: number, at = this.held.length - 1): boolean {
    if (this.fits(bytes, at)) return true
    this.trim()
    return this.fits(bytes, at)
  }

  /** trim() leaves number `at` of the slots that are being written as it is. */
  pin(at: number): void {
    this.begun[this.held[at]!] = Number.POSITIVE_INFINITY
  }

  private fits(bytes: number, at: number): boolean {
    const index = this.held[at]!
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
    let count = this.lent.length - this.free.length - this.held.length
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

  /** Takes in the slots that all edges have given back. */
  collect(): void {
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
  shrink(): void {
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

  /** Asks for one more slot, where the executor allows it. */
  private askForMore(): void {
    const { owner, supplier, most } = this.config
    if (this.asked || this.lent.length >= most) return
    this.asked = true
    this.words.bells.want(owner)
    native().signal(this.end.block.handle, supplier, 0)
  }
}
