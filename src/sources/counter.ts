// The puller for a graph without inputs (random operators only).
import type { SourceState } from './source-log.js'
import type { Steps } from './steps.js'
import type { Puller, SourceBatch } from './types.js'

/** Gives full batches without data, whose sample indices count up from 0. */
export class CounterPuller implements Puller {
  readonly isOwn = false
  readonly isFed = false
  readonly available = true
  private position: number

  constructor(
    private readonly batchSize: number,
    start?: SourceState,
  ) {
    this.position = start?.position ?? 0
  }

  *pull(): Steps<SourceBatch> {
    const first = this.position
    this.position += this.batchSize
    const samples = Array.from({ length: this.batchSize }, (_, i) => ({
      record: { index: first + i, epoch: 0, flags: 0, source: '', ordinal: 0 },
      outputs: [],
    }))
    return { samples, flags: 0 }
  }

  restart(): void {
    this.position = 0
  }
  state(): SourceState {
    return { epoch: 0, iteration: 0, position: this.position }
  }
  restarted(): SourceState {
    return { epoch: 0, iteration: 0, position: 0 }
  }
  close(): void {}
}
