// The main thread's ends of mailboxes. It must never block its event loop, so instead of waiting it announces a
// listener on its bell and is called back once when a peer rings.
import { native } from '../native.js'
import { Slot } from './arena.js'
import { type ControlWords, slotOf } from './block.js'
import type { MailboxConfig } from './protocol.js'

/** One bell with all that waits on it. */
export class Desk {
  private readonly listener: number
  private waiters = new Set<() => void>()
  private closed = false
  /** Some waiter keeps the process alive. */
  private held = false

  constructor(
    private readonly words: ControlWords,
    readonly block: number,
    private readonly bell: number,
  ) {
    this.listener = native().listen(() => this.wake())
  }

  /** Calls everybody that waits: they look again. */
  wake(): void {
    const waiters = this.waiters
    this.waiters = new Set()
    if (this.held && !this.closed) native().hold(this.listener, false)
    this.held = false
    for (const waiter of waiters) waiter()
  }

  /**
   * The first value of `look` that is not undefined. `look` is called again whenever the bell rings; it throws to end
   * the wait. Announcing before looking a second time is what makes a lost wake-up impossible. A wait on the user's
   * behalf (`hold`) keeps the process alive; one that only works ahead does not.
   */
  async until<T>(look: () => T | undefined, hold = true): Promise<T> {
    for (;;) {
      const first = look()
      if (first !== undefined) return first
      this.words.announce(this.bell, this.listener)
      const second = look()
      if (second !== undefined) return second
      if (hold && !this.held) {
        this.held = true
        native().hold(this.listener, true)
      }
      await new Promise<void>((resolve) => this.waiters.add(resolve))
    }
  }

  close(): void {
    this.closed = true
    native().close(this.listener)
  }
}

/** One end of one mailbox at the desk. */
export class DeskEnd {
  readonly slots: Slot[]

  constructor(
    private readonly desk: Desk,
    private readonly config: MailboxConfig,
    private readonly words: ControlWords,
    private readonly consumer: boolean,
  ) {
    this.slots = config.slots.map((s) => new Slot(s))
  }

  /** A slot number at once, or undefined. */
  poll(): number | undefined {
    const slot = slotOf(native().acquire(this.desk.block, this.config.offset, this.consumer, 0))
    if (slot !== undefined) this.slots[slot]!.refresh()
    return slot
  }

  hand(slot: number): void {
    native().publish(this.desk.block, this.config.offset, this.consumer, slot)
  }

  get waiting(): number {
    return this.words.waiting(this.config.offset)
  }
}
