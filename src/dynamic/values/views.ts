// What Tensor and Batch do alike with the samples that they show: reading them, moving them to another device, and showing the
// same elements in another shape.
import type { TypedArray } from '../../data/types.js'
import { dtypeBytes } from '../../generated/abi.js'
import type { Entry } from '../operators/invoke.js'
import { demand, settled } from '../scheduling/evaluate.js'
import { elements, elementsCopy, elementsSync } from './data-read.js'
import { moved } from './data-share.js'
import { Held } from './held.js'
import { type Made, type Range, reshape, slice, squeezed, withAxis } from './shape-views.js'
import type { Holder, Value } from './value.js'

export abstract class Views<Self> extends Held {
  /** @internal One that shows all of a value. */
  protected abstract whole(value: Value): Holder

  /** @internal */
  abstract get size(): number

  /** Size of the elements in bytes. */
  get bytes(): number {
    return this.size * dtypeBytes[this.dtype]
  }

  /**
   * The elements as a typed array (float16: its bits, in a Uint16Array) on the tensor's memory, or a copy from a GPU. Those
   * of a batch are one sample after the other, and a copy where they do not lie so; INVALID_INPUT is thrown when shapes differ.
   * Do not write to it. It is valid until the last tensor on this memory is disposed; a large result's array is empty
   * from then on. Wrapped data (asTensor()) is the user's memory. Blocks. Throws the error of the call that makes it.
   */
  dataSync(): TypedArray {
    return elementsSync(this.view)
  }

  /** As dataSync(), but waits without blocking the thread. Rejects with the error of the call. */
  async data(): Promise<TypedArray> {
    return elements(this.view)
  }

  /** A copy of the elements, which the caller may keep and write to. Blocks and throws as dataSync(). */
  toTypedArray(): TypedArray {
    return elementsCopy(this.view)
  }

  /** Starts computing now, in every evaluation mode. Resolves to this object; rejects with the error of its call. */
  async evaluate(): Promise<this> {
    demand(this.open, 'awaits')
    await settled(this.value)
    return this
  }

  /** Lazy: a copy in host memory, or this object itself if it is on the CPU. */
  cpu(): Self {
    return this.toDevice('cpu')
  }

  /** Lazy: a copy on the context's GPU, or this object itself if it is on a GPU. Throws CUDA_UNAVAILABLE. */
  gpu(): Self {
    return this.toDevice('gpu')
  }

  /** As cpu() or gpu(). Throws INVALID_ARGUMENT for another device, CUDA_UNAVAILABLE. */
  toDevice(device: 'cpu' | 'gpu'): Self {
    return moved<Holder>(this, device, this.toDevice, (value) => this.whole(value)) as Self
  }

  /**
   * Part of the tensor, or of each sample of a batch: one range per axis, from the first axis on; axes without a range are taken
   * whole. A range is undefined (the whole axis), an index (negative: from the end; the result loses the axis), or [start, end] or
   * [start, end, step] as in Python: `end` is not included, negative indices count from the end, undefined stands for
   * the start or end of the axis, indices outside are clipped, and step is >= 1 (default 1). Shares the memory where
   * the elements lie together. Lazy for one window of step 1 on data that is not there yet or is on a GPU; else it
   * blocks, and throws UNSUPPORTED for a step on a GPU. Throws INVALID_ARGUMENT.
   */
  slice(...ranges: Range[]): Self {
    const { entry, show } = this.made(this.slice)
    return slice<Holder>(this, ranges, entry, show) as Self
  }

  /**
   * The elements, of a batch those of each sample, in another shape, on the same memory (a copy on a GPU), with `layout` (default:
   * none). One extent may be -1: what is left. Blocks. Throws INVALID_ARGUMENT, INVALID_INPUT for another number of elements.
   */
  reshape(shape: readonly number[], options: { layout?: string } = {}): Self {
    return reshape<Holder>(this, shape, options, this.made(this.reshape)) as Self
  }

  /**
   * The same without all axes of extent 1 (of the first sample), or without those in `axes` (negative: from the end), on the same
   * memory. Blocks. Throws INVALID_ARGUMENT for an axis of another extent.
   */
  squeeze(axes?: number | readonly number[]): Self {
    return squeezed<Holder>(this, axes, this.made(this.squeeze)) as Self
  }

  /**
   * The same with a new axis of extent 1 at position `axis` of a sample (0 to ndim; negative: from the end), on the
   * same memory, without a layout. Blocks. Throws INVALID_ARGUMENT (wrong axis, 6 dimensions).
   */
  expandDims(axis: number): Self {
    return withAxis<Holder>(this, axis, this.made(this.expandDims)) as Self
  }

  private made(entry: Entry): Made<Holder> {
    return { entry, show: (value) => this.whole(value) }
  }
}
