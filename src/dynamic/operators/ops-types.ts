// Types of what nd.* functions take and give: a result is a Batch where a Batch goes in, otherwise a Tensor.

import type { Tensor as PipelineTensor } from '../../data/tensor.js'
import type { TensorList } from '../../data/tensor-list.js'
import type { NestedNumbers, TypedArray } from '../../data/types.js'
import type { RNG } from '../context/random.js'
import type { Batch, Tensor } from '../values/tensor.js'

/** Elements with their shape, row by row. */
export interface ShapedData {
  readonly data: TypedArray
  readonly shape: readonly number[]
  readonly layout?: string | undefined
}

/** Data that stands for a Tensor, as for tensor(). A typed array has one dimension. */
export type TensorData = TypedArray | ShapedData | NestedNumbers | PipelineTensor | number | bigint | boolean

/** Samples that stand for a Batch: a list of them, or an output of a pipeline. */
export type BatchSamples = readonly (Tensor | PipelineTensor | TypedArray | ShapedData)[] | TensorList

/** What an operator works on. Arrays of the user's are read before the call returns, whatever the evaluation mode. */
export type Input = Tensor | Batch | TensorData | BatchSamples

/** A value of its own for each sample: a Batch. A Tensor is for all samples. */
export type PerSample = Tensor | Batch

/** What every call takes. */
export interface CallOptions {
  /**
   * How many samples to make where no input or argument is a Batch: the result is a Batch, and Tensors stand for that many
   * equal samples. Default: the size of the batches that are given; without any the result is a Tensor.
   */
  batchSize?: number | undefined
}

export interface RandomOptions extends CallOptions {
  /** What to draw from; every call takes one number of it. Default: the current generator (nd.random.setSeed). */
  rng?: RNG | undefined
}

export interface DecodeOptions extends CallOptions {
  /** What a bad sample does: 'throw' or 'placeholder'. Default: 'throw'. */
  onError?: 'throw' | 'placeholder' | undefined
}

export type { Given, None } from '../../api/typed.js'

/** What one value of a call makes of the result. */
type Kind = 'batch' | 'tensor'

/** Of an input. */
export type KindOf<T> = T extends Batch | BatchSamples ? 'batch' : 'tensor'

/** Of two values. */
export type Joined<A extends Kind, B extends Kind> = A extends 'batch' ? 'batch' : B

type Surely<O> = {
  [K in keyof O]-?: K extends 'batchSize' ? ([O[K]] extends [number] ? K : never) : [O[K]] extends [Batch] ? K : never
}[keyof O]

type Maybe<O> = {
  [K in keyof O]-?: Extract<O[K], K extends 'batchSize' ? number : Batch> extends never ? never : K
}[keyof O]

/** Of options: per-sample arguments and batchSize. */
export type KindOfOptions<O> = [Surely<O>] extends [never] ? ([Maybe<O>] extends [never] ? 'tensor' : Kind) : 'batch'

export type Result<K extends Kind> = K extends 'batch' ? Batch : Tensor
