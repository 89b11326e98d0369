// A source stage: user code on the main thread (fn.externalSource) or fed data, written into slots ahead of the
// consumers. It never blocks the event loop; one asynchronous loop per source.

import type { Puller } from '../../api/puller.js'
import type { RawSample } from '../../api/sample-data.js'
import { PipelineError, userError } from '../../errors.js'
import { batchFlags, sampleFlags } from '../../generated/abi.js'
import type { SourceStage } from '../../graph/types.js'
import { batchId, type SampleRecord, type SourceOutput } from '../arena.js'
import { type ControlWords, Signalled } from '../block.js'
import type { Desk, DeskEnd } from '../desk.js'
import { type StageStats, Wait } from '../stats.js'

/** One batch of a source: per sample one entry per output, or null for a placeholder. */
export interface SourceBatch {
  samples: { record: SampleRecord; outputs: RawSample[] | null }[]
  /** Bits of abi `batchFlags`. */
  flags: number
  /** Of fed data: its puller's era when it was fed. */
  era?: number | undefined
}

export class SourceFeeder {
  private generation = 0
  private batch = 0
  private closed = false
  private last: RawSample[] | undefined

  constructor(
    private readonly stage: SourceStage,
    private readonly puller: Puller,
    private readonly end: DeskEnd,
    private readonly desk: Desk,
    private readonly words: ControlWords,
    private readonly stats: StageStats,
    private readonly failed: (error: PipelineError) => void,
  ) {}

  /** Runs until close(), the end of the data in this generation, or a failure. */
  async run(): Promise<void> {
    this.stats.start()
    try {
      while (!this.closed) {
        const slot = await this.freeSlot()
        if (slot === undefined) return
        const generation = this.words.generation
        if (generation !== this.generation) {
          this.generation = generation
          this.puller.restart(this.words.epoch)
        }
        this.stats.waitBegin(Wait.starved)
        let batch: SourceBatch
        let error: unknown
        try {
          do {
            batch = await this.puller.pull()
          } while (batch.era !== this.puller.era && !this.closed)
        } catch (e) {
          error = e
          batch = { samples: [], flags: batchFlags.failed }
        } finally {
          this.stats.waitEnd()
        }
        if (this.closed) return
        // Fed data belongs to the epoch in which it was fed, not to the one in which the wait for it began.
        if (this.puller.isFed) this.generation = this.words.generation
        try {
          this.write(slot, batch)
        } catch (e) {
          error = e
          this.write(slot, { samples: [], flags: batchFlags.failed })
        }
        if (error !== undefined) return this.failed(userError(error, this.stage.name))
        if (batch.flags & batchFlags.endOfStream) await this.nextGeneration()
      }
    } catch (e) {
      if (!(e instanceof Signalled) && !this.closed) this.failed(userError(e, this.stage.name))
    } finally {
      this.stats.end()
    }
  }

  close(): void {
    this.closed = true
    this.puller.close()
  }

  private async freeSlot(): Promise<number | undefined> {
    const now = this.end.poll()
    if (now !== undefined) return now
    this.stats.waitBegin(Wait.blocked)
    try {
      const slot = await this.desk.until(() => (this.closed ? -1 : this.end.poll()), false)
      return slot < 0 ? undefined : slot
    } finally {
      this.stats.waitEnd()
    }
  }

  private async nextGeneration(): Promise<void> {
    const changed = () => (this.closed || this.words.generation !== this.generation ? true : undefined)
    await this.desk.until(changed, false)
  }

  private write(slot: number, batch: SourceBatch): void {
    const { numOutputs } = this.stage
    const good = batch.samples.find((s) => s.outputs)?.outputs ?? this.last
    this.last = good
    // A placeholder has the shape of a good sample and zeros for data.
    const filled = batch.samples.map((s) => ({
      record: s.outputs ? s.record : { ...s.record, flags: s.record.flags | sampleFlags.invalid },
      outputs: s.outputs ?? (good ?? []).map((o) => ({ ...o, data: new Uint8Array(o.data.byteLength) })),
    }))
    const outputs: SourceOutput[] = Array.from({ length: numOutputs }, (_, o) => ({
      dtype: good?.[o]?.dtype ?? this.stage.dtype ?? 'uint8',
      layout: good?.[o]?.layout ?? '',
      samples: filled.map((s) => s.outputs[o]!),
    }))
    for (const [o, output] of outputs.entries()) {
      const odd = filled.find((s) => s.outputs[o]!.dtype !== output.dtype)
      if (odd) {
        throw new PipelineError({
          code: 'INVALID_INPUT',
          op: 'externalSource',
          message: `Expected all samples of a batch to have dtype ${output.dtype} but received ${odd.outputs[o]!.dtype} (${this.stage.name})`,
        })
      }
    }
    const target = this.end.slots[slot]!
    target.write(
      batchId(this.generation, this.batch++),
      filled.map((s) => s.record),
      outputs,
      batch.flags,
    )
    this.stats.batch(filled.length, target.usedBytes)
    this.end.hand(slot)
  }
}
