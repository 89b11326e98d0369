// Makes one batch of the js actor: calls the user's function for every sample, packs the results into the output slot
// in order, and applies onError to samples for which it fails.

import type { Slot } from '../data/arena.js'
import type { SampleRecord } from '../data/arena-tables.js'
import { Draws } from '../data/philox.js'
import { type RawSample, rawSample } from '../data/sample-data.js'
import { Tensor } from '../data/tensor.js'
import type { JsSampleInfo } from '../data/types.js'
import { invalidInput, outputReleased, withDetails } from '../errors/factories.js'
import { thrownWithPlace, wrappedError } from '../errors/thrown.js'
import { shown } from '../errors/words.js'
import { isPipelineError, type PipelineError } from '../errors.js'
import { batchFlags, type DType, dtypeBytes, sampleFlags } from '../generated/abi.js'
import type { JsStage } from '../graph/types.js'
import { branchOf } from './branch.js'
import type { UserReport } from './report.js'
import { SlotWriter } from './slot-writer.js'

export type UserFunction = (...args: [...Tensor[], JsSampleInfo]) => unknown

/** The state that one actor keeps from batch to batch. */
export interface UserState {
  stage: JsStage
  user: UserFunction
  seed: number
  report: UserReport | undefined
  /** The last good outputs. If no sample of a batch is good, its placeholders have these shapes. */
  last: RawSample[] | undefined
}

/** `outside`: the sample does not take the branch that the function stands in, so it was not called. */
type Settled = { value: unknown } | { cause: unknown } | 'outside'

/** Makes the views that one call received unusable after the call. */
class CallLease {
  private open = true

  check(): void {
    if (this.open) return
    throw outputReleased(
      'This tensor was valid until the function that it was given to had returned',
      'Take what you need before then, or keep a copy() of it',
    )
  }

  end(): void {
    this.open = false
  }
}

/** A sample whose call returned a promise, or that follows one. */
interface Pending {
  i: number
  record: SampleRecord
  lease: CallLease
  settled: Settled | Promise<Settled>
}

/** Why a sample has no data of the function: it failed, or was not called. */
type Hole = 'bad' | 'outside'

type Declared = JsStage['outputs'][number]

/** What an output is before a sample of it is there: as the last good ones, or as declared. */
export const kindsOf = ({ outputs }: JsStage, last: readonly Pick<RawSample, 'dtype' | 'layout'>[] | undefined) =>
  outputs.map((declared, o) => ({
    dtype: last?.[o]?.dtype ?? declared.dtype ?? ('float32' as const),
    layout: last?.[o]?.layout ?? declared.layout ?? '',
  }))

/** A sample of an output of which none was good yet. */
export const emptyOf = ({ dtype, ndim, layout }: Declared) => ({
  dtype: dtype ?? ('float32' as const),
  layout: layout ?? '',
  shape: Array<number>(ndim ?? (layout?.length || 1)).fill(0),
})

export class UserBatch {
  private readonly writer: SlotWriter
  private readonly first: Slot
  private readonly inputs: { slot: Slot; output: number; dtype: DType; layout: string }[]
  private readonly kept: number[] = []
  private readonly marks: number[] = []
  private readonly pending: Pending[] = []
  private good: RawSample[] | undefined
  /** The samples without data before the first good one. They are written once its shape is known. */
  private leading: Hole[] = []
  private holes = false
  private called = 0
  private readonly takesBranch: (i: number) => boolean

  /**
   * Makes a batch of at most `count` samples of `slots` (one slot per input mailbox), and writes it to `target` under
   * the number `id`.
   */
  constructor(
    private readonly state: UserState,
    slots: readonly Slot[],
    target: Slot,
    makeRoom: (bytes: number) => void,
    private readonly count: number,
    private readonly id: number,
  ) {
    const { stage, last } = state
    this.first = slots[0]!
    this.inputs = count
      ? stage.inputs.map(({ mailbox, output }) => {
          const { dtype, layout } = slots[mailbox]!.output(output)
          return { slot: slots[mailbox]!, output, dtype, layout }
        })
      : []
    this.takesBranch = count ? branchOf(stage, slots) : () => false
    const kinds = kindsOf(stage, last)
    const passed = stage.pass.map(({ mailbox, output }) => ({ slot: slots[mailbox]!, output }))
    this.writer = new SlotWriter(target, makeRoom, this.first, count, kinds, passed)
  }

  /**
   * Calls the function for every sample that takes its branch. When `stale` becomes true, the batch is not needed and the rest is left out.
   */
  async run(stale: () => boolean): Promise<void> {
    const begin = performance.now()
    try {
      for (let i = 0; i < this.count && !stale(); i++) this.call(i)
      for (const { i, record, lease, settled } of this.pending) {
        const result = await settled
        if (result === 'outside') this.outside(i)
        else if ('cause' in result) this.bad(i, record, this.thrown(result.cause, record))
        else this.take(i, record, result.value)
        lease.end()
      }
    } finally {
      for (const { lease } of this.pending) lease.end()
      this.state.report?.ran((performance.now() - begin) / 1e3, this.called)
    }
  }

  /** Completes the slot. Returns the number of samples in it and the bytes used. */
  finish(flags: number): [samples: number, bytes: number] {
    const { stage, last } = this.state
    if (this.leading.length) {
      // If no sample has data, there is no good sample whose shape they could have.
      this.fill(last ?? stage.outputs.map(emptyOf))
    }
    this.state.last = this.good ?? last
    for (const o of stage.outputs.keys()) this.state.report?.made(o, ...this.writer.bytesOf(o))
    const bytes = this.writer.finish(this.id, this.kept, this.marks, flags | (this.holes ? batchFlags.holes : 0))
    return [this.kept.length, bytes]
  }

  private call(i: number): void {
    const record = this.first.sample(i)
    const lease = new CallLease()
    if (!this.takesBranch(i)) {
      if (this.pending.length) this.pending.push({ i, record, lease, settled: 'outside' })
      else this.outside(i)
      return
    }
    this.called++
    const tensors = this.inputs.map(({ slot, output, dtype, layout }) => {
      const { offset, shape } = slot.tensor(output, i)
      return new Tensor({ dtype, shape, layout, buffer: slot.buffer, offset }, { lease })
    })
    // Called as a plain function, so that `this` gives it no access to this object.
    const { user } = this.state
    let result: unknown
    let later: boolean
    try {
      result = user(...tensors, this.info(i, record))
      later = isThenable(result)
    } catch (cause) {
      lease.end()
      this.bad(i, record, this.thrown(cause, record))
      return
    }
    // Results are packed in order, so those after a promise wait too.
    if (later || this.pending.length) {
      const settled = resolved(result).then<Settled, Settled>(
        (value) => ({ value }),
        (cause) => ({ cause }),
      )
      this.pending.push({ i, record, lease, settled })
      return
    }
    try {
      this.take(i, record, result)
    } finally {
      lease.end()
    }
  }

  private info(i: number, { index, epoch, source }: SampleRecord): JsSampleInfo {
    let draws: Draws | undefined
    let drawn = 0
    const random = () => {
      // The counter is that of native/core/rng.h: (draw, sample, stream, epoch).
      const stream = [
        index >>> 0,
        ((Math.floor(index / 2 ** 32) << 16) ^ (this.state.stage.stream ?? this.state.stage.id)) >>> 0,
        epoch >>> 0,
      ] as const
      draws ??= new Draws(this.state.seed, stream)
      return draws.below(drawn++, 2 ** 53) / 2 ** 53
    }
    return { index, epoch, source, idxInBatch: i, random }
  }

  /** Writes the function's result for sample `i`. */
  private take(i: number, record: SampleRecord, result: unknown): void {
    let samples: RawSample[]
    try {
      samples = this.converted(result)
      this.checkLike(samples)
    } catch (e) {
      const { op, callSite } = this.state.stage
      // Code of the user also runs where its result is read: getters, and the traps of a Proxy.
      const error = isPipelineError(e) ? e : this.thrown(e, record)
      this.bad(i, record, withDetails(error, { op, callSite, sample: sampleOf(record) }))
      return
    }
    if (!this.good) {
      this.good = samples
      this.fill(samples)
    }
    this.writer.add(samples)
    this.kept.push(i)
    this.marks.push(0)
  }

  /** Writes the samples without data that came before the first good one. */
  private fill(like: readonly Omit<RawSample, 'data'>[]): void {
    for (const hole of this.leading) this.zeros(like, hole)
    this.leading = []
  }

  /** Writes zeros for a bad sample. A sample outside of the branch gets no elements: nothing reads them. */
  private zeros(like: readonly Omit<RawSample, 'data'>[], hole: Hole): void {
    const shaped = hole === 'bad' ? like : like.map((one) => ({ ...one, shape: one.shape.map(() => 0) }))
    const bytes = shaped.map(({ dtype, shape }) => shape.reduce((a, b) => a * b, dtypeBytes[dtype]))
    this.writer.addZeros(shaped, bytes)
  }

  /** Keeps the sample without data. */
  private keep(i: number, hole: Hole): void {
    this.kept.push(i)
    this.marks.push(hole === 'bad' ? sampleFlags.invalid : 0)
    if (this.good) this.zeros(this.good, hole)
    else this.leading.push(hole)
  }

  private outside(i: number): void {
    this.keep(i, 'outside')
  }

  private converted(result: unknown): RawSample[] {
    const { outputs, name, op } = this.state.stage
    const expected = (o: number) => ({ name: outputs.length > 1 ? `${name}, output ${o}` : name, op, ...outputs[o] })
    if (outputs.length === 1) {
      // A list of one object can only be the list of outputs.
      const one = Array.isArray(result) && result.length === 1 && isObject(result[0]) ? result[0] : result
      return [rawSample(one as never, expected(0))]
    }
    if (Array.isArray(result) && result.length === outputs.length) {
      return result.map((sample, o) => rawSample(sample as never, expected(o)))
    }
    throw invalidInput(
      `Expected a list of ${outputs.length} samples (one per output) from the function but received ${shown(result)}`,
      { op },
    )
  }

  /**
   * Throws INVALID_INPUT unless the sample has the dtype, layout and number of dimensions of the batch's first good
   * one.
   */
  private checkLike(samples: RawSample[]): void {
    for (const [o, sample] of samples.entries()) {
      const like = this.good?.[o]
      if (!like) continue
      for (const what of ['dtype', 'layout'] as const) {
        if (sample[what] !== like[what]) throw this.unlike(what, o, `'${like[what]}'`, `'${sample[what]}'`)
      }
      if (sample.shape.length !== like.shape.length) {
        throw this.unlike('number of dimensions', o, `${like.shape.length}`, `${sample.shape.length}`)
      }
    }
  }

  private unlike(what: string, output: number, wanted: string, received: string): PipelineError {
    return invalidInput(`Expected one ${what} for all samples of output ${output} (${wanted}) but received ${received}`)
  }

  private thrown(cause: unknown, record: SampleRecord): PipelineError {
    const { op, callSite, name } = this.state.stage
    const message = `The function of ${name} threw: ${thrownWithPlace(cause)}`
    return wrappedError(cause, message, { op, callSite, sample: sampleOf(record) })
  }

  /** Handles the failure of sample `i` as onError says. */
  private bad(i: number, record: SampleRecord, error: PipelineError): void {
    const { onError, op, callSite } = this.state.stage
    if (onError === 'throw') throw error
    const { index, epoch, source: path } = record
    const { detail: reason, code } = error
    this.state.report?.bad({ path, index, epoch, reason, op, callSite, code, batch: this.id })
    if (onError === 'skip') {
      this.holes = true
      return
    }
    this.keep(i, 'bad')
  }
}

const sampleOf = ({ index, source }: SampleRecord) => ({ index, source })
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isThenable = (value: unknown): boolean =>
  isObject(value) && typeof (value as { then?: unknown }).then === 'function'
/** As Promise.resolve(), which throws where reading `constructor` of a promise throws. */
const resolved = async (value: unknown): Promise<unknown> => value
