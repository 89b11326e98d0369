// tensor(), batch(), asTensor() and asBatch(): tensors and batches of data that the user has, copied or wrapped without
// a copy.

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
import type { Show } from './value.js'

export interface DataOptions {
  /**
   * Type of the elements. Default: the type of the data. Plain numbers become bool if all are booleans; int32 if all
   * are whole (int64 if one is a bigint or does not fit into int32); else float32. A Tensor or Batch of another dtype
   * is cast.
   */
  dtype?: DType
  /** Axis names such as 'HWC'. Default: the layout of the data, or none if it has none. */
  layout?: string
}

type Nested = boolean | bigint | number | readonly Nested[]

/**
 * Data that makes one tensor: `{ data, shape, layout? }`, a typed array (one axis), a number or nested numbers, a
 * tensor, or a batch (which gets a leading sample axis).
 */
export type TensorLike = SampleData | Nested | Tensor | PipelineTensor | Batch | TensorList
/**
 * Data that makes a batch: a list of samples, an array whose first axis counts the samples, or an output of a pipeline.
 */
export type BatchLike = BatchData | readonly TensorLike[] | Tensor | Batch | TensorList

/**
 * A Tensor on the memory of `data`, without a copy where that is a typed array. Because you may change the array, an
 * operator that reads it runs before its call returns. Slices and other views of it are not copies: read them before
 * you change the array. Plain numbers are copied. Throws INVALID_INPUT for data that makes no tensor, INVALID_ARGUMENT
 * for wrong options.
 */
export const asTensor = (data: TensorLike, options: DataOptions = {}): Tensor =>
  tensorOf(data, options, 'wrap', 'asTensor')

/**
 * A Batch on the memory of `data`, without a copy where that is typed arrays or an output of a pipeline. The output
 * then stays in memory until the Batch is disposed. Otherwise as asTensor().
 */
export const asBatch = (data: BatchLike, options: DataOptions = {}): Batch => batchOf(data, options, 'wrap', 'asBatch')

/**
 * A Tensor with a copy of the data. Throws INVALID_INPUT for data that makes no tensor, INVALID_ARGUMENT for wrong
 * options.
 */
export const tensor = (data: TensorLike, options: DataOptions = {}): Tensor => tensorOf(data, options, 'copy', 'tensor')

/**
 * A Batch with a copy of the data. Throws INVALID_INPUT for data that makes no batch, INVALID_ARGUMENT for wrong
 * options.
 */
export const batch = (data: BatchLike, options: DataOptions = {}): Batch => batchOf(data, options, 'copy', 'batch')

export function tensorOf(data: unknown, options: DataOptions, how: How, name: string): Tensor {
  checkOptions(options, name)
  const view = heldTensor(data, name)
  if (!view) return new Tensor(rawTensorView(data, options, how, name).value, 0)
  const whole = data instanceof Tensor ? data : new Tensor(view.value, view.rows as number)
  const made = declared(whole, options, tensor)
  // A cast made a copy already, and so did putting samples together.
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

/** `x` with the dtype and layout that the user asks for. */
function declared<T extends Tensor | Batch>(x: T, { dtype, layout }: DataOptions, entry: Entry): T {
  const cast = dtype !== undefined && dtype !== x.dtype ? invoke('cast', [x, { dtype }], entry, show)[0]! : x
  if (layout === undefined || layout === cast.layout) return cast as T
  return reshape(cast, undefined, { layout }, { entry, show: show as Show<typeof cast> }) as T
}
