// Makes one batch of a function that is called for whole batches, with the samples that take its branch.
import type { Slot } from '../data/arena.js'
import { aligned, tableBytes } from '../data/arena-tables.js'
import { type RawSample, rawBatch } from '../data/sample-data.js'
import { Tensor } from '../data/tensor.js'
import { type SourceOutput, writeBatch } from '../data/write-batch.js'
import { internal, invalidInput, withDetails } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import { dtypeBytes } from '../generated/abi.js'
import type { JsStage } from '../graph/types.js'
import { branchOf } from './branch.js'
import type { CalledOutput, Caller } from './calls.js'
import type { UserReport } from './report.js'
import { SlotWriter } from './slot-writer.js'
import { emptyOf, type FunctionBatch, kindsOf } from './user-batch.js'

/** The state that one actor keeps from batch to batch. */
export interface CallState {
  stage: JsStage
  function: number
  caller: Caller
  report: UserReport | undefined
  /** The first sample of the last outputs. */
  last: readonly RawSample[] | undefined
}

export class CallBatch implements FunctionBatch {
  private readonly writer: SlotWriter
  /** Samples that were written: all, or none of a batch that is not needed. */
  private written = 0

  /** As those of UserBatch. */
  constructor(
    private readonly state: CallState,
    private readonly slots: readonly Slot[],
    target: Slot,
    makeRoom: (bytes: number) => void,
    private readonly count: number,
    private readonly id: number,
  ) {
    const { stage, last } = state
    const passed = stage.pass.map(({ mailbox, output }) => ({ slot: slots[mailbox]!, output }))
    this.writer = new SlotWriter(target, makeRoom, slots[0]!, count, kindsOf(stage, last), passed)
  }

  async run(stale: () => boolean): Promise<void> {
    if (!this.count || stale()) return
    const begin = performance.now()
    const takes = branchOf(this.state.stage, this.slots)
    const chosen = Array.from({ length: this.count }, (_, i) => i).filter(takes)
    try {
      if (chosen.length) await this.call(chosen)
      else this.fill([], chosen)
      this.written = this.count
    } catch (error) {
      const { op, callSite } = this.state.stage
      throw withDetails(pipelineError(error), { op, callSite })
    } finally {
      this.state.report?.ran((performance.now() - begin) / 1e3, chosen.length)
    }
  }

  finish(flags: number): [samples: number, bytes: number] {
    const { stage, report } = this.state
    const kept = Array.from({ length: this.written }, (_, i) => i)
    for (const o of stage.outputs.keys()) report?.made(o, ...this.writer.bytesOf(o))
    return [this.written, this.writer.finish(this.id, kept, Array(this.written).fill(0), flags)]
  }

  /** Calls the function for these samples, and writes what it gives. */
  private async call(chosen: readonly number[]): Promise<void> {
    const { stage, caller, function: number } = this.state
    const inputs = this.inputs(chosen)
    const bytes = inputs.reduce(
      (sum, { samples }) => samples.reduce((all, { data }) => all + data.byteLength, aligned(sum)),
      tableBytes(chosen.length, inputs.length),
    )
    const { room, slot } = await caller.room(aligned(bytes))
    try {
      const records = chosen.map((i) => ({ ...this.slots[0]!.sample(i), source: '', flags: 0 }))
      const batch = { id: this.id, records, outputs: inputs, flags: 0 }
      if (!writeBatch(batch, () => slot.tables)) throw internal('a room has no memory')
      const made = await caller.call({
        room,
        function: number,
        samples: chosen.length,
        inputs: inputs.length,
        outputs: stage.outputs.length,
      })
      this.fill(
        made.map((output, o) => this.samplesOf(output, o, slot.buffer)),
        chosen,
      )
    } finally {
      caller.done(room)
    }
  }

  private inputs(chosen: readonly number[]): SourceOutput[] {
    return this.state.stage.inputs.map(({ mailbox, output }) => {
      const slot = this.slots[mailbox]!
      const { dtype, layout } = slot.output(output)
      const samples = chosen.map((i) => {
        const { offset, bytes, shape } = slot.tensor(output, i)
        return { data: new Uint8Array(slot.buffer, offset, bytes), shape }
      })
      return { dtype, layout, samples }
    })
  }

  /** Throws INVALID_INPUT for data that is not as declared, and for samples that differ in more than their shape. */
  private samplesOf({ dtype, layout, at }: CalledOutput, o: number, buffer: SharedArrayBuffer): RawSample[] {
    const { name, op, outputs } = this.state.stage
    const tensors = at.map(([offset, shape]) => new Tensor({ dtype, shape, layout, buffer, offset }))
    const expected = { name: outputs.length > 1 ? `${name}, output ${o}` : name, op, ...outputs[o] }
    const samples = rawBatch(tensors as never, expected)
    const odd = samples.find(({ shape }) => shape.length !== samples[0]!.shape.length)
    if (!odd) return samples
    throw invalidInput(
      `Expected samples of one number of dimensions but received ${samples[0]!.shape.length} and ${odd.shape.length} (${expected.name})`,
    )
  }

  /** Writes all samples: those of the branch, and nothing for the others. `made`: the samples of each output. */
  private fill(made: readonly (readonly RawSample[])[], chosen: readonly number[]): void {
    const { stage } = this.state
    if (chosen.length) this.state.last = made.map(([first]) => first!)
    const like = this.state.last ?? stage.outputs.map(emptyOf)
    const empty = like.map(({ dtype, layout, shape }) => ({ dtype, layout, shape: shape.map(() => 0) }))
    // A scalar has no extent that could be 0.
    const bytes = empty.map(({ dtype, shape }) => (shape.length ? 0 : dtypeBytes[dtype]))
    const places = new Map(chosen.map((i, k) => [i, k]))
    for (let i = 0; i < this.count; i++) {
      const k = places.get(i)
      if (k === undefined) this.writer.addZeros(empty, bytes)
      else this.writer.add(made.map((samples) => samples[k]!))
    }
  }
}
