// Waiting for an actor that runs user code: it waits on its event loop instead of in native code, so that the user's
// timers, connections and console output go on while there is no batch.
import type { Slot } from '../data/arena.js'
import { type BlockingWaiter, Inbox, Outbox } from './blocking-waiter.js'
import { Signalled } from './control/control-words.js'
import { EventLoopWaiter } from './event-loop-waiter.js'
import type { ActorConfig } from './protocol.js'
import { Wait } from './stats.js'

export class AsyncWaiter {
  private readonly eventLoop: EventLoopWaiter

  constructor(
    readonly base: BlockingWaiter,
    readonly config: ActorConfig,
  ) {
    this.eventLoop = new EventLoopWaiter(base.words, config.block.handle, config.bell)
  }

  /** Waits for the first value of `look` that is not undefined. Throws Signalled when the control words have news. */
  async until<T>(kind: Wait, look: () => T | undefined): Promise<T> {
    const now = look()
    if (now !== undefined) return now
    const { words, stats } = this.base
    stats.waitBegin(kind)
    try {
      return await this.eventLoop.until(() => {
        this.base.news()
        if (words.takeNews(this.config.bell)) throw new Signalled()
        return look()
      })
    } finally {
      stats.waitEnd()
    }
  }

  /** Makes a wait look again, for what no bell tells. */
  wake(): void {
    this.eventLoop.wake()
  }

  close(): void {
    this.eventLoop.close()
  }
}

export class AsyncInbox extends Inbox {
  constructor(
    private readonly waiter: AsyncWaiter,
    index: number,
  ) {
    super(waiter.base, waiter.config, index)
  }

  /** Waits for the next batch, unless one is held already, and holds it until release(). */
  async arrival(): Promise<Slot> {
    if (!this.held) {
      this.waiter.base.stats.found(this.end.note(), this.index)
      this.held = await this.waiter.until(Wait.starved, () => this.end.poll())
    }
    return this.held.slot
  }
}

export class AsyncOutbox extends Outbox {
  constructor(private readonly waiter: AsyncWaiter) {
    super(waiter.base, waiter.config)
  }

  /** Waits for the slot to write next. It is the same slot until it is sent. */
  vacancy(): Promise<Slot> {
    return this.waiter.until(Wait.blocked, () => this.end.poll())
  }
}
