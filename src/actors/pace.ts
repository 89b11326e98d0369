// Decides how deep a mailbox should be by what its consumer finds in it. Pure; the consumer's thread has one per
// mailbox.
import { ring } from '../generated/abi.js'

/** A mailbox that swings from full to empty twice within this many batches becomes deeper. */
const oftenWithin = 64
/** A deeper mailbox that needed no more than the depth asked for during this many batches returns to that depth. */
const steadyFor = 256

/** The greatest depth of a mailbox for which `asked` was given: at most this many batches may wait in it. */
export const deepest = (asked: number): number => Math.min(2 * asked, ring.maxDepth)

/**
 * A mailbox that is full at one time and empty at another shows that the paces of its two sides vary; a deeper one
 * evens that out (the rule of tf.data's prefetch autotuning). One swing says little: a consumer that was away, e.g.
 * for a validation, finds a full mailbox and empties it. A mailbox that became deeper is still watched: if the number
 * of waiting batches varies by less than the depth asked for, it returns to that depth.
 */
export class Pace {
  private batches = 0
  /** The last batch at which the mailbox had been full before and was empty then. */
  private swing = Number.NEGATIVE_INFINITY
  /** Since batch `since`, the number of waiting batches was between `low` and `high`. */
  private since = 0
  private low = Number.POSITIVE_INFINITY
  private high = Number.NEGATIVE_INFINITY

  constructor(private readonly asked: number) {}

  /**
   * To be called when the consumer comes and finds `waiting` batches; returns the new depth. `swung`: it found none,
   * and the producer had found the mailbox full before. `mayGrow`: there is memory for more batches.
   */
  next(depth: number, waiting: number, swung: boolean, mayGrow: boolean): number {
    const at = ++this.batches
    this.low = Math.min(this.low, waiting)
    this.high = Math.max(this.high, waiting)
    const varies = this.high - this.low >= this.asked
    if (varies) this.watchFrom(at, waiting)
    if (swung) {
      const again = at - this.swing <= oftenWithin
      this.swing = at
      if (again && mayGrow && depth < deepest(this.asked)) {
        this.watchFrom(at, waiting)
        return Math.min(deepest(this.asked), 2 * depth)
      }
    }
    return depth > this.asked && at - this.since >= steadyFor ? this.asked : depth
  }

  private watchFrom(batch: number, waiting: number): void {
    this.since = batch
    this.low = this.high = waiting
  }
}
