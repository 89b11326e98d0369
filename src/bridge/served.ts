// What a server needs of its pipeline; src/api gives it.
import type { Lease } from '../data/lease.js'
import type { Facts } from './protocol.js'

export interface Served {
  /** Builds the pipeline, with batches in memory that other processes can map. */
  build(): Promise<void>
  facts(): Facts
  /** Number of batches that can be held at once, with one more still being made. Infinity where memory alone limits it. */
  readonly mostHeld: number
  /** The batches of one epoch, or of the rest of a restored one. */
  epoch(signal: AbortSignal): AsyncGenerator<Lease, void, void>
  /** Notes the position at the start of the epoch that epoch() would begin; the result writes it as a checkpoint. */
  markStart(): () => string
  /** Notes the position behind the batch that epoch() gave last. */
  mark(): () => string
  statistics(): object
  /** Counts batches that were copied so that they could be handed over, in the statistics. */
  noteCopy(bytes: number): void
  close(): Promise<void>
}
