// Tensor and Batch: what the user holds of a value, one sample of it or several, each with a share of the value until it is
// disposed or collected. Their methods name each other's types, so they and their arithmetic stand in one file; what a
// method does stands in a file by its subject: data-*.ts, shape*.ts, print.ts, operators/arithmetic.ts.

import type { DlpackOptions } from '../../data/device.js'
import type { SourceInfo } from '../../data/rows.js'
import type { HandOff, NestedNumbers, TypedArray } from '../../data/types.js'
import type { MathConstant } from '../../definition/math-table.js'
import { invalidArgument } from '../../errors/factories.js'
import { type DType, dtypeBytes } from '../../generated/abi.js'
import { calculate } from '../operators/arithmetic.js'
import type { Entry } from '../operators/invoke.js'
import { demand, settle, settled } from '../scheduling/evaluate.js'
import { copied, stacked } from './data-derive.js'
import { elements, elementsCopy, elementsSync, itemOf } from './data-read.js'
import { chosen, numberOf } from './data-select.js'
import { exported, handOff, isValid, moved, sourceOf, untouchable } from './data-share.js'
import { printBatch, printTensor } from './print.js'
import { dtypeOf, layoutOf, shapeOf, shapesOf } from './shape.js'
import { type Range, reshape, slice, squeezed, withAxis } from './shape-views.js'
import { holds, rowOf, type Value, type View } from './value.js'

/**
 * An operand of imperative arithmetic: a value; a scalar (`true` and `false` count as bool, a whole number as int32, any
 * other number as float32, `math.constant` gives another dtype); or numbers that become a Tensor.
 */
export type Operand = Tensor | Batch | MathConstant | number | boolean | TypedArray | NestedNumbers

/** With a Batch among the operands a Batch, else a Tensor. */
export type Result<A> = [Extract<A, Batch>] extends [never] ? Tensor : Batch

const apply = (operation: string, given: readonly unknown[], entry: Entry) => calculate(operation, given, entry, show)

/**
 * Element-wise arithmetic as methods, with DALI's promotion and broadcasting: see `math`. Results are lazy. `Self`: the class.
 */
export abstract class Arithmetic<Self> {
  /** this + b; integers wrap around. */
  add<B extends Operand>(b: B): Result<Self | B> {
    return apply('add', [this, b], this.add) as Result<Self | B>
  }
  /** this - b; integers wrap around. */
  sub<B extends Operand>(b: B): Result<Self | B> {
    return apply('sub', [this, b], this.sub) as Result<Self | B>
  }
  /** this * b; integers wrap around. */
  mul<B extends Operand>(b: B): Result<Self | B> {
    return apply('mul', [this, b], this.mul) as Result<Self | B>
  }
  /** this / b, always in floats. */
  div<B extends Operand>(b: B): Result<Self | B> {
    return apply('div', [this, b], this.div) as Result<Self | B>
  }
  /** The quotient without its fraction for integers, this / b for floats. */
  floorDiv<B extends Operand>(b: B): Result<Self | B> {
    return apply('floorDiv', [this, b], this.floorDiv) as Result<Self | B>
  }
  /** Remainder of this / b, with the sign of this. */
  mod<B extends Operand>(b: B): Result<Self | B> {
    return apply('mod', [this, b], this.mod) as Result<Self | B>
  }
  /** this to the power of exponent. */
  pow<B extends Operand>(exponent: B): Result<Self | B> {
    return apply('pow', [this, exponent], this.pow) as Result<Self | B>
  }
  /** -this. */
  neg(): Self {
    return apply('neg', [this], this.neg) as Self
  }
  /** Absolute value. */
  abs(): Self {
    return apply('abs', [this], this.abs) as Self
  }
  /** this == b, as bool. */
  eq<B extends Operand>(b: B): Result<Self | B> {
    return apply('eq', [this, b], this.eq) as Result<Self | B>
  }
  /** this != b, as bool. */
  ne<B extends Operand>(b: B): Result<Self | B> {
    return apply('ne', [this, b], this.ne) as Result<Self | B>
  }
  /** this < b, as bool. */
  lt<B extends Operand>(b: B): Result<Self | B> {
    return apply('lt', [this, b], this.lt) as Result<Self | B>
  }
  /** this <= b, as bool. */
  le<B extends Operand>(b: B): Result<Self | B> {
    return apply('le', [this, b], this.le) as Result<Self | B>
  }
  /** this > b, as bool. */
  gt<B extends Operand>(b: B): Result<Self | B> {
    return apply('gt', [this, b], this.gt) as Result<Self | B>
  }
  /** this >= b, as bool. */
  ge<B extends Operand>(b: B): Result<Self | B> {
    return apply('ge', [this, b], this.ge) as Result<Self | B>
  }
  /** Bits of both. */
  bitAnd<B extends Operand>(b: B): Result<Self | B> {
    return apply('bitAnd', [this, b], this.bitAnd) as Result<Self | B>
  }
  /** Bits of either. */
  bitOr<B extends Operand>(b: B): Result<Self | B> {
    return apply('bitOr', [this, b], this.bitOr) as Result<Self | B>
  }
  /** Bits of one of the two. */
  bitXor<B extends Operand>(b: B): Result<Self | B> {
    return apply('bitXor', [this, b], this.bitXor) as Result<Self | B>
  }
  /** All bits turned around. */
  bitNot(): Self {
    return apply('bitNot', [this], this.bitNot) as Self
  }
  /** this * 2^b. */
  lshift<B extends Operand>(b: B): Result<Self | B> {
    return apply('lshift', [this, b], this.lshift) as Result<Self | B>
  }
  /** this / 2^b rounded down. */
  rshift<B extends Operand>(b: B): Result<Self | B> {
    return apply('rshift', [this, b], this.rshift) as Result<Self | B>
  }
  /** this and b, both bool. */
  land<B extends Operand>(b: B): Result<Self | B> {
    return apply('land', [this, b], this.land) as Result<Self | B>
  }
  /** this or b, both bool. */
  lor<B extends Operand>(b: B): Result<Self | B> {
    return apply('lor', [this, b], this.lor) as Result<Self | B>
  }
  /** The other value of a bool. */
  lnot(): Self {
    return apply('lnot', [this], this.lnot) as Self
  }
  /** The smaller one of this and b. */
  min<B extends Operand>(b: B): Result<Self | B> {
    return apply('min', [this, b], this.min) as Result<Self | B>
  }
  /** The greater one of this and b. */
  max<B extends Operand>(b: B): Result<Self | B> {
    return apply('max', [this, b], this.max) as Result<Self | B>
  }
  /** this, but lo where it is below, then hi where that is above. */
  clamp<L extends Operand, H extends Operand>(lo: L, hi: H): Result<Self | L | H> {
    return apply('clamp', [this, lo, hi], this.clamp) as Result<Self | L | H>
  }
}

/**
 * One dense, row-major array, lazy: an operator's result is computed when its evaluation mode says, at the latest when it is
 * read. Its dtype, shape and layout are known without waiting wherever they can be told without the data.
 */
export class Tensor extends Arithmetic<Tensor> {
  private gone = false

  /** @internal Made by operators, and by asTensor() and tensor(). */
  constructor(
    private readonly value: Value,
    private readonly row: number,
  ) {
    super()
    value.own()
  }

  /** @internal What it shows. Throws OUTPUT_RELEASED after dispose(). */
  get view(): View {
    if (this.gone) throw untouchable('Tensor')
    return { value: this.value, rows: this.row }
  }

  /** @internal */
  get [holds](): true {
    return true
  }

  private get open(): Value {
    if (this.gone) throw untouchable('Tensor')
    return this.value
  }

  /** Extents, outermost first; [] of a scalar. */
  get shape(): readonly number[] {
    return shapeOf(this.open, this.row)
  }

  get dtype(): DType {
    return dtypeOf(this.open)
  }

  /** Axis names such as 'HWC'; '' when unknown. */
  get layout(): string {
    return layoutOf(this.open)
  }

  get ndim(): number {
    return this.shape.length
  }

  /** Number of elements. */
  get size(): number {
    return this.shape.reduce((a, b) => a * b, 1)
  }

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

  /**
   * The elements as a typed array on the tensor's own memory, without a copy; float16 as the bits in a Uint16Array. Waits, and
   * throws what the call has thrown. Results are never written again, also after dispose(); of a reader's or a pipeline's
   * batch the array is valid until dispose(), and of data that was wrapped it is the user's memory. Of a tensor on a GPU it
   * is a copy. Do not write to it.
   */
  dataSync(): TypedArray {
    return elementsSync(this.view)
  }

  /** As dataSync(), without blocking. */
  async data(): Promise<TypedArray> {
    return elements(this.view)
  }

  /** The elements in a typed array of their own, which is the caller's. */
  toTypedArray(): TypedArray {
    return elementsCopy(this.view)
  }

  /** Has it computed: begins at once, whatever the mode; resolves to this tensor, and rejects with what the call has thrown. */
  async evaluate(): Promise<this> {
    demand(this.open, false)
    await settled(this.value)
    return this
  }

  /** The only element: a number, a bigint of int64 and uint64, a boolean of bool. Throws INVALID_INPUT unless there is just one. */
  item(): number | bigint | boolean {
    return itemOf(this.view)
  }

  /** A tensor with memory of its own, on the CPU. */
  copy(): Tensor {
    return new Tensor(copied(this.view), 0)
  }

  /** Lazy: in host memory; itself if it is there already. */
  cpu(): Tensor {
    return this.toDevice('cpu')
  }

  /** Lazy: on the context's GPU; itself if it is there already. */
  gpu(): Tensor {
    return this.toDevice('gpu')
  }

  toDevice(device: 'cpu' | 'gpu'): Tensor {
    return moved<Tensor>(this, device, this.toDevice, showTensor)
  }

  /**
   * Part of it: one range per axis from the first on, axes that are left out whole. A range is undefined (all of the axis), a
   * number (takes one, and the axis goes; negative from the end), or [start, end] or [start, end, step] as in Python: end is
   * not included, negative places count from the end, undefined is the axis' own, and places outside are cut off; step is 1
   * or more. A view where the elements lie together.
   */
  slice(...ranges: Range[]): Tensor {
    return slice<Tensor>(this, ranges, this.slice, showTensor)
  }

  /** The same elements in another shape, on the same memory. One extent may be -1: what is left. Layout: `layout`, else none. */
  reshape(shape: readonly number[], options: { layout?: string } = {}): Tensor {
    return new Tensor(reshape(this.view, shape, options), 0)
  }

  /** Without axes of extent 1: all of them, or those given (negative from the end). On the same memory. */
  squeeze(axes?: number | readonly number[]): Tensor {
    return new Tensor(squeezed(this.view, axes), 0)
  }

  /** With another axis of extent 1 before axis `axis` (0 to ndim; negative from the end). On the same memory. */
  expandDims(axis: number): Tensor {
    return new Tensor(withAxis(this.view, axis), 0)
  }

  /** Where the sample came from. Waits. */
  sourceInfo(): SourceInfo {
    settle(this.open)
    return sourceOf(this.value, this.row)
  }

  /** False for a sample that onError 'placeholder' filled with zeros. Waits. */
  get valid(): boolean {
    settle(this.open)
    return isValid(this.value, this.row)
  }

  /**
   * The address of a DLManagedTensor on the tensor's own memory, for a library in this process that takes DLPack. Waits. The
   * memory stays as it is until the deleter is called, from any thread; whoever takes the address must call it.
   */
  dlpack({ stream }: DlpackOptions = {}): bigint {
    return exported(this.open, this.row, stream)
  }

  /**
   * The tensor in a form that can be posted to another thread, where `receive()` makes a tensor of it: 'copy', memory of its
   * own; 'transfer', memory of its own to be moved (put `buffer` in the transfer list), and this tensor is disposed. Waits.
   */
  as(mode: 'copy' | 'transfer'): HandOff {
    const made = handOff(this.view, mode)
    if (mode === 'transfer') this.dispose()
    return made
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
    return this.gone ? 'Tensor(disposed)' : printTensor(this.view)
  }
}

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
      throw invalidArgument(`Expected an integer >= 1 for n but received ${String(n)}`)
    }
    const { value, rows } = tensor.view
    return new Batch(value, new Int32Array(n).fill(rows as number))
  }

  /** @internal What it shows. Throws OUTPUT_RELEASED after dispose(). */
  get view(): View {
    if (this.gone) throw untouchable('Batch')
    return { value: this.value, rows: this.rows }
  }

  /** @internal */
  get [holds](): true {
    return true
  }

  private get open(): Value {
    if (this.gone) throw untouchable('Batch')
    return this.value
  }

  /** Number of samples. */
  get length(): number {
    return this.rows?.length ?? this.value.count
  }

  /** Alias of `length`. */
  get batchSize(): number {
    return this.length
  }

  /** Shape of each sample. */
  get shape(): readonly (readonly number[])[] {
    return shapesOf(this.view)
  }

  get dtype(): DType {
    return dtypeOf(this.open)
  }

  /** Axis names of a sample such as 'HWC'; '' when unknown. */
  get layout(): string {
    return layoutOf(this.open)
  }

  /** Dimensions of a sample. */
  get ndim(): number {
    return this.shape[0]?.length ?? 0
  }

  /** Elements of all samples. */
  get size(): number {
    return this.shape.reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0)
  }

  /** Bytes of all samples. */
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
    return elementsSync(this.view)
  }

  /** As dataSync(), without blocking. */
  async data(): Promise<TypedArray> {
    return elements(this.view)
  }

  /** The elements in a typed array of their own, which is the caller's. */
  toTypedArray(): TypedArray {
    return elementsCopy(this.view)
  }

  /** Has it computed: begins at once, whatever the mode; resolves to this batch, and rejects with what the call has thrown. */
  async evaluate(): Promise<this> {
    demand(this.open, false)
    await settled(this.value)
    return this
  }

  /** One tensor per sample, on the same memory. Lazy. */
  get tensors(): Tensor[] {
    return Array.from(this)
  }

  *[Symbol.iterator](): IterableIterator<Tensor> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }

  /** Sample i, negative from the end, on the same memory. Lazy. */
  at(i: number): Tensor {
    const row = numberOf(i, this.length)
    return new Tensor(this.open, this.rows ? this.rows[row]! : row)
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
    return new Tensor(stacked(this.view), 0)
  }

  /** A batch with memory of its own, on the CPU. */
  copy(): Batch {
    return new Batch(copied(this.view), null)
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
    return moved<Batch>(this, device, this.toDevice, showBatch)
  }

  /** Part of each sample: see Tensor.slice(). Samples are chosen by select(). */
  slice(...ranges: Range[]): Batch {
    return slice<Batch>(this, ranges, this.slice, showBatch)
  }

  /** Each sample in another shape: see Tensor.reshape(). */
  reshape(shape: readonly number[], options: { layout?: string } = {}): Batch {
    return new Batch(reshape(this.view, shape, options), null)
  }

  /** Each sample without axes of extent 1: see Tensor.squeeze(). */
  squeeze(axes?: number | readonly number[]): Batch {
    return new Batch(squeezed(this.view, axes), null)
  }

  /** Each sample with another axis: see Tensor.expandDims(). */
  expandDims(axis: number): Batch {
    return new Batch(withAxis(this.view, axis), null)
  }

  /** Where sample i came from. Waits. */
  sourceInfo(i: number): SourceInfo {
    settle(this.open)
    return sourceOf(this.value, rowOf(this.rows, numberOf(i, this.length)))
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
    const made = handOff(this.view, mode)
    if (mode === 'transfer') this.dispose()
    return made
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
    return this.gone ? 'Batch(disposed)' : printBatch(this.view)
  }
}

const showTensor = (value: Value) => new Tensor(value, 0)
const showBatch = (value: Value) => new Batch(value, null)

/** The output of a call as its user gets it. `single`: one sample, not a batch of one. */
export const show = (value: Value, single: boolean): Tensor | Batch =>
  single ? new Tensor(value, 0) : new Batch(value, null)
