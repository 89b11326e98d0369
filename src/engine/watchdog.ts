// Watches one waiting call. When no stage has finished a batch for a given number of seconds, the call fails, and the
// error says which stage waits for which. It reads counters that exist anyway, and does nothing while no call waits.

import type { Supervisor } from '../actors/supervisor.js'
import { escaped } from '../errors/escaped.js'
import { errorOf } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { whoWaits } from './who-waits.js'

export class Watchdog {
  private readonly timer: NodeJS.Timeout | undefined
  private progress = -1
  private since = performance.now()
  private error: PipelineError | undefined

  /** `seconds`: 0 turns the watchdog off. */
  constructor(
    private readonly supervisor: Supervisor,
    private readonly seconds: number,
  ) {
    if (!seconds) return
    const pauseMs = Math.min(1000, Math.max(10, 250 * seconds))
    this.timer = setInterval(() => {
      if (this.look()) supervisor.waiter.wake()
    }, pauseMs)
  }

  /** Throws STALLED when no stage has made progress for too long. */
  check(): void {
    if (this.seconds && this.look()) throw this.error!
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private look(): boolean {
    const actors = this.supervisor.wiring.counters()
    const progress = actors.reduce((sum, { counters }) => sum + counters.batches, 0)
    const now = performance.now()
    if (progress !== this.progress) {
      this.progress = progress
      this.since = now
    }
    if (now - this.since < 1e3 * this.seconds) return false
    const { stages } = this.supervisor.plan
    const running = this.supervisor.programs.atWork()
    const waiting = actors.map((actor, i) => ({ ...actor, running: running[i]! }))
    const mailboxes = this.supervisor.wiring.edges().map((edge) => ({ ...edge, full: edge.waiting }))
    this.error ??= errorOf(
      'STALLED',
      `No stage has finished a batch for ${this.seconds} s:\n  ${whoWaits({ stages, actors: waiting, mailboxes }).map(escaped).join('\n  ')}`,
      'The stage that works, or waits for its own data, is at fault. close() ends the run also where a thread never comes back; raise watchdog if the work takes so long rightly',
    )
    return true
  }
}
