// The option `synchronous`: a batch stays in the sink until its work on the GPU is done, so that a call that is aborted
// leaves it to the next call. The event loop does not wait for the GPU, except in runSync().

import type { Taken } from '../actors/mailbox.js'
import { waitUntilMade, whenMade } from '../data/device-wait.js'

interface Work {
  done: boolean
  error: unknown
}

export class GpuWork {
  /** The waits that were begun. Batches that are given back without being delivered are forgotten. */
  private readonly begun = new WeakMap<Taken, Work>()

  /** `changed` is called when a part of a batch is there, or has failed. */
  constructor(private readonly changed: () => void) {}

  /**
   * Waits for the parts of a batch with `block`, else the first call begins to. Returns whether all of them are there. Throws
   * the error with which the GPU failed.
   */
  settle(parts: readonly Taken[], block: boolean): boolean {
    // A failure from upstream is marked on a batch without data.
    const onGpu = parts.filter(({ slot }) => !slot.failure && slot.deviceBytes > 0)
    if (block) {
      for (const { slot } of onGpu) waitUntilMade(slot.handle)
      return true
    }
    const works = onGpu.map((part) => this.begun.get(part) ?? this.begin(part))
    const failed = works.find(({ error }) => error !== undefined)
    if (failed) throw failed.error
    return works.every(({ done }) => done)
  }

  private begin(part: Taken): Work {
    const work: Work = { done: false, error: undefined }
    this.begun.set(part, work)
    const end = (error?: unknown) => {
      work.done = true
      work.error = error
      this.changed()
    }
    whenMade(part.slot.handle).then(() => end(), end)
    return work
  }
}
