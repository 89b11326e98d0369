// What a Tensor and a Batch have in common: a share of a value, which the object has until it is disposed or collected, and
// the facts that do not depend on which samples it shows.
import type { HandOff } from '../../data/types.js'
import type { DType } from '../../generated/abi.js'
import { handOff, untouchable } from './data-share.js'
import { dtypeOf, layoutOf } from './shape.js'
import { holds, type Value, type View } from './value.js'

export abstract class Held {
  /** @internal It was disposed. */
  protected gone = false

  /** @internal */
  constructor(
    /** @internal Read through `open`, but to dispose it. */
    protected readonly value: Value,
  ) {
    value.own()
  }

  /** @internal What messages call it. */
  protected abstract get kind(): 'Tensor' | 'Batch'

  /** @internal The samples that it shows. Throws OUTPUT_RELEASED after dispose(). */
  abstract get view(): View

  /** @internal */
  get [holds](): true {
    return true
  }

  /** @internal The value. Throws OUTPUT_RELEASED after dispose(). */
  protected get open(): Value {
    if (this.gone) throw untouchable(this.kind)
    return this.value
  }

  /** Type of the elements. */
  get dtype(): DType {
    return dtypeOf(this.open)
  }

  /** Axis names of a sample such as 'HWC'; '' when unknown. */
  get layout(): string {
    return layoutOf(this.open)
  }

  /** Where the elements are: in host memory ('cpu') or in the memory of a GPU. */
  get device(): 'cpu' | 'gpu' {
    return this.open.gpu < 0 ? 'cpu' : 'gpu'
  }

  /** Number of the GPU that holds the elements; null on the CPU. */
  get deviceId(): number | null {
    const { gpu } = this.open
    return gpu < 0 ? null : gpu
  }

  /**
   * A copy in a form that can be posted to another thread, where `receive()` makes a tensor or a batch of it. With 'transfer'
   * put its `buffer` in the transfer list; this object is disposed. Blocks. Throws INVALID_ARGUMENT.
   */
  as(mode: 'copy' | 'transfer'): HandOff {
    const made = handOff(this.view, mode)
    if (mode === 'transfer') this.dispose()
    return made
  }

  /** Releases it: later use throws OUTPUT_RELEASED. The memory is freed with the last tensor or batch that shows it. */
  dispose(): void {
    if (this.gone) return
    this.gone = true
    this.value.disown()
  }

  [Symbol.dispose](): void {
    this.dispose()
  }
}
