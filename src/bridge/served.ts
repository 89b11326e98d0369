// What a server needs of its pipeline; src/api gives it.
import type { Lease } from '../data/lease.js'
import type { Facts as OutputFacts } from '../preview/facts.js'
import type { Facts } from './protocol.js'

/** A batch for consumers. `valid`: how many of its samples belong to the epoch, where that is counted; -1: the item has no batch of this pipeline. */
export interface Handed {
  readonly lease: Lease
  readonly valid?: number
}

export interface Served {
  /** Builds the pipeline, with batches in memory that other processes can map. */
  build(): Promise<void>
  facts(): Facts
  /** What is known of each output for pictures of it. */
  outputFacts(): readonly OutputFacts[]
  /** Number of batches that can be held at once, with one more still being made. Infinity where memory alone limits it. */
  readonly mostHeld: number
  /** The batches of one epoch, or of the rest of a restored one. */
  epoch(signal: AbortSignal): AsyncGenerator<Handed, void, void>
  /** Notes the position at the start of the epoch that epoch() has just given, and of which nothing was taken; the result writes it as a checkpoint. */
  markStart(): () => string
  /** Notes the position behind the batch that epoch() gave last. */
  mark(): () => string
  statistics(): object
  /** Counts batches that were copied so that they could be handed over, in the statistics. */
  noteCopy(bytes: number): void
  close(): Promise<void>
}
