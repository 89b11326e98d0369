// Shows each delivered batch to watchers, such as a dashboard. They run on the consumer's thread.
import { checkSignal } from '../actors/event-loop-waiter.js'
import type { TensorList } from '../data/tensor-list.js'

/** The outputs of a batch, in a list or by name. */
export type BatchOutputs = readonly TensorList[] | Readonly<Record<string, TensorList>>

/** Sees what a pipeline delivers. Its functions must not throw and must not keep outputs. */
export interface BatchWatcher {
  /** Called with every batch before the user gets it. */
  see(outputs: BatchOutputs): void
  /** Called once, when the pipeline has ended. close() waits for it. */
  ended(): Promise<void>
}

/**
 * A loop that never has to wait for a batch never lets the event loop run, and then no timer and no socket of a watcher
 * works: the event loop gets a turn this often.
 */
const turnMs = 10

export class Watchers {
  private readonly all = new Set<BatchWatcher>()
  private lastTurn = 0

  /** The result removes the watcher. */
  add(watcher: BatchWatcher): () => void {
    this.all.add(watcher)
    return () => this.all.delete(watcher)
  }

  /** Shows a batch to all, and returns it. */
  shown<Batch extends { outputs: unknown } | undefined>(batch: Batch): Batch {
    if (batch) for (const watcher of this.all) watcher.see(batch.outputs as BatchOutputs)
    return batch
  }

  /** Whether the event loop is due for a turn. */
  get turnIsDue(): boolean {
    return this.all.size > 0 && performance.now() - this.lastTurn > turnMs
  }

  /** Gives the event loop a turn. Throws ABORTED by the signal. */
  async turn(signal: AbortSignal | undefined): Promise<void> {
    this.lastTurn = performance.now()
    await new Promise((resolve) => setImmediate(resolve))
    checkSignal(signal)
  }

  async ended(): Promise<void> {
    await Promise.all([...this.all].map((watcher) => watcher.ended()))
  }
}
