// User data as tensors and batches: wrapped without a copy, or copied.

import { wrongLayout } from '../../data/extents.js'
import type { Tensor as PipelineTensor } from '../../data/tensor.js'
import type { TensorList } from '../../data/tensor-list.js'
import type { BatchData, SampleData } from '../../data/types.js'
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { type DType, dtypeNames } from '../../generated/abi.js'
import { type Entry, invoke } from '../operators/invoke.js'
import { reshape } from './shape-views.js'
import { Batch, show, Tensor } from './tensor.js'
import { type How, heldBatch, heldTensor, rawBatchView, rawTensorView } from './user-data.js'
import { isSingle } from './value.js'

export interface DataOptions {
  /**
   * Default: the data's own; of plain numbers bool where all are booleans, int32 where all are whole (int64 with a
   * bigint, or one that int32 does not hold), else float32. A Tensor or Batch of another dtype is cast.
   */
  dtype?: DType
  /** Axis names such as 'HWC'. Default: the data's own, else none. */
  layout?: string
}

type Nested = boolean | bigint | number | readonly Nested[]

/** What makes one tensor: `{ data, shape, layout? }`, a typed array (one axis), numbers, or a tensor. */
export type TensorLike = SampleData | Nested | Tensor | PipelineTensor | Batch | TensorList
/** What makes a batch: a list of samples, an array whose first axis counts them, or an output of a pipeline. */
export type BatchLike = BatchData | readonly TensorLike[] | Tensor | Batch | TensorList

/**
 * Data as a Tensor, without a copy where it is a typed array: an operator that reads it is run before its call returns,
 * as the array is yours and may change. Do not change it before you have read what depends on it lazily: slices and the
 * like. Throws INVALID_INPUT for data that is none.
 */
export const asTensor = (data: TensorLike, options: DataOptions = {}): Tensor =>
  tensorOf(data, options, 'wrap', 'asTensor')

/**
 * Data as a Batch, without a copy where it is typed arrays or an output of a pipeline, which stays until it is
 * disposed: see asTensor().
 */
export const asBatch = (data: BatchLike, options: DataOptions = {}): Batch => batchOf(data, options, 'wrap', 'asBatch')

/** A Tensor with memory of its own: a copy of the data. */
export const tensor = (data: TensorLike, options: DataOptions = {}): Tensor => tensorOf(data, options, 'copy', 'tensor')

/** A Batch with memory of its own: a copy of the data. */
export const batch = (data: BatchLike, options: DataOptions = {}): Batch => batchOf(data, options, 'copy', 'batch')

export function tensorOf(data: unknown, options: DataOptions, how: How, name: string): Tensor {
  checkOptions(options, name)
  const view = heldTensor(data, name)
  if (!view) return new Tensor(rawTensorView(data, options, how, name).value, 0)
  const whole = data instanceof Tensor ? data : new Tensor(view.value, view.rows as number)
  const made = declared(whole, options, tensor)
  // A cast, or the samples put together, is a copy already.
  return how === 'copy' && data instanceof Tensor && made.view.value === view.value ? made.copy() : made
}

export function batchOf(data: unknown, options: DataOptions, how: How, name: string): Batch {
  checkOptions(options, name)
  const view = heldBatch(data, name)
  if (!view) return new Batch(rawBatchView(data, options, how, name).value, null)
  const given = data instanceof Batch ? data : new Batch(view.value, view.rows as Int32Array | null)
  const made = declared(given, options, batch)
  return how === 'copy' && made.view.value === view.value ? made.copy() : made
}

function checkOptions({ dtype, layout }: DataOptions, op: string): void {
  if (dtype !== undefined && !(dtypeNames as readonly string[]).includes(dtype)) {
    throw invalidArgument(
      `Expected one of ${dtypeNames.map((name) => `'${name}'`).join(', ')} for dtype but received ${shown(dtype)}`,
      { op },
    )
  }
  const wrong = layout === undefined ? undefined : wrongLayout(layout)
  if (wrong) throw invalidArgument(wrong, { op })
}

/** With the dtype and layout that the user asks for. */
function declared<T extends Tensor | Batch>(x: T, { dtype, layout }: DataOptions, entry: Entry): T {
  const cast = dtype !== undefined && dtype !== x.dtype ? invoke('cast', [x, { dtype }], entry, show)[0]! : x
  if (layout === undefined || layout === cast.layout) return cast as T
  return show(reshape(cast.view, undefined, { layout }), isSingle(cast.view)) as T
}
