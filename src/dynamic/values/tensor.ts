// Tensor: what the user holds of one sample of a value. It owns a share of the value until it is disposed or collected.

import { type DlpackOptions, exportDlpack } from '../../data/device.js'
import { elementOf } from '../../data/elements.js'
import type { SourceInfo } from '../../data/tensor-list.js'
import type { HandOff, TypedArray } from '../../data/types.js'
import { PipelineError } from '../../errors.js'
import { type DType, dtypeBytes } from '../../generated/abi.js'
import { demand, settle, settled } from '../scheduling/evaluate.js'
import { copied } from './data-derive.js'
import { elements, elementsCopy, elementsSync, memoryOf, pin, placeOf, readSync } from './data-read.js'
import { handOff, isValid, moved, sourceOf, untouchable } from './data-share.js'
import { Arithmetic } from './math-methods.js'
import { printTensor } from './print.js'
import { typeOf } from './shape.js'
import { type Range, reshape, slice, squeezed, withAxis } from './shape-views.js'
import type { Value, View } from './value.js'

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

  /** @internal What it shows. Throws OUTPUT_RELEASED after dispose(). For who makes calls. */
  get view(): View {
    if (this.gone) throw untouchable('Tensor')
    return { value: this.value, rows: this.row }
  }

  private get open(): Value {
    if (this.gone) throw untouchable('Tensor')
    return this.value
  }

  /** Extents, outermost first; [] of a scalar. */
  get shape(): readonly number[] {
    const { home, place } = this.open
    return home ? home.slot.tensor(place, this.row).shape : typeOf(this.value).shapes[this.row]!
  }

  get dtype(): DType {
    const { home, place } = this.open
    return home ? home.slot.output(place).dtype : typeOf(this.value).dtype
  }

  /** Axis names such as 'HWC'; '' when unknown. */
  get layout(): string {
    const { home, place } = this.open
    return home ? home.slot.output(place).layout : typeOf(this.value).layout
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
    return elementsSync(this.view, 1)
  }

  /** The same without blocking. */
  async data(): Promise<TypedArray> {
    return elements(this.view, 1)
  }

  /** The elements in a typed array of their own, which is the caller's. */
  toTypedArray(): TypedArray {
    return elementsCopy(this.view, 1)
  }

  /** Has it computed: begins at once, whatever the mode; resolves to this tensor, and rejects with what the call has thrown. */
  async evaluate(): Promise<this> {
    demand(this.open, false)
    await settled(this.value)
    return this
  }

  /** The only element: a number, a bigint of int64 and uint64, a boolean of bool. Throws INVALID_INPUT unless there is just one. */
  item(): number | bigint | boolean {
    if (this.size !== 1) {
      throw new PipelineError({
        code: 'INVALID_INPUT',
        message: `Expected one element for item() but received ${this.size}, of shape [${this.shape}]`,
        hint: 'Take one with slice(), or read all with dataSync()',
      })
    }
    settle(this.open)
    return elementOf(this.dtype, readSync(this.view, 1), 0)
  }

  /** A tensor with memory of its own, on the CPU. */
  copy(): Tensor {
    return new Tensor(copied(this.view, 1), 0)
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
    return moved(this, device, this.toDevice)
  }

  /**
   * Part of it: one range per axis from the first on, axes that are left out whole. A range is undefined (all of the axis), a
   * number (takes one, and the axis goes; negative from the end), or [start, end] or [start, end, step] as in Python: end is
   * not included, negative places count from the end, undefined is the axis' own, and places outside are cut off; step is 1
   * or more. A view where the elements lie together.
   */
  slice(...ranges: Range[]): Tensor {
    return slice(this, ranges, this.slice)
  }

  /** The same elements in another shape, on the same memory. One extent may be -1: what is left. Layout: `layout`, else none. */
  reshape(shape: readonly number[], options: { layout?: string } = {}): Tensor {
    return reshape(this, shape, options)
  }

  /** Without axes of extent 1: all of them, or those given (negative from the end). On the same memory. */
  squeeze(axes?: number | readonly number[]): Tensor {
    return squeezed(this, axes)
  }

  /** With another axis of extent 1 before axis `axis` (0 to ndim; negative from the end). On the same memory. */
  expandDims(axis: number): Tensor {
    return withAxis(this, axis)
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
    settle(this.open)
    const { home, place } = this.value
    const { dtype, gpu } = home!.slot.output(place)
    const { shape } = this
    if (gpu < 0) {
      const { buffer, offset, bytes } = placeOf(this.value, this.row)
      const view = new Uint8Array(buffer as ArrayBuffer, offset, bytes)
      return exported({ dtype, shape, address: offset, gpu: -1, view }, pin(home!))
    }
    const memory = memoryOf(home!, gpu)
    const { offset: address } = home!.slot.tensor(place, this.row)
    const done = memory.lend(stream)
    const unpin = pin(home!)
    return exported({ dtype, shape, address, gpu, arena: memory.slot }, () => {
      try {
        done()
      } finally {
        unpin()
      }
    })
  }

  /**
   * The tensor in a form that can be posted to another thread, where `receive()` makes a tensor of it: 'copy', memory of its
   * own; 'transfer', memory of its own to be moved (put `buffer` in the transfer list), and this tensor is disposed. Waits.
   */
  as(mode: 'copy' | 'transfer'): HandOff {
    return handOff(this, 1, mode)
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

function exported(tensor: Parameters<typeof exportDlpack>[0], release: () => void): bigint {
  try {
    return exportDlpack(tensor, release)
  } catch (error) {
    release()
    throw error
  }
}
