// Outputs of a pipeline: views on a slot that a lease guards. Touching an output after its slot went back throws;
// it never reads another batch's bytes. What was read out of it before (a typed array) is the slot's memory itself.

import type { Slot } from '../actors/arena.js'
import { PipelineError } from '../errors.js'
import { type DType, dtypeBytes, sampleFlags } from '../generated/abi.js'
import { shown } from '../graph/suggest.js'
import type { TypedArray } from './external-source.js'
import type { HandOff, HandOffMode } from './hand-off.js'
import type { Lease } from './lease.js'

// float16 has no typed array in Node 20: its bits come as Uint16Array.
const arrays = {
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  float16: Uint16Array,
  float32: Float32Array,
  float64: Float64Array,
  bool: Uint8Array,
} as const satisfies Record<DType, unknown>

export function typedArray(dtype: DType, buffer: ArrayBufferLike, offset: number, bytes: number): TypedArray {
  return new arrays[dtype](buffer as ArrayBuffer, offset, bytes / dtypeBytes[dtype])
}

/** Where a sample came from. */
export interface SourceInfo {
  /** Path or name; '' when the source has none. */
  source: string
  /** Index in the data set (or in the epoch, for external sources). */
  index: number
  epoch: number
}

/** One dense, row-major array. Of a pipeline's output it is a view; after copy() it owns its memory. */
export class Tensor {
  constructor(
    readonly dtype: DType,
    readonly shape: readonly number[],
    /** Axis names such as 'HWC'; '' when unknown. */
    readonly layout: string,
    private readonly buffer: ArrayBufferLike,
    private readonly offset: number,
    private readonly lease?: Pick<Lease, 'check'> & Partial<Pick<Lease, 'copies'>>,
  ) {}

  readonly device = 'cpu'

  /** Number of elements. */
  get size(): number {
    return this.shape.reduce((a, b) => a * b, 1)
  }
  get bytes(): number {
    return this.size * dtypeBytes[this.dtype]
  }

  /** The elements as a typed array on the tensor's own memory, without a copy; float16 as the bits in a Uint16Array. */
  dataSync(): TypedArray {
    this.lease?.check()
    return typedArray(this.dtype, this.buffer, this.offset, this.bytes)
  }

  async data(): Promise<TypedArray> {
    return this.dataSync()
  }

  /** A tensor with memory of its own. */
  copy(): Tensor {
    this.lease?.check()
    const bytes = new Uint8Array(this.bytes)
    count(this.lease?.copies, this.bytes)
    bytes.set(new Uint8Array(this.buffer as ArrayBuffer, this.offset, this.bytes))
    return new Tensor(this.dtype, this.shape, this.layout, bytes.buffer, 0)
  }
}

function count(copies: Lease['copies'] | undefined, bytes: number): void {
  if (!copies) return
  copies.count++
  copies.bytes += bytes
}

/** One output of one batch: a tensor per sample. */
export class TensorList {
  readonly dtype: DType
  readonly layout: string
  readonly length: number
  readonly device = 'cpu'
  private readonly desc: ReturnType<Slot['output']>
  private readonly slot: Slot
  private readonly buffer: SharedArrayBuffer

  /** Made by the pipeline. `output`: of part `part` of the batch; its samples `from` up to `to`. */
  constructor(
    private readonly lease: Lease,
    private readonly part: number,
    private readonly output: number,
    private readonly from = 0,
    to = lease.count,
  ) {
    const { slot, buffer } = lease.parts[part]!
    this.slot = slot
    this.buffer = buffer
    this.desc = slot.output(output)
    this.dtype = this.desc.dtype
    this.layout = this.desc.layout
    this.length = to - from
  }

  /** Shape of sample i; of the whole batch, with the number of samples in front, when all are equal. */
  shape(i?: number): number[] {
    this.lease.check()
    if (i !== undefined) return this.slot.tensor(this.output, this.index(i)).shape
    if (!this.isDense) throw this.notDense()
    return [this.length, ...(this.lease.count ? this.slot.tensor(this.output, 0).shape : [0])]
  }

  /** All samples have one shape and follow each other in memory. */
  get isDense(): boolean {
    return this.desc.dense
  }

  at(i: number): Tensor {
    this.lease.check()
    const { offset, shape } = this.slot.tensor(this.output, this.index(i))
    return new Tensor(this.dtype, shape, this.layout, this.buffer, offset, this.lease)
  }

  *[Symbol.iterator](): IterableIterator<Tensor> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }

  /** Samples `from` up to, not including, `to` (default: the last): a view that is valid as long as the batch. */
  slice(from = 0, to: number = this.length): TensorList {
    this.lease.check()
    const ok = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= this.length
    if (ok) return new TensorList(this.lease, this.part, this.output, this.from + from, this.from + to)
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: `Expected a range of samples in 0..${this.length} but received ${from}..${to}`,
    })
  }

  /** The batch as one tensor with a leading sample axis. Throws INVALID_INPUT when shapes differ; see isDense. */
  asTensor(): Tensor {
    const shape = this.shape()
    const layout = this.layout && `N${this.layout}`
    return new Tensor(this.dtype, shape, layout, this.buffer, this.start(), this.lease)
  }

  /** All samples' elements, one after the other, on the shared memory. */
  dataSync(): TypedArray {
    this.lease.check()
    const start = this.start()
    let bytes = 0
    for (let i = 0; i < this.length; i++) {
      const t = this.slot.tensor(this.output, this.from + i)
      if (t.offset !== start + bytes) throw this.notDense()
      bytes += t.bytes
    }
    return typedArray(this.dtype, this.buffer, start, bytes)
  }

  async data(): Promise<TypedArray> {
    return this.dataSync()
  }

  /** Tensors with memory of their own, which stay valid. */
  copy(): Tensor[] {
    return [...this].map((t) => t.copy())
  }

  /**
   * The output in a form that can be posted to another thread, where `receive()` makes tensors of it.
   * 'shared': the batch's own memory, no copy; valid while this output is. 'copy': memory of its own. 'transfer': memory
   * of its own to be moved (put `buffer` in the transfer list), and the batch is released.
   */
  as(mode: HandOffMode): HandOff {
    this.lease.check()
    const start = this.start()
    const places = Array.from({ length: this.length }, (_, i) => this.slot.tensor(this.output, this.from + i))
    const end = places.reduce((most, p) => Math.max(most, p.offset + p.bytes), start)
    const { dtype, layout } = this
    const common = { mode, dtype, layout, shapes: places.map((p) => p.shape) }
    switch (mode) {
      case 'shared':
        return { ...common, buffer: this.buffer, offsets: places.map((p) => p.offset) }
      case 'copy':
      case 'transfer': {
        const own = new Uint8Array(end - start)
        own.set(new Uint8Array(this.buffer, start, end - start))
        count(this.lease.copies, own.byteLength)
        if (mode === 'transfer') this.lease.release()
        return { ...common, buffer: own.buffer, offsets: places.map((p) => p.offset - start) }
      }
      default:
        mode satisfies never
        throw new PipelineError({
          code: 'INVALID_ARGUMENT',
          message: `Expected 'shared', 'copy' or 'transfer' but received ${shown(mode)}`,
        })
    }
  }

  sourceInfo(i: number): SourceInfo {
    this.lease.check()
    const { source, index, epoch } = this.lease.parts[0]!.slot.sample(this.index(i))
    return { source, index, epoch }
  }

  /** 1 for a good sample, 0 for one that onError 'placeholder' filled with zeros. */
  get valid(): Uint8Array {
    this.lease.check()
    const bad = (i: number) => this.lease.parts.some(({ slot }) => slot.sampleFlags(i) & sampleFlags.invalid)
    return Uint8Array.from({ length: this.length }, (_, i) => (bad(this.from + i) ? 0 : 1))
  }

  /** Gives the whole batch back, all its outputs: its memory is used again. Also what `using` calls. */
  release(): void {
    this.lease.release()
  }
  [Symbol.dispose](): void {
    this.release()
  }

  private start(): number {
    return this.length ? this.slot.tensor(this.output, this.from).offset : this.desc.dataOffset
  }

  private index(i: number): number {
    if (Number.isInteger(i) && i >= 0 && i < this.length) return this.from + i
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: `Expected a sample from 0 to ${this.length - 1} but received ${i}`,
    })
  }

  private notDense(): PipelineError {
    return new PipelineError({
      code: 'INVALID_INPUT',
      message: 'The samples of this output have different shapes',
      hint: 'Use at(i) for one sample, or make the shapes equal with a resize or crop',
    })
  }
}
