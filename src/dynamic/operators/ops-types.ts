// Types of what nd.* functions take and return: the result is a Batch if an input or argument is one, else a Tensor.

import type { Tensor as PipelineTensor } from '../../data/tensor.js'
import type { TensorList } from '../../data/tensor-list.js'
import type { NestedNumbers, TypedArray } from '../../data/types.js'
import type { RNG } from '../context/random.js'
import type { Batch, Tensor } from '../values/tensor.js'

/** Elements in row-major order, with their shape and optionally axis names such as 'HWC'. */
export interface ShapedData {
  readonly data: TypedArray
  readonly shape: readonly number[]
  readonly layout?: string | undefined
}

/** Data that an operator takes in place of a Tensor, as tensor() does. A typed array has one dimension. */
export type TensorData = TypedArray | ShapedData | NestedNumbers | PipelineTensor | number | bigint | boolean

/** Samples that an operator takes in place of a Batch: a list of samples, or an output of a pipeline. */
export type BatchSamples = readonly (Tensor | PipelineTensor | TypedArray | ShapedData)[] | TensorList

/** An input of an operator. The user's arrays are read before the call returns, whatever the evaluation mode. */
export type Input = Tensor | Batch | TensorData | BatchSamples

/** An argument that may differ per sample: a Batch has one value per sample, a Tensor one value for all samples. */
export type PerSample = Tensor | Batch

/** Options of every operator. */
export interface CallOptions {
  /**
   * Number of samples of the result, an integer >= 1; the result is then a Batch, and a Tensor stands for that many
   * equal samples. Default: the size of the batches among inputs and arguments; without any, the result is a Tensor.
   */
  batchSize?: number | undefined
}

/** Options of random operators. */
export interface RandomOptions extends CallOptions {
  /**
   * The generator to draw from; a call advances its counter by one. Default: getDefaultRng(), which nd.random.setSeed()
   * seeds.
   */
  rng?: RNG | undefined
}

/** Options of operators that decode files. */
export interface DecodeOptions extends CallOptions {
  /** For a sample that cannot be decoded: 'throw' fails the call, 'placeholder' gives zeros. Default: 'throw'. */
  onError?: 'throw' | 'placeholder' | undefined
}

export type { Counted, Given, None } from '../../api/typed.js'

/** Whether a value given to a call makes the result a batch or a tensor. */
type Kind = 'batch' | 'tensor'

/** The kind of an input. */
export type KindOf<T> = T extends Batch | BatchSamples ? 'batch' : 'tensor'

/** The kind of a result that depends on two values: a batch if one of them is a batch. */
export type Joined<A extends Kind, B extends Kind> = A extends 'batch' ? 'batch' : B

/** The kind of a result that depends on all values of a tuple. */
export type KindOfAll<T extends readonly unknown[]> = number extends T['length']
  ? KindOf<T[number]>
  : T extends readonly [infer First, ...infer Rest]
    ? Joined<KindOf<First>, KindOfAll<Rest>>
    : 'tensor'

type Surely<O> = {
  [K in keyof O]-?: K extends 'batchSize' ? ([O[K]] extends [number] ? K : never) : [O[K]] extends [Batch] ? K : never
}[keyof O]

type Maybe<O> = {
  [K in keyof O]-?: Extract<O[K], K extends 'batchSize' ? number : Batch> extends never ? never : K
}[keyof O]

/** The kind of options, by their per-sample arguments and batchSize; both kinds if it is not known at compile time. */
export type KindOfOptions<O> = [Surely<O>] extends [never] ? ([Maybe<O>] extends [never] ? 'tensor' : Kind) : 'batch'

/** The type of a result of this kind. */
export type Result<K extends Kind> = K extends 'batch' ? Batch : Tensor
