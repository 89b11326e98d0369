// Defines the types of data that user code gives and gets: arrays, samples and batches, and which sample or batch is
// asked for.

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

/**
 * One sample: a number (a scalar), a typed array (1-D), nested arrays of numbers (one axis per level, rows of equal
 * length), or a typed array with its shape. `shape`: extents, outermost first. `layout`: axis names such as 'HWC'.
 */
export type SampleData =
  | number
  | TypedArray
  | NestedNumbers
  | { data: TypedArray; shape: readonly number[]; layout?: string }

/** One batch: a list of samples, or one array whose first axis is the sample (all samples then have one shape). */
export type BatchData =
  | readonly SampleData[]
  | TypedArray
  | { data: TypedArray; shape: readonly number[]; layout?: string }

/** The sample that a source function is asked for, with `batch: false`. */
export interface SampleInfo {
  /** Index in the epoch. */
  idxInEpoch: number
  /** Index in the batch. */
  idxInBatch: number
  /** Number of the batch in the epoch. */
  iteration: number
  /** Number of the epoch, from 0. */
  epochIdx: number
}

/** The batch that a source function is asked for, with `batchInfo: true`. */
export interface BatchInfo {
  /** Number of the batch in the epoch. */
  iteration: number
  /** Number of the epoch, from 0. */
  epochIdx: number
}

/** What a source function returns at the end of an epoch. */
export type EndOfData = null | undefined

type Maybe<T> = T | EndOfData | Promise<T | EndOfData>
type Item = SampleData | BatchData | readonly (SampleData | BatchData)[]

/**
 * Where an external source's data comes from: an iterable or async iterable of items, a function that returns one, or a
 * function that returns one item, or a promise of it. With `batch: false` that function is called for each sample with
 * a SampleInfo; otherwise for each batch with its number (a BatchInfo with `batchInfo: true`). It returns null or
 * undefined at the end of an epoch. An item is a sample or a batch; with numOutputs, a list with one of these per
 * output.
 */
export type Source =
  | Iterable<Item>
  | AsyncIterable<Item>
  // biome-ignore lint/suspicious/noExplicitAny: its parameter depends on `batch` and `batchInfo`.
  | ((at: any) => Maybe<Item>)
  | (() => Iterable<Item> | AsyncIterable<Item>)

/** The sample that a function of fn.jsFunction is called for. */
export interface JsSampleInfo {
  /** Index in the data set. */
  readonly index: number
  readonly epoch: number
  /** Path or name; '' when the source has none. */
  readonly source: string
  /** Position in the batch, counted before samples are skipped. */
  readonly idxInBatch: number
  /**
   * Returns the next random number of this sample, uniform in [0, 1) with 53 random bits. The numbers depend only on
   * the seed, the operator, the epoch and the sample's index, so they do not change with the number of workers.
   */
  readonly random: () => number
}

/** 'shared': the batch's own memory. 'copy': a copy. 'transfer': a copy to be transferred; the batch is released. */
export type HandOffMode = 'shared' | 'copy' | 'transfer'

/** An output in a form that postMessage() takes: `TensorList.as()` makes it, `receive()` makes tensors of it. */
export interface HandOff {
  mode: HandOffMode
  dtype: DType
  layout: string
  /** Shape of each sample. */
  shapes: number[][]
  buffer: SharedArrayBuffer | ArrayBuffer
  /** Byte offset of each sample in `buffer`. */
  offsets: number[]
}
