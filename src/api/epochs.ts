// The epochs of a pipeline that `for await` or serve() runs: which one comes next, and what happens to the rest of one that
// was left. The pipeline takes the batches from its engine.
import { Mode } from '../actors/protocol.js'
import type { Lease } from '../data/lease.js'
import type { Resume } from '../engine/checkpoint.js'
import type { Engine } from '../engine/engine.js'
import { leaveFed, needsRestart } from '../engine/epoch-ends.js'
import { apiMixed } from '../errors/factories.js'
import type { CallOptions } from './run-types.js'

export class Epochs<Out> {
  /** Number of epochs that were begun. */
  begun = 0
  /** The pipeline was restored in the middle of an epoch, which the first loop goes on with. */
  private resumed = false
  /** An epoch was left before its end: the rest of it must not reach the next loop. */
  private abandoned = false
  private iterating = false

  constructor(private readonly engine: Engine<Out>) {}

  /** The batches of one epoch. `drop` is called before each turn, with which the last batch is no longer valid. */
  async *batches(
    { signal }: CallOptions,
    drop: () => void,
  ): AsyncGenerator<{ outputs: Out; lease: Lease }, void, void> {
    if (this.iterating) {
      throw apiMixed(
        'Two iterations over one pipeline at once',
        'Finish or leave the first loop, or build a second pipeline',
      )
    }
    this.iterating = true
    try {
      const delivery = await this.engine.ready(Mode.epoch, signal)
      // The loop's number says which epoch comes, so that it does not depend on how far prefetching had got.
      const first = this.begun === 0 || this.resumed
      if (this.abandoned || needsRestart(this.engine, delivery, first)) this.engine.restart(this.begun)
      delivery.ended = 0
      this.resumed = false
      this.abandoned = true
      this.begun++
      this.engine.epochs = this.begun
      do {
        const batch = await this.engine.next({ until: 'the next turn of the loop', signal })
        if (batch) yield batch
        drop()
      } while (!delivery.ended)
      this.abandoned = false
    } finally {
      drop()
      this.iterating = false
      if (this.abandoned && leaveFed(this.engine, this.begun)) this.abandoned = false
    }
  }

  /** The pipeline begins where a checkpoint says, and the first loop goes on there, with this epoch. */
  resume(from: Resume, epoch: number): void {
    this.engine.resume(from)
    this.begun = epoch
    this.resumed = true
  }

  /** All inputs begin the next epoch. `looping`: the pipeline is run epoch by epoch. */
  reset(looping: boolean): void {
    const epoch = looping && this.begun > 0 && !this.resumed ? this.begun : this.engine.lastEpoch + 1
    this.engine.restart(epoch)
    if (this.resumed) this.begun = epoch
    this.abandoned = false
  }

  /** The epoch that a loop would begin from its start; undefined in the middle of one. */
  get boundary(): number | undefined {
    if (this.resumed) return undefined
    return this.iterating && !this.engine.delivery?.ended ? undefined : this.begun
  }

  /** The epoch that the next loop begins from its start, wherever this one is; undefined where it goes on with one. */
  get next(): number | undefined {
    return this.resumed ? undefined : this.begun
  }
}
