// The options of a reader of imperative mode and of its epochs, and the type of an epoch.
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { IndexProgress } from '../../readers/indexing.js'

/** Options of every reader, beside the arguments of the reader of the same name in `fn.readers`. */
export interface ReaderOptions {
  /**
   * Samples per batch, from 1 to 65536, unless nextEpoch() is given another number. Default: none; a loop then gets
   * single samples as Tensors.
   */
  batchSize?: number
  /** Number of batches that are read ahead, from 1 to 64. Default: 2. */
  prefetchQueueDepth?: number
  /**
   * Whether work is begun before a `for await` loop asks for it: the calls that the loop made on the last batches in
   * eager mode are begun for the next batch (on a GPU for the next three) while the loop is busy. If the loop then makes
   * equal calls, it gets that work; if not, the work is dropped. Results do not depend on it. Default: true.
   */
  runAhead?: boolean
}

/** Options of one epoch. */
export interface EpochOptions {
  /** Samples per batch, from 1 to 65536. Default: the reader's. */
  batchSize?: number | undefined
  /** Ends the loop with ABORTED when it fires. The reader stays usable; its next loop begins the next epoch. */
  signal?: AbortSignal | undefined
  /**
   * Called while the reader lists its data in its first loop, if that is a `for await` loop: at most five times a
   * second, and once when it has. What it throws ends the loop with USER_FUNCTION.
   */
  onProgress?: ((progress: IndexProgress) => void) | undefined
}

/**
 * One epoch of a reader, for one loop. `for await` waits without blocking; `for` blocks the thread until a batch is
 * there.
 */
export interface Epoch<Item> extends AsyncIterable<Item>, Iterable<Item> {
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, void>
  [Symbol.iterator](): Generator<Item, void, void>
}

export function checkFlag(op: string, value: unknown, name: string, callSite: string): boolean {
  if (typeof value === 'boolean') return value
  const message = `Expected true or false for ${name} but received ${shown(value)}`
  throw invalidArgument(message, { op, callSite })
}

export function checkBatchSize(op: string, value: unknown, callSite: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 65536) return value as number
  const message = `Expected an integer from 1 to 65536 for batchSize but received ${shown(value)}`
  throw invalidArgument(message, { op, callSite })
}
