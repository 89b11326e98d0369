// Tensor and Batch, which users hold. A Tensor shows one sample of a value and a Batch shows several; views.ts and held.ts have what
// they have in common. Their methods name each other's types, so both classes and their arithmetic stand in one file. What a
// method does stands in a file by its subject: data-*.ts, shape*.ts, print.ts, operators/arithmetic.ts.

import type { DlpackOptions } from '../../data/device.js'
import { volumeOf } from '../../data/elements.js'
import type { SourceInfo } from '../../data/rows.js'
import type { NestedNumbers, TypedArray } from '../../data/types.js'
import type { MathConstant } from '../../definition/math-table.js'
import { invalidArgument } from '../../errors/factories.js'
import { calculate } from '../operators/arithmetic.js'
import type { Entry } from '../operators/invoke.js'
import { settle } from '../scheduling/evaluate.js'
import { copied, stacked } from './data-derive.js'
import { itemOf } from './data-read.js'
import { chosen, numberOf } from './data-select.js'
import { exported, isValid, sourceOf, untouchable } from './data-share.js'
import { printBatch, printTensor } from './print.js'
import { shapeOf, shapesOf } from './shape.js'
import { rowOf, type Value, type View } from './value.js'
import { Views } from './views.js'

/**
 * An operand of arithmetic: a Tensor or a Batch; a scalar (a boolean has dtype bool, a whole number int32, any other
 * number float32; `math.constant` gives another dtype); or a typed array or nested numbers, which become a Tensor.
 */
export type Operand = Tensor | Batch | MathConstant | number | boolean | TypedArray | NestedNumbers

/** The type of a result: a Batch if one of the operands (`A`: the union of their types) is a Batch, else a Tensor. */
export type Result<A> = [Extract<A, Batch>] extends [never] ? Tensor : Batch

const apply = (operation: string, given: readonly unknown[], entry: Entry) => calculate(operation, given, entry, show)

/** Element-wise arithmetic as methods of `Self`, with lazy results: `math` says more about types, shapes and errors. */
export abstract class Arithmetic<Self> extends Views<Self> {
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
  /** Bitwise AND of this and b. */
  bitAnd<B extends Operand>(b: B): Result<Self | B> {
    return apply('bitAnd', [this, b], this.bitAnd) as Result<Self | B>
  }
  /** Bitwise OR of this and b. */
  bitOr<B extends Operand>(b: B): Result<Self | B> {
    return apply('bitOr', [this, b], this.bitOr) as Result<Self | B>
  }
  /** Bitwise exclusive OR of this and b. */
  bitXor<B extends Operand>(b: B): Result<Self | B> {
    return apply('bitXor', [this, b], this.bitXor) as Result<Self | B>
  }
  /** Bitwise NOT of this. */
  bitNot(): Self {
    return apply('bitNot', [this], this.bitNot) as Self
  }
  /** this * 2^b. */
  lshift<B extends Operand>(b: B): Result<Self | B> {
    return apply('lshift', [this, b], this.lshift) as Result<Self | B>
  }
  /** this / 2^b, rounded down. */
  rshift<B extends Operand>(b: B): Result<Self | B> {
    return apply('rshift', [this, b], this.rshift) as Result<Self | B>
  }
  /** Logical AND of this and b, both of dtype bool. */
  land<B extends Operand>(b: B): Result<Self | B> {
    return apply('land', [this, b], this.land) as Result<Self | B>
  }
  /** Logical OR of this and b, both of dtype bool. */
  lor<B extends Operand>(b: B): Result<Self | B> {
    return apply('lor', [this, b], this.lor) as Result<Self | B>
  }
  /** Logical NOT of this, of dtype bool. */
  lnot(): Self {
    return apply('lnot', [this], this.lnot) as Self
  }
  /** The smaller of this and b. */
  min<B extends Operand>(b: B): Result<Self | B> {
    return apply('min', [this, b], this.min) as Result<Self | B>
  }
  /** The greater of this and b. */
  max<B extends Operand>(b: B): Result<Self | B> {
    return apply('max', [this, b], this.max) as Result<Self | B>
  }
  /** this, limited to the range from lo to hi: min(max(this, lo), hi). */
  clamp<L extends Operand, H extends Operand>(lo: L, hi: H): Result<Self | L | H> {
    return apply('clamp', [this, lo, hi], this.clamp) as Result<Self | L | H>
  }
}

/**
 * One dense, row-major array of up to 6 dimensions. A tensor is lazy: the evaluation mode decides when an operator's
 * result is computed, at the latest when it is read. dtype, shape and layout wait only where they depend on the data.
 * A method that "blocks" waits on the calling thread for the data. Use after dispose() throws OUTPUT_RELEASED.
 */
export class Tensor extends Arithmetic<Tensor> {
  /** @internal Operators, asTensor() and tensor() make tensors. `row`: the sample of the value that it shows. */
  constructor(
    value: Value,
    private readonly row: number,
  ) {
    super(value)
  }

  /** @internal The sample that it shows. Throws OUTPUT_RELEASED after dispose(). */
  get view(): View {
    if (this.gone) throw untouchable('Tensor')
    return { value: this.value, rows: this.row }
  }

  /** @internal */
  protected get kind(): 'Tensor' {
    return 'Tensor'
  }

  /** @internal */
  protected whole(value: Value): Tensor {
    return new Tensor(value, 0)
  }

  /** Extents in elements, outermost first; [] for a scalar. */
  get shape(): readonly number[] {
    return shapeOf(this.open, this.row)
  }

  /** Number of dimensions; 0 for a scalar. */
  get ndim(): number {
    return this.shape.length
  }

  /** Number of elements. */
  get size(): number {
    return volumeOf(this.shape)
  }

  /** The only element: boolean for bool, bigint for int64 and uint64, else number. Blocks. Throws INVALID_INPUT. */
  item(): number | bigint | boolean {
    return itemOf(this.view)
  }

  /** A copy with memory of its own, on the CPU. Blocks until the data is there. */
  copy(): Tensor {
    return new Tensor(copied(this.view), 0)
  }

  /** Where the sample came from: path or name, index in the data set, and epoch. Blocks until the data is there. */
  sourceInfo(): SourceInfo {
    settle(this.open)
    return sourceOf(this.value, this.row)
  }

  /** False for a bad sample that onError: 'placeholder' replaced by zeros. Blocks until the data is there. */
  get valid(): boolean {
    settle(this.open)
    return isValid(this.value, this.row)
  }

  /**
   * The address of a DLManagedTensor on the tensor's memory, for a library in this process that takes DLPack. The
   * memory stays as it is until that library calls the deleter, which it must do, from any thread. `stream`: on a GPU,
   * the consumer's stream, which is ordered behind the data. Blocks.
   */
  dlpack(options: DlpackOptions = {}): bigint {
    return exported(this.open, this.row, options)
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.gone ? 'Tensor(disposed)' : printTensor(this.view)
  }
}

/**
 * Samples of one dtype, one layout and one number of dimensions; their shapes may differ. A batch is lazy: see Tensor.
 * dtype, layout and shapes wait only where they depend on the data. Use after dispose() throws OUTPUT_RELEASED.
 */
export class Batch extends Arithmetic<Batch> {
  /** @internal Made by operators, asBatch() and batch(). `rows`: the samples that it shows; null for all. */
  constructor(
    value: Value,
    private readonly rows: Int32Array | null,
  ) {
    super(value)
  }

  /** `n` samples (an integer >= 1, else INVALID_ARGUMENT is thrown) that all are `tensor` itself, without a copy. */
  static broadcast(tensor: Tensor, n: number): Batch {
    if (!Number.isInteger(n) || n < 1) {
      throw invalidArgument(`Expected an integer >= 1 for n but received ${String(n)}`)
    }
    const { value, rows } = tensor.view
    return new Batch(value, new Int32Array(n).fill(rows as number))
  }

  /** @internal The samples that it shows. Throws OUTPUT_RELEASED after dispose(). */
  get view(): View {
    if (this.gone) throw untouchable('Batch')
    return { value: this.value, rows: this.rows }
  }

  /** @internal */
  protected get kind(): 'Batch' {
    return 'Batch'
  }

  /** @internal */
  protected whole(value: Value): Batch {
    return new Batch(value, null)
  }

  /** Number of samples. */
  get length(): number {
    return this.rows?.length ?? this.value.count
  }

  /** Alias of `length`. */
  get batchSize(): number {
    return this.length
  }

  /** Shape of each sample: extents in elements, outermost first. */
  get shape(): readonly (readonly number[])[] {
    return shapesOf(this.view)
  }

  /** Number of dimensions of a sample. */
  get ndim(): number {
    return this.shape[0]?.length ?? 0
  }

  /** Number of elements in all samples together. */
  get size(): number {
    return this.shape.reduce((sum, shape) => sum + volumeOf(shape), 0)
  }

  /** True when all samples have one shape. */
  get isDense(): boolean {
    const [first, ...others] = this.shape
    return others.every((shape) => shape.length === first!.length && shape.every((extent, d) => extent === first![d]))
  }

  /** One lazy tensor per sample, on the memory of the batch. */
  get tensors(): Tensor[] {
    return Array.from(this)
  }

  *[Symbol.iterator](): IterableIterator<Tensor> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }

  /** Sample `i` (negative: from the end) as a lazy tensor on the memory of the batch. Throws INVALID_ARGUMENT. */
  at(i: number): Tensor {
    const row = numberOf(i, this.length)
    return new Tensor(this.open, this.rows ? this.rows[row]! : row)
  }

  /**
   * A lazy batch of some samples, on the same memory. `which` lists numbers (negative: from the end; in any order) or
   * is a mask, one boolean, 0 or 1 per sample, such as `valid`. Throws INVALID_ARGUMENT for a wrong number or length.
   */
  select(which: readonly number[] | Int32Array | readonly boolean[] | Uint8Array): Batch {
    const { value, rows } = this.view
    return new Batch(
      value,
      chosen(which, this.length).map((i) => rowOf(rows, i)),
    )
  }

  /**
   * One tensor of shape [length, ...shape of a sample], on the same memory where samples lie together; N is put before
   * a layout. Blocks. Throws INVALID_INPUT (shapes differ, or have 6 dimensions), UNSUPPORTED on a GPU.
   */
  asTensor(): Tensor {
    return new Tensor(stacked(this.view), 0)
  }

  /** A copy with memory of its own, on the CPU. Blocks until the data is there. */
  copy(): Batch {
    return new Batch(copied(this.view), null)
  }

  /** Where sample `i` came from: see Tensor.sourceInfo(). Throws INVALID_ARGUMENT for a sample that is not there. */
  sourceInfo(i: number): SourceInfo {
    settle(this.open)
    return sourceOf(this.value, rowOf(this.rows, numberOf(i, this.length)))
  }

  /** One byte per sample: 1 for a good one, 0 for a bad one that onError: 'placeholder' replaced by zeros. Blocks. */
  get valid(): Uint8Array {
    settle(this.open)
    return Uint8Array.from({ length: this.length }, (_, i) => (isValid(this.value, rowOf(this.rows, i)) ? 1 : 0))
  }

  /** As Tensor.dlpack(), with a leading sample axis. Throws the errors of asTensor(). */
  dlpack(options: DlpackOptions = {}): bigint {
    using whole = this.asTensor()
    return whole.dlpack(options)
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.gone ? 'Batch(disposed)' : printBatch(this.view)
  }
}

/** The output of a call as the user gets it: with `single` a Tensor, else a Batch. */
export const show = (value: Value, single: boolean): Tensor | Batch =>
  single ? new Tensor(value, 0) : new Batch(value, null)
