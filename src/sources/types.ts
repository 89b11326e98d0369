// The batches of a source, and the interface through which SourceFeeder asks for them.
import type { SampleRecord } from '../data/arena-tables.js'
import type { RawSample } from '../data/sample-data.js'
import type { SourceState } from './source-log.js'
import type { Steps } from './steps.js'

/** One batch of a source. `outputs` has one entry per output of the sample; null stands for a placeholder. */
export interface SourceBatch {
  samples: { record: SampleRecord; outputs: RawSample[] | null }[]
  /** Bits of abi `batchFlags`. */
  flags: number
  /** The data stays as it is until the batch is used up, so that it need not be copied. */
  steady?: boolean
}

/** Gives the batches of one source, and knows where in its data it stands. */
export interface Puller {
  /**
   * Makes the next batch. With `sync` it must not wait for a promise. With `whole` the samples that are left at the end of the
   * data, and do not fill a batch, are dropped.
   */
  pull(sync: boolean, whole: boolean): Steps<SourceBatch>
  /** Begins `epoch`: iterables start again. */
  restart(epoch: number): void
  /** Returns where the next pull() begins. */
  state(): SourceState
  /** Returns where the next pull() would begin after restart(epoch), from the current state or from another one. */
  restarted(epoch: number, from?: SourceState): SourceState
  /** Whether the data comes from user code that is called for it. */
  readonly isOwn: boolean
  /** Whether the data comes from feedInput(). */
  readonly isFed: boolean
  /** Whether there is something to pull; false while data must be fed first. */
  readonly available: boolean
  close(): void
}
