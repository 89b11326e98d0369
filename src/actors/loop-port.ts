// Mailboxes for an actor that runs user code: it waits on its event loop instead of in native code, so that the user's
// timers, connections and console output go on while there is no batch.
import type { Slot } from '../data/arena.js'
import { Signalled } from './control/control-words.js'
import { Desk } from './desk.js'
import { Inbox, Outbox, type Port } from './port.js'
import type { ActorConfig } from './protocol.js'
import { Wait } from './stats.js'

export class LoopPort {
  private readonly desk: Desk

  constructor(
    readonly port: Port,
    readonly config: ActorConfig,
  ) {
    this.desk = new Desk(port.words, config.block.handle, config.bell)
  }

  /** The first value of `look` that is not undefined; throws Signalled when the control words have news. */
  async until<T>(kind: Wait, look: () => T | undefined): Promise<T> {
    const now = look()
    if (now !== undefined) return now
    const { words, stats } = this.port
    stats.waitBegin(kind)
    try {
      return await this.desk.until(() => {
        this.port.news()
        if (!words.isOldNews(this.config.bell)) throw new Signalled()
        return look()
      })
    } finally {
      stats.waitEnd()
    }
  }

  close(): void {
    this.desk.close()
  }
}

export class LoopInbox extends Inbox {
  constructor(
    private readonly loop: LoopPort,
    index: number,
  ) {
    super(loop.port, loop.config, index)
  }

  /** The batch in hand, or the next one once it is there; held until release(). */
  async arrival(): Promise<Slot> {
    if (!this.held) {
      this.loop.port.stats.found(this.end.note(), this.index)
      this.held = await this.loop.until(Wait.starved, () => this.end.poll())
    }
    return this.held.slot
  }
}

export class LoopOutbox extends Outbox {
  constructor(private readonly loop: LoopPort) {
    super(loop.port, loop.config)
  }

  /** The slot to write next, once there is one; the same until it is sent. */
  vacancy(): Promise<Slot> {
    return this.loop.until(Wait.blocked, () => this.end.poll())
  }
}
