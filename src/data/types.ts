// What user code gives and is told: arrays, samples, batches, where they come from, and which one is asked for.

import type { DType } from '../generated/abi.js'

export type TypedArray =
  | Uint8Array
  | Uint8ClampedArray
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Float32Array
  | Float64Array

export type NestedNumbers = readonly (number | NestedNumbers)[]

/** One sample: a typed array is 1-D unless a shape comes with it; a number is a scalar. */
export type SampleData =
  | number
  | TypedArray
  | NestedNumbers
  | { data: TypedArray; shape: readonly number[]; layout?: string }

/** One batch: a list of samples, or one array whose first dimension counts them. */
export type BatchData =
  | readonly SampleData[]
  | TypedArray
  | { data: TypedArray; shape: readonly number[]; layout?: string }

/** Which sample a function is asked for. */
export interface SampleInfo {
  /** Index in the epoch. */
  idxInEpoch: number
  /** Index in the batch. */
  idxInBatch: number
  /** Number of the batch in the epoch. */
  iteration: number
  epochIdx: number
}

/** Which batch a function is asked for, with `batchInfo: true`. */
export interface BatchInfo {
  iteration: number
  epochIdx: number
}

/** What a function returns at the end of an epoch. */
export type EndOfData = null | undefined

type Maybe<T> = T | EndOfData | Promise<T | EndOfData>
type Item = SampleData | BatchData | readonly (SampleData | BatchData)[]

/** An iterable, an async iterable, or a function of the sample (`batch: false`) or of the batch. */
export type Source =
  | Iterable<Item>
  | AsyncIterable<Item>
  // biome-ignore lint/suspicious/noExplicitAny: its parameter depends on `batch` and `batchInfo`.
  | ((at: any) => Maybe<Item>)
  | (() => Iterable<Item> | AsyncIterable<Item>)

/** What a user function is told of the sample that it is called for. */
export interface JsSampleInfo {
  /** Index in the data set. */
  readonly index: number
  readonly epoch: number
  /** Path or name; '' when the source has none. */
  readonly source: string
  /** Position in the batch, before samples are skipped. */
  readonly idxInBatch: number
  /**
   * The next random number of this sample, uniform in [0, 1) with 53 bits. The numbers depend on the seed, the operator,
   * the epoch and the sample's index alone, so they are the same for any number of workers.
   */
  readonly random: () => number
}

/** 'shared': the same memory. 'copy': a copy. 'transfer': a copy that is moved, and the batch is released. */
export type HandOffMode = 'shared' | 'copy' | 'transfer'

export interface HandOff {
  mode: HandOffMode
  dtype: DType
  layout: string
  /** Per sample. */
  shapes: number[][]
  buffer: SharedArrayBuffer | ArrayBuffer
  /** Byte offset of each sample in `buffer`. */
  offsets: number[]
}
