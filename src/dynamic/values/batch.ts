// Batch: what the user holds of some samples of a value, each with a shape of its own. It owns a share of the value until it
// is disposed or collected.

import type { DlpackOptions } from '../../data/device.js'
import type { SourceInfo } from '../../data/tensor-list.js'
import type { HandOff, TypedArray } from '../../data/types.js'
import { PipelineError } from '../../errors.js'
import { type DType, dtypeBytes } from '../../generated/abi.js'
import { demand, settle, settled } from '../scheduling/evaluate.js'
import { copied, stacked } from './data-derive.js'
import { checkEqual, elements, elementsCopy, elementsSync, rowOf } from './data-read.js'
import { chosen } from './data-select.js'
import { handOff, isValid, moved, sourceOf, untouchable } from './data-share.js'
import { Arithmetic } from './math-methods.js'
import { printBatch } from './print.js'
import { typeOf } from './shape.js'
import { type Range, reshape, slice, squeezed, withAxis } from './shape-views.js'
import { Tensor } from './tensor.js'
import type { Value, View } from './value.js'

export { Tensor }

/**
 * Samples of one dtype and number of dimensions, lazy: see Tensor. Shapes may differ. dtype, layout and shapes are known without
 * waiting wherever they can be told without the data.
 */
export class Batch extends Arithmetic<Batch> {
  private gone = false

  /** @internal Made by operators, and by asBatch() and batch(). */
  constructor(
    private readonly value: Value,
    private readonly rows: Int32Array | null,
  ) {
    super()
    value.own()
  }

  /** `n` samples that are one tensor: nothing is copied. */
  static broadcast(tensor: Tensor, n: number): Batch {
    if (!Number.isInteger(n) || n < 1) {
      throw new PipelineError({
        code: 'INVALID_ARGUMENT',
        message: `Expected an integer >= 1 for n but received ${String(n)}`,
      })
    }
    const { value, rows } = tensor.view
    return new Batch(value, new Int32Array(n).fill(rows as number))
  }

  /** @internal What it shows. Throws OUTPUT_RELEASED after dispose(). For who makes calls. */
  get view(): View {
    if (this.gone) throw untouchable('Batch')
    return { value: this.value, rows: this.rows }
  }

  private get open(): Value {
    if (this.gone) throw untouchable('Batch')
    return this.value
  }

  /** Number of samples. */
  get length(): number {
    return this.rows?.length ?? this.value.count
  }

  /** The same. */
  get batchSize(): number {
    return this.length
  }

  /** Of each sample. */
  get shape(): readonly (readonly number[])[] {
    const { home, place } = this.open
    const shapes = home ? undefined : typeOf(this.value).shapes
    return Array.from({ length: this.length }, (_, i) => {
      const row = rowOf(this.rows, i)
      return shapes ? shapes[row]! : home!.slot.tensor(place, row).shape
    })
  }

  get dtype(): DType {
    const { home, place } = this.open
    return home ? home.slot.output(place).dtype : typeOf(this.value).dtype
  }

  /** Axis names of a sample such as 'HWC'; '' when unknown. */
  get layout(): string {
    const { home, place } = this.open
    return home ? home.slot.output(place).layout : typeOf(this.value).layout
  }

  /** Dimensions of a sample. */
  get ndim(): number {
    return this.shape[0]?.length ?? 0
  }

  /** Elements of all samples. */
  get size(): number {
    return this.shape.reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0)
  }

  /** Of all samples. */
  get bytes(): number {
    return this.size * dtypeBytes[this.dtype]
  }

  get device(): 'cpu' | 'gpu' {
    return this.open.gpu < 0 ? 'cpu' : 'gpu'
  }

  /** The GPU's number; null on the CPU. */
  get deviceId(): number | null {
    const { gpu } = this.open
    return gpu < 0 ? null : gpu
  }

  /** All samples have one shape. */
  get isDense(): boolean {
    const [first, ...others] = this.shape
    return others.every((shape) => shape.length === first!.length && shape.every((extent, d) => extent === first![d]))
  }

  /**
   * All samples' elements, one after the other: on the batch's own memory where they lie so, else a copy. Waits, and throws
   * what the call has thrown; INVALID_INPUT when shapes differ. For how long it is valid: see Tensor.dataSync().
   */
  dataSync(): TypedArray {
    return elementsSync(this.view, this.length)
  }

  /** The same without blocking. */
  async data(): Promise<TypedArray> {
    return elements(this.view, this.length)
  }

  /** The elements in a typed array of their own, which is the caller's. */
  toTypedArray(): TypedArray {
    return elementsCopy(this.view, this.length)
  }

  /** Has it computed: begins at once, whatever the mode; resolves to this batch, and rejects with what the call has thrown. */
  async evaluate(): Promise<this> {
    demand(this.open, false)
    await settled(this.value)
    return this
  }

  /** One tensor per sample, on the same memory. Lazy. */
  get tensors(): Tensor[] {
    return Array.from({ length: this.length }, (_, i) => this.tensor(i))
  }

  *[Symbol.iterator](): IterableIterator<Tensor> {
    for (let i = 0; i < this.length; i++) yield this.tensor(i)
  }

  /** Sample i, negative from the end, on the same memory. Lazy. */
  at(i: number): Tensor {
    return this.tensor(chosen([i], this.length)[0]!)
  }

  /**
   * Samples by number (negative from the end; in any order, also several times) or by a mask with one boolean per sample, as a
   * list of booleans, or a Uint8Array with a byte per sample, such as `valid`. On the same memory. Lazy.
   */
  select(which: readonly number[] | Int32Array | readonly boolean[] | Uint8Array): Batch {
    const { value, rows } = this.view
    return new Batch(
      value,
      chosen(which, this.length).map((i) => rowOf(rows, i)),
    )
  }

  /**
   * The batch as one tensor with a leading sample axis: on the same memory where samples lie one behind the other. Waits. Throws
   * INVALID_INPUT when shapes differ; see isDense. A layout gets the axis N.
   */
  asTensor(): Tensor {
    settle(this.open)
    checkEqual(this.view, this.length)
    return new Tensor(stacked(this.view, this.length), 0)
  }

  /** A batch with memory of its own, on the CPU. */
  copy(): Batch {
    return new Batch(copied(this.view, this.length), null)
  }

  /** Lazy: in host memory; itself if it is there already. */
  cpu(): Batch {
    return this.toDevice('cpu')
  }

  /** Lazy: on the context's GPU; itself if it is there already. */
  gpu(): Batch {
    return this.toDevice('gpu')
  }

  toDevice(device: 'cpu' | 'gpu'): Batch {
    return moved(this, device, this.toDevice)
  }

  /** Part of each sample: see Tensor.slice(). Samples are chosen by select(). */
  slice(...ranges: Range[]): Batch {
    return slice(this, ranges, this.slice)
  }

  /** Each sample in another shape: see Tensor.reshape(). */
  reshape(shape: readonly number[], options: { layout?: string } = {}): Batch {
    return reshape(this, shape, options)
  }

  /** Each sample without axes of extent 1: see Tensor.squeeze(). */
  squeeze(axes?: number | readonly number[]): Batch {
    return squeezed(this, axes)
  }

  /** Each sample with another axis: see Tensor.expandDims(). */
  expandDims(axis: number): Batch {
    return withAxis(this, axis)
  }

  /** Where sample i came from. Waits. */
  sourceInfo(i: number): SourceInfo {
    settle(this.open)
    return sourceOf(this.value, rowOf(this.rows, chosen([i], this.length)[0]!))
  }

  /** 1 for a good sample, 0 for one that onError 'placeholder' filled with zeros. Waits. */
  get valid(): Uint8Array {
    settle(this.open)
    return Uint8Array.from({ length: this.length }, (_, i) => (isValid(this.value, rowOf(this.rows, i)) ? 1 : 0))
  }

  /** The batch as one DLPack tensor with a leading sample axis: see Tensor.dlpack(). Throws INVALID_INPUT when shapes differ. */
  dlpack(options: DlpackOptions = {}): bigint {
    using whole = this.asTensor()
    return whole.dlpack(options)
  }

  /** The batch in a form that can be posted to another thread: see Tensor.as(). */
  as(mode: 'copy' | 'transfer'): HandOff {
    return handOff(this, this.length, mode)
  }

  /** Lets go of it: touching it again throws OUTPUT_RELEASED. Its memory goes with the last tensor or batch that shows it. */
  dispose(): void {
    if (this.gone) return
    this.gone = true
    this.value.disown()
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.gone ? 'Batch(disposed)' : printBatch(this.view, this.length)
  }

  private tensor(i: number): Tensor {
    return new Tensor(this.open, rowOf(this.rows, i))
  }
}
