// The batches of a pipeline that is run by scheduleRun(), shareOutputs() and releaseOutputs(): how many were asked for, and
// which of them the caller holds. The pipeline takes the batches from its engine.

import type { Lease } from '../data/lease.js'
import { errorOf } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'

export class Schedule {
  /** Batches that shareOutputs() gave and releaseOutputs() has not taken back, oldest first. */
  private readonly shared: Lease[] = []
  /** Number of batches that were scheduled and not shared yet. */
  private scheduled = 0
  /** Number of scheduled batches that a pending shareOutputs() waits for. */
  private sharing = 0

  /** Number of batches that were asked for and that the caller does not have. */
  get asked(): number {
    return this.scheduled + this.sharing
  }

  /** True while the caller holds batches. */
  get holds(): boolean {
    return this.shared.length > 0
  }

  /** Throws QUEUE_FULL unless one more batch can be scheduled. `depth`: the most that are under way or held. */
  checkRoom(depth: number): void {
    if (this.asked + this.shared.length < depth) return
    throw errorOf(
      'QUEUE_FULL',
      `${depth} ${depth === 1 ? 'batch is' : 'batches are'} scheduled or shared already, as many as prefetchQueueDepth allows`,
      'Call shareOutputs() and releaseOutputs() first, or raise prefetchQueueDepth',
    )
  }

  add(): void {
    this.scheduled++
  }

  /**
   * Takes the oldest scheduled batch by `take`, which calls hold() with it. A batch for which the wait was aborted stays
   * scheduled. Throws NOTHING_SCHEDULED.
   */
  async share<Out>(take: () => Promise<Out>): Promise<Out> {
    if (this.scheduled === 0) {
      throw errorOf(
        'NOTHING_SCHEDULED',
        'shareOutputs() was called, but no batch is scheduled that was not shared yet',
        'Call scheduleRun() first',
      )
    }
    this.scheduled--
    this.sharing++
    try {
      return await take()
    } catch (error) {
      if ((error as PipelineError).code === 'ABORTED') this.scheduled++
      throw error
    } finally {
      this.sharing--
    }
  }

  /** Remembers a batch that the caller gets. */
  hold(lease: Lease): void {
    this.shared.push(lease)
  }

  /** Releases the batch that the caller has held longest. Throws NOTHING_SHARED. */
  release(): void {
    const lease = this.shared.shift()
    if (lease) {
      lease.release()
      return
    }
    throw errorOf(
      'NOTHING_SHARED',
      'releaseOutputs() was called, but no outputs are shared',
      'Call shareOutputs() first; each call of it goes with one releaseOutputs()',
    )
  }

  /** Forgets what was scheduled and not shared. */
  drop(): void {
    this.scheduled = 0
  }

  /** Releases all batches that the caller holds. */
  releaseAll(): void {
    for (const lease of this.shared) lease.release()
  }
}
