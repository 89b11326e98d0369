// Waiting for an actor that runs user code: it waits on its event loop instead of in native code, so that the user's
// timers, connections and console output go on while there is no batch.
import type { Slot } from '../data/arena.js'
import { type BlockingWaiter, Inbox, Outbox } from './blocking-waiter.js'
import { Signalled } from './control/control-words.js'
import { EventLoopWaiter } from './event-loop-waiter.js'
import type { ActorConfig } from './protocol.js'
import { Wait } from './stats.js'

export class AsyncWaiter {
  private readonly waiter: EventLoopWaiter

  constructor(
    readonly port: BlockingWaiter,
    readonly config: ActorConfig,
  ) {
    this.waiter = new EventLoopWaiter(port.words, config.block.handle, config.bell)
  }

  /** Waits for the first value of `look` that is not undefined. Throws Signalled when the control words have news. */
  async until<T>(kind: Wait, look: () => T | undefined): Promise<T> {
    const now = look()
    if (now !== undefined) return now
    const { words, stats } = this.port
    stats.waitBegin(kind)
    try {
      return await this.waiter.until(() => {
        this.port.news()
        if (!words.isOldNews(this.config.bell)) throw new Signalled()
        return look()
      })
    } finally {
      stats.waitEnd()
    }
  }

  close(): void {
    this.waiter.close()
  }
}

export class AsyncInbox extends Inbox {
  constructor(
    private readonly loop: AsyncWaiter,
    index: number,
  ) {
    super(loop.port, loop.config, index)
  }

  /** Waits for the next batch, unless one is held already, and holds it until release(). */
  async arrival(): Promise<Slot> {
    if (!this.held) {
      this.loop.port.stats.found(this.end.note(), this.index)
      this.held = await this.loop.until(Wait.starved, () => this.end.poll())
    }
    return this.held.slot
  }
}

export class AsyncOutbox extends Outbox {
  constructor(private readonly loop: AsyncWaiter) {
    super(loop.port, loop.config)
  }

  /** Waits for the slot to write next. It is the same slot until it is sent. */
  vacancy(): Promise<Slot> {
    return this.loop.until(Wait.blocked, () => this.end.poll())
  }
}
