// The batches of a source, and the interface through which SourceFeeder asks for them.
import type { SampleRecord } from '../data/arena-tables.js'
import type { RawSample } from '../data/sample-data.js'
import type { SourceState } from './source-log.js'
import type { Steps } from './steps.js'

/** One batch of a source: per sample one entry per output, or null for a placeholder. */
export interface SourceBatch {
  samples: { record: SampleRecord; outputs: RawSample[] | null }[]
  /** Bits of abi `batchFlags`. */
  flags: number
}

export interface Puller {
  /** `sync`: nothing may be waited for. */
  pull(sync: boolean): Steps<SourceBatch>
  /** Begins `epoch`: iterables start again. */
  restart(epoch: number): void
  /** Where the next pull() begins. */
  state(): SourceState
  /** Where it would begin after restart(epoch), in the state that it has or in another. */
  restarted(epoch: number, from?: SourceState): SourceState
  /** Data comes from feedInput(). */
  readonly isFed: boolean
  /** There is something to pull: false where data must be fed first. */
  readonly available: boolean
  close(): void
}
