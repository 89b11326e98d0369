// The two ends of a mailbox as an actor in a worker uses them: blocking, interruptible, and counting what they wait.
// The main thread's ends, which never block, are in desk.ts.
import { batchFlags } from '../generated/abi.js'
import { type Handle, native } from '../native.js'
import { Slot } from './arena.js'
import { type ControlWords, Signalled, slotOf } from './block.js'
import type { ActorConfig, MailboxConfig } from './protocol.js'
import { type StageStats, Wait } from './stats.js'

/** How long one native wait lasts at most: the time in which a terminated worker notices. */
const waitMs = 500

class End {
  readonly slots: Slot[]
  protected readonly block: number
  private readonly bell: number

  constructor(
    actor: ActorConfig,
    private readonly config: MailboxConfig,
    protected readonly words: ControlWords,
    protected readonly stats: StageStats,
    private readonly consumer: boolean,
  ) {
    this.block = actor.block.handle
    this.bell = actor.bell
    this.slots = config.slots.map((s) => new Slot(s))
  }

  /** The next slot number; throws Signalled when there is something to look at in the control words. */
  protected take(kind: Wait): number {
    const now = this.acquire(0)
    if (now !== undefined) return now
    this.stats.waitBegin(kind)
    try {
      for (;;) {
        const slot = this.acquire(waitMs)
        if (slot !== undefined) return slot
      }
    } finally {
      this.stats.waitEnd()
    }
  }

  private acquire(timeoutMs: number): number | undefined {
    try {
      return slotOf(native().acquire(this.block, this.config.offset, this.consumer, timeoutMs))
    } catch (e) {
      if (e instanceof Signalled && this.words.isOldNews(this.bell)) return undefined
      throw e
    }
  }

  protected hand(slot: number): void {
    native().publish(this.block, this.config.offset, this.consumer, slot)
  }

  protected get waiting(): number {
    return this.words.waiting(this.config.offset)
  }
}

/** Takes full slots and gives them back. */
export class Inbox extends End {
  private held: number | undefined

  constructor(actor: ActorConfig, index: number, words: ControlWords, stats: StageStats) {
    super(actor, actor.inputs[index]!, words, stats, true)
  }

  /** Waits for a batch and holds it until release(). */
  receive(): Slot {
    this.stats.found(this.waiting)
    const slot = this.take(Wait.starved)
    this.held = slot
    this.slots[slot]!.refresh()
    return this.slots[slot]!
  }

  get current(): Slot | undefined {
    return this.held === undefined ? undefined : this.slots[this.held]
  }

  release(): void {
    if (this.held === undefined) return
    const slot = this.held
    this.held = undefined
    this.hand(slot)
  }
}

/** Takes free slots and hands them over full. */
export class Outbox extends End {
  private held: number | undefined

  constructor(actor: ActorConfig, words: ControlWords, stats: StageStats) {
    super(actor, actor.output, words, stats, false)
  }

  /** The slot to write next; the same one until it is sent. */
  reserve(): Slot {
    this.held ??= this.take(Wait.blocked)
    const slot = this.slots[this.held]!
    slot.refresh()
    return slot
  }

  send(samples: number, bytes: number): void {
    const slot = this.held!
    this.held = undefined
    this.stats.batch(samples, bytes)
    this.hand(slot)
  }

  /** An empty batch that says: the stage failed here. */
  sendFailure(program: Handle, id: number): void {
    const slot = this.reserve()
    const n = native()
    slot.ensure(n.programSetup(program, id, new Float64Array(0), 0, 0))
    n.programRun(program, slot.handle, batchFlags.failed)
    this.send(0, slot.usedBytes)
  }
}
