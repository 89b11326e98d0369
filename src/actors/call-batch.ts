// One batch of a function that is called for whole batches, with the samples that take its branch.
import type { Slot } from '../data/arena.js'
import { aligned, tableBytes } from '../data/arena-tables.js'
import { volumeOf } from '../data/elements.js'
import { type RawSample, rawSample } from '../data/sample-data.js'
import { Tensor } from '../data/tensor.js'
import { type SourceOutput, writeBatch } from '../data/write-batch.js'
import { internal, invalidInput } from '../errors/factories.js'
import { dtypeBytes } from '../generated/abi.js'
import type { JsStage } from '../graph/types.js'
import { branchOf } from './branch.js'
import type { CalledOutput, CallRoom, FunctionCall, Made } from './calls.js'
import { SlotWriter } from './slot-writer.js'
import { emptyOf, kindsOf } from './user-batch.js'

/** What one actor keeps from batch to batch. */
export interface CallState {
  stage: JsStage
  function: number
  /** The first sample of the last outputs, without its data. */
  last: readonly Omit<RawSample, 'data'>[] | undefined
}

/** A function gets no names or indices of samples. */
const noRecord = { index: 0, epoch: 0, flags: 0, source: '', ordinal: 0 }

/** Where the samples of an output lie. */
interface Places {
  offsets: number[]
  bytes: number[]
  shapes: (readonly number[])[]
}

export class CallBatch {
  private readonly writer: SlotWriter
  /** The samples that take the branch. */
  readonly chosen: readonly number[]

  /**
   * The first `count` samples of `slots` (one slot per input mailbox) make a batch in `target`. `makeRoom` makes room there, and waits for
   * memory if necessary.
   */
  constructor(
    private readonly state: CallState,
    private readonly slots: readonly Slot[],
    private readonly target: Slot,
    private readonly makeRoom: (bytes: number) => void,
    private readonly count: number,
  ) {
    const { stage, last } = state
    const passed = stage.pass.map(({ mailbox, output }) => ({ slot: slots[mailbox]!, output }))
    this.writer = new SlotWriter(target, makeRoom, slots[0]!, count, kindsOf(stage, last), passed)
    const takes = count ? branchOf(stage, slots) : () => false
    this.chosen = Array.from({ length: count }, (_, i) => i).filter(takes)
  }

  /** Writes the inputs of the function to the room. Returns its call. */
  call(room: CallRoom): FunctionCall {
    const { chosen, state, target } = this
    const { segment } = target.config
    if (segment === undefined) throw internal('a function cannot write to this slot')
    const inputs = this.inputs()
    const bytes = inputs.reduce(
      (sum, { samples }) => samples.reduce((all, { data }) => all + data.byteLength, aligned(sum)),
      tableBytes(chosen.length, inputs.length),
    )
    room.slot.ensure(bytes, true)
    const records = Array(chosen.length).fill(noRecord)
    if (!writeBatch({ id: 0, records, outputs: inputs, flags: 0 }, () => room.slot.tables)) {
      throw internal('a room has no memory')
    }
    return {
      room: room.number,
      bytes,
      target: segment,
      end: this.writer.dataStart,
      function: state.function,
      samples: chosen.length,
      inputs: inputs.length,
      outputs: state.stage.outputs.length,
    }
  }

  private inputs(): SourceOutput[] {
    return this.state.stage.inputs.map(({ mailbox, output }) => {
      const slot = this.slots[mailbox]!
      const { dtype, layout } = slot.output(output)
      const samples = this.chosen.map((i) => {
        const { offset, bytes, shape } = slot.tensor(output, i)
        return { data: new Uint8Array(slot.buffer, offset, bytes), shape }
      })
      return { dtype, layout, samples }
    })
  }

  /**
   * Completes the batch with what the function has made; nothing where it was not called. Returns the bytes used, and the bytes of each
   * output: of all samples, and of the largest one. Throws INVALID_INPUT for data that is not as declared, and for samples that differ in
   * more than their shape.
   */
  finish(made: Made | undefined, id: number, flags: number): { bytes: number; outputs: [number, number][] } {
    const { stage } = this.state
    let end = this.writer.dataStart
    if (made) {
      const { outputs } = made
      if (outputs.length !== stage.outputs.length || outputs.some(({ at }) => at.length !== this.chosen.length)) {
        throw invalidInput(`Expected ${this.chosen.length} samples of each of ${stage.outputs.length} outputs`)
      }
      this.makeRoom(made.end)
      end = Math.max(end, made.end)
      this.state.last = made.outputs.map((output, o) => this.checked(output, made.end, o))
    }
    const like = this.state.last ?? stage.outputs.map(emptyOf)
    for (const [o, kind] of like.entries()) {
      const size = dtypeBytes[kind.dtype]
      const at = made?.outputs[o]?.at ?? []
      // A scalar has no extent that could be 0, so all of them are written, one behind the other.
      if (!kind.shape.length && at.length < this.count) {
        const start = aligned(end)
        end = start + this.count * size
        this.makeRoom(end)
        this.writer.place(o, kind, this.scalars(start, size, at), end)
      } else this.writer.place(o, kind, this.places(kind, size, at), end)
    }
    const kept = Array.from({ length: this.count }, (_, i) => i)
    const outputs = stage.outputs.map((_, o) => this.writer.bytesOf(o))
    const marks = Array<number>(this.count).fill(0)
    return { bytes: this.writer.finish(id, kept, marks, flags), outputs }
  }

  /** The first sample of an output. */
  private checked({ dtype, layout, at }: CalledOutput, end: number, o: number): Omit<RawSample, 'data'> {
    const { name, op, outputs } = this.state.stage
    const expected = { name: outputs.length > 1 ? `${name}, output ${o}` : name, op, ...outputs[o] }
    const size = dtypeBytes[dtype]
    const [start, first] = at[0]!
    const uniform = at.every(([, shape]) => shape.length === first.length && shape.every((n, k) => n === first[k]))
    const each = volumeOf(first) * size
    for (const [i, [offset, shape]] of at.entries()) {
      if (shape.length !== first.length) {
        throw invalidInput(
          `Expected samples of one number of dimensions but received ${first.length} and ${shape.length} (${expected.name})`,
        )
      }
      const inside = offset >= this.writer.dataStart && offset + volumeOf(shape) * size <= end
      if (inside && offset % size === 0 && (!uniform || offset === start + i * each)) continue
      throw invalidInput(`Expected samples one behind the other up to byte ${end} but received one at ${offset}`)
    }
    const { buffer } = this.target
    const sample = new Tensor({ dtype, shape: [...first], layout, buffer, offset: start })
    const { shape, ...kind } = rawSample(sample as never, expected)
    return { dtype: kind.dtype, layout: kind.layout, shape }
  }

  /** The places of all samples: those of the branch where the function wrote them, and nothing for the others. */
  private places({ shape }: Omit<RawSample, 'data'>, size: number, at: CalledOutput['at']): Places {
    const start = at[0]?.[0] ?? this.writer.dataStart
    const none = shape.map(() => 0)
    const { offsets, bytes, shapes } = noPlaces()
    let k = 0
    for (let i = 0; i < this.count; i++) {
      const [offset, extents] = at.length && this.chosen[k] === i ? at[k++]! : [start, none]
      offsets.push(offset)
      bytes.push(volumeOf(extents) * size)
      shapes.push(extents)
    }
    return { offsets, bytes, shapes }
  }

  private scalars(start: number, size: number, at: CalledOutput['at']): Places {
    const memory = new Uint8Array(this.target.buffer, start, this.count * size).fill(0)
    const { offsets, bytes, shapes } = noPlaces()
    for (let i = 0; i < this.count; i++) {
      offsets.push(start + i * size)
      bytes.push(size)
      shapes.push([])
    }
    for (const [k, [offset]] of at.entries()) {
      memory.set(new Uint8Array(this.target.buffer, offset, size), this.chosen[k]! * size)
    }
    return { offsets, bytes, shapes }
  }
}

const noPlaces = (): Places => ({ offsets: [], bytes: [], shapes: [] })
