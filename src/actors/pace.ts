// How deep a mailbox should be, by what its consumer finds in it. Pure; one per mailbox, kept by the consumer's thread.
import { ring } from '../generated/abi.js'

/** A mailbox that is full and empty twice within so many batches becomes deeper. */
const oftenWithin = 64
/** One that needed no more than the depth asked for during so many batches becomes as deep as that again. */
const steadyFor = 256

/** A mailbox may become deeper than it was asked to be: at most so many batches may wait in it. */
export const deepest = (asked: number): number => Math.min(2 * asked, ring.maxDepth)

/**
 * Full at one time and empty at another: the paces of the two sides vary, and a deeper mailbox evens that out (the rule of
 * tf.data's prefetch autotuning). Once says little: a consumer that was away, as for a validation, finds a full mailbox
 * and empties it. A mailbox that is deeper than asked for is watched on: where what waits varies by less than the depth
 * asked for, that depth is enough.
 */
export class Pace {
  private batches = 0
  /** The batch at which it was last full before and empty then. */
  private swing = Number.NEGATIVE_INFINITY
  /** Since this batch what waited was between `low` and `high`. */
  private since = 0
  private low = Number.POSITIVE_INFINITY
  private high = Number.NEGATIVE_INFINITY

  constructor(private readonly asked: number) {}

  /**
   * The consumer came and found `waiting` batches; returns the depth from now on. `swung`: none, and the producer had found
   * the mailbox full before. `mayGrow`: there is memory.
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
