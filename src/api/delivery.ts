// The consumer's end: waits for batches without blocking the event loop, drops those of an abandoned epoch, and leases
// their slots out as outputs. One lease is out at a time.

import type { Slot } from '../actors/arena.js'
import type { DeskEnd } from '../actors/desk.js'
import { Wait } from '../actors/stats.js'
import type { Supervisor } from '../actors/supervisor.js'
import { PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'
import type { Inputs } from './inputs.js'
import { Lease, TensorList } from './tensor.js'

export class Delivery<Out> {
  /** The flags of the last batch that say it was the last of an epoch or stream. */
  ended = 0
  /** Epoch of the last sample that was delivered. */
  epoch = 0
  private readonly sink: DeskEnd
  private lease: Lease | undefined
  private closed = false

  constructor(
    private readonly supervisor: Supervisor,
    private readonly inputs: Inputs,
  ) {
    this.sink = supervisor.sink()
  }

  /**
   * The next batch's outputs, or undefined when an epoch or stream ended without a sample. Throws what failed in the
   * graph: batches made before the failure come first.
   */
  async next(until: string): Promise<Out | undefined> {
    const { sink, supervisor } = this
    for (;;) {
      const index = await this.take()
      const slot = sink.slots[index]!
      if (slot.generation !== supervisor.words.generation) {
        sink.hand(index)
        continue
      }
      if (slot.flags & batchFlags.failed) throw await this.reason()
      this.ended = slot.flags & (batchFlags.endOfEpoch | batchFlags.endOfStream)
      supervisor.sinkStats.batch(slot.batchSize, slot.usedBytes)
      // Without a flag it is a batch that was fed empty, or whose samples were all skipped.
      if (slot.batchSize === 0 && this.ended) {
        sink.hand(index)
        return undefined
      }
      if (slot.batchSize) this.epoch = slot.sample(slot.batchSize - 1).epoch
      return this.outputs(slot, index, until)
    }
  }

  /** Gives the outputs that are out back. */
  release(): void {
    this.lease?.release()
  }

  /** No slot goes back any more: the mailboxes are being freed. */
  close(): void {
    this.closed = true
    this.release()
  }

  private async take(): Promise<number> {
    const { sinkStats, desk } = this.supervisor
    sinkStats.found(this.sink.waiting)
    const now = this.poll()
    if (now !== undefined) return now
    sinkStats.waitBegin(Wait.starved)
    try {
      return await desk.until(() => this.poll())
    } finally {
      sinkStats.waitEnd()
    }
  }

  private poll(): number | undefined {
    this.checkOpen()
    const slot = this.sink.poll()
    if (slot !== undefined) return slot
    // A dead thread cannot send its failure through the mailboxes.
    if (this.supervisor.failure?.code === 'ACTOR_DIED') throw this.supervisor.failure
    return undefined
  }

  /** The failure whose mark came through the mailboxes; its words may still be on their way. */
  private reason(): Promise<PipelineError> {
    return this.supervisor.desk.until(() => {
      this.checkOpen()
      return this.inputs.failure ?? this.supervisor.failure
    })
  }

  private outputs(slot: Slot, index: number, until: string): Out {
    const lease = new Lease(slot, () => this.closed || this.sink.hand(index), until)
    this.lease = lease
    const { stages, outputs } = this.supervisor.plan
    const sink = stages.at(-1)!
    const lists = sink.kind === 'sink' ? sink.inputs.map((input) => new TensorList(lease, input.output)) : []
    if (outputs.every(({ name }) => name === undefined)) return lists as Out
    return Object.fromEntries(lists.map((list, i) => [outputs[i]!.name!, list])) as Out
  }

  private checkOpen(): void {
    if (this.closed) throw closedError()
  }
}

export function closedError(): PipelineError {
  return new PipelineError({ code: 'PIPELINE_CLOSED', message: 'The pipeline is closed' })
}
