// Decides when a stage on a GPU begins its next batch, where its consumer is slow. Pure; the producer's thread has one.

/** From this share of its time on that a stage has found no room, its consumer is slow. */
const slowFrom = 0.75
/** What one batch counts in the mean times. */
const weight = 1 / 8

/**
 * A consumer in another process shares the GPU with the pipeline by taking turns, and each turn costs time. So a stage
 * with a slow consumer waits until its mailbox is empty, and fills it at once: one turn for as many batches as fit. A
 * consumer that is nearly as fast as the stage gets each batch as soon as it can be made.
 */
export class Bursts {
  /** Mean milliseconds from one batch to the next, and those of them in which there was no room. */
  private period = 0
  private full = 0
  private fullSince: number | undefined
  private sentAt: number | undefined
  private rests = false

  get slow(): boolean {
    return this.full > slowFrom * this.period
  }

  /**
   * Whether the next batch may begin. `waiting`: how many batches wait for the consumer; `room`: there is a place for one more.
   */
  mayBegin(waiting: number, room: boolean, now: number): boolean {
    if (waiting === 0) this.rests = false
    else if (!room && this.slow) this.rests = true
    if (!room || this.rests) {
      this.fullSince ??= now
      return false
    }
    if (this.fullSince !== undefined) this.full += weight * (now - this.fullSince)
    this.fullSince = undefined
    return true
  }

  /** A batch was sent. */
  sent(now: number): void {
    if (this.sentAt !== undefined) this.period += weight * (now - this.sentAt - this.period)
    this.full -= weight * this.full
    this.sentAt = now
  }
}
