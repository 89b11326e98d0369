// Outputs of a pipeline: views on a slot that a lease guards. Touching an output after its slot went back throws;
// it never reads another batch's bytes.

import type { Slot } from '../actors/arena.js'
import { PipelineError } from '../errors.js'
import { type DType, dtypeBytes, sampleFlags } from '../generated/abi.js'
import type { TypedArray } from './external-source.js'

/** Holds a slot until it is released; shared by all outputs of one batch. */
export class Lease {
  private open = true

  constructor(
    readonly slot: Slot,
    private readonly giveBack: () => void,
    private readonly until: string,
  ) {}

  check(): void {
    if (this.open) return
    throw new PipelineError({
      code: 'OUTPUT_RELEASED',
      message: `This output was released: it was valid until ${this.until}`,
      hint: 'Take what you need before then, or keep a copy() of it',
    })
  }

  release(): void {
    if (!this.open) return
    this.open = false
    this.giveBack()
  }
}

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
    private readonly lease?: Lease,
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
    bytes.set(new Uint8Array(this.buffer as ArrayBuffer, this.offset, this.bytes))
    return new Tensor(this.dtype, this.shape, this.layout, bytes.buffer, 0)
  }
}

/** One output of one batch: a tensor per sample. */
export class TensorList {
  readonly dtype: DType
  readonly layout: string
  readonly length: number
  readonly device = 'cpu'
  private readonly desc: ReturnType<Slot['output']>

  /** All samples of the batch, or `length` of them beginning with `from`. */
  constructor(
    private readonly lease: Lease,
    private readonly output: number,
    private readonly from = 0,
    length = lease.slot.batchSize,
  ) {
    this.desc = lease.slot.output(output)
    this.dtype = this.desc.dtype
    this.layout = this.desc.layout
    this.length = length
  }

  /** Shape of sample i; of the whole batch, with the number of samples in front, when all are equal. */
  shape(i?: number): number[] {
    this.lease.check()
    if (i !== undefined) return this.lease.slot.tensor(this.output, this.index(i)).shape
    if (!this.isDense) throw this.notDense()
    return [this.length, ...(this.lease.slot.batchSize ? this.lease.slot.tensor(this.output, 0).shape : [0])]
  }

  /** All samples have one shape and follow each other in memory. */
  get isDense(): boolean {
    return this.desc.dense
  }

  at(i: number): Tensor {
    this.lease.check()
    const { offset, shape } = this.lease.slot.tensor(this.output, this.index(i))
    return new Tensor(this.dtype, shape, this.layout, this.lease.slot.buffer, offset, this.lease)
  }

  *[Symbol.iterator](): IterableIterator<Tensor> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }

  /** Samples `from` to `to` - 1 as a list on the same memory, which is released with this one. */
  slice(from = 0, to: number = this.length): this {
    this.lease.check()
    if (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= this.length) {
      return new TensorList(this.lease, this.output, this.from + from, to - from) as this
    }
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: `Expected a range of samples in 0..${this.length} but received ${from}..${to}`,
    })
  }

  /** The batch as one tensor with a leading sample axis. Throws INVALID_INPUT when shapes differ; see isDense. */
  asTensor(): Tensor {
    const shape = this.shape()
    const layout = this.layout && `N${this.layout}`
    return new Tensor(this.dtype, shape, layout, this.lease.slot.buffer, this.start, this.lease)
  }

  /** All samples' elements, one after the other, on the shared memory. */
  dataSync(): TypedArray {
    this.lease.check()
    const { slot } = this.lease
    const { start } = this
    let bytes = 0
    for (let i = 0; i < this.length; i++) {
      const t = slot.tensor(this.output, this.from + i)
      if (t.offset !== start + bytes) throw this.notDense()
      bytes += t.bytes
    }
    return typedArray(this.dtype, slot.buffer, start, bytes)
  }

  async data(): Promise<TypedArray> {
    return this.dataSync()
  }

  /** Tensors with memory of their own, which stay valid. */
  copy(): Tensor[] {
    return [...this].map((t) => t.copy())
  }

  sourceInfo(i: number): SourceInfo {
    this.lease.check()
    const { source, index, epoch } = this.lease.slot.sample(this.index(i))
    return { source, index, epoch }
  }

  /** 1 for a good sample, 0 for one that onError 'placeholder' filled with zeros. */
  get valid(): Uint8Array {
    this.lease.check()
    return Uint8Array.from({ length: this.length }, (_, i) =>
      Number((this.lease.slot.sampleFlags(this.from + i) & sampleFlags.invalid) === 0),
    )
  }

  /** Gives the whole batch back before its time. */
  [Symbol.dispose](): void {
    this.lease.release()
  }

  /** Where the first sample's elements are. */
  private get start(): number {
    return this.length ? this.lease.slot.tensor(this.output, this.from).offset : this.desc.dataOffset
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
