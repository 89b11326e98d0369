// Batch and Tensor: what the user holds of a value.

import { PipelineError } from '../../errors.js'
import { type DType, dtypeBytes, dtypeNames } from '../../generated/abi.js'
import type { TypedArray } from '../external-source.js'
import { typedArray } from '../tensor.js'
import { settle, settled } from './evaluate.js'
import type { Value, View } from './value.js'

function hostBytes(value: Value, i: number): TypedArray {
  const { home, place } = value
  const { dtype } = home!.slot.output(place)
  const view = home!.views?.[place]?.[i]
  if (view) return typedArray(dtype, view.buffer, view.byteOffset, view.byteLength)
  const t = home!.slot.tensor(place, i)
  return typedArray(dtype, home!.slot.buffer, t.offset, t.bytes)
}

export class Tensor {
  constructor(
    private readonly value: Value,
    private readonly row: number,
  ) {
    value.own()
  }

  get at(): { value: Value; row: number } {
    return { value: this.value, row: this.row }
  }

  get device(): 'cpu' | 'gpu' {
    return this.value.gpu < 0 ? 'cpu' : 'gpu'
  }

  get shape(): readonly number[] {
    settle(this.value)
    return this.value.home!.slot.tensor(this.value.place, this.row).shape
  }

  get dtype(): DType {
    settle(this.value)
    return this.value.home!.slot.output(this.value.place).dtype
  }

  dataSync(): TypedArray {
    settle(this.value)
    return hostBytes(this.value, this.row)
  }

  async data(): Promise<TypedArray> {
    await settled(this.value)
    return hostBytes(this.value, this.row)
  }
}

export class Batch {
  constructor(
    private readonly value: Value,
    private readonly rows: Int32Array | null,
  ) {
    value.own()
  }

  get view(): View {
    return { value: this.value, rows: this.rows }
  }

  get length(): number {
    return this.rows?.length ?? this.value.count
  }

  get device(): 'cpu' | 'gpu' {
    return this.value.gpu < 0 ? 'cpu' : 'gpu'
  }

  get dtype(): DType {
    settle(this.value)
    return this.value.home!.slot.output(this.value.place).dtype
  }

  get shape(): readonly (readonly number[])[] {
    settle(this.value)
    const { home, place } = this.value
    return Array.from({ length: this.length }, (_, i) => home!.slot.tensor(place, this.rows?.[i] ?? i).shape)
  }

  get tensors(): Tensor[] {
    return Array.from({ length: this.length }, (_, i) => new Tensor(this.value, this.rows?.[i] ?? i))
  }

  dataSync(): TypedArray {
    settle(this.value)
    return this.all()
  }

  async data(): Promise<TypedArray> {
    await settled(this.value)
    return this.all()
  }

  private all(): TypedArray {
    const { home, place } = this.value
    const { dtype, dense, dataOffset, dataBytes } = home!.slot.output(place)
    if (!dense || this.rows || home!.views) throw new PipelineError({ code: 'INVALID_INPUT', message: 'shapes differ' })
    return typedArray(dtype, home!.slot.buffer, dataOffset, dataBytes)
  }
}
void dtypeBytes
void dtypeNames
