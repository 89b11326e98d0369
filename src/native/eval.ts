// The types of imperative mode's native functions (native/addon/eval.cc): execution queues, executions (one run of a
// program over one batch), results, CUDA streams.
import type { Handle } from './handle.js'

/** The words that an execution queue shares with JavaScript. */
export const queueWord = {
  /** Executions up to this number are done. */
  counted: 0,
  /** The number of the execution at whose end the listener is called. Read `counted` after setting it. */
  awaited: 1,
} as const

/**
 * Inputs of an execution: alternately a source (a handle of shared memory or of an execution, or memory itself) and the
 * rows to take from it: null for the first `count`, one number for all samples, or a list with one row per sample.
 */
export type EvalInput = Handle | Uint8Array | Int32Array | null

/** What the caller does until the result of an execution is there. */
export type Caller = 'blocks' | 'awaits' | 'continues'

export interface EvalQueueOptions {
  /** Threads of the pool that its programs may use. */
  threads: number
  /** Whether that is the number of evalThreads(). */
  byDefault: boolean
  /** Executions that it runs at once. */
  width: number
  /** See queueWord. The caller keeps it until the queue is closed. */
  words: Uint32Array
  /** It is called when the awaited execution is done, and when the queue becomes empty. */
  listener: Handle
}

/** A run of a program over `count` samples. Memory without a handle must not change until the run is done. */
export interface EvalRun {
  /** One program for each thread of the queue. */
  programs: readonly Handle[]
  count: number
  inputs: readonly EvalInput[]
  /** Key and counter of each random operator's draws, four words each; null without random operators. */
  draws: Uint32Array | null
  /** An array or shared memory, to which the result is written if it fits. */
  to: Uint8Array | Handle | null
  /** The GPU in whose memory the result will lie, or -1. */
  gpu: number
}

export interface EvalFunctions {
  /**
   * Returns the number of threads of the process's imperative contexts that have no number of their own; 0 is the
   * default.
   */
  evalThreads(): number
  /**
   * Makes an execution queue: threads that run executions in the order of submission. Executions have numbers in that order,
   * from 1 on.
   */
  evalOpen(options: EvalQueueOptions): Handle
  /**
   * Submits an execution. Without another one before it, it runs at once on this thread if the caller blocks, and also
   * if the caller awaits it and it is known to take less time than handing it over.
   */
  evalSubmit(queue: Handle, run: EvalRun, caller: Caller): Handle
  /**
   * Blocks until the execution is done, and ends its handle. Returns a handle of shared memory with the result, or 0 if
   * the result is in `to`. Throws its error. `facts` receives five numbers: the result's bytes; when it began and ended,
   * in nanoseconds of the monotonic clock; the index of the thread that ran it (-1: the caller's); the result's bytes in
   * device memory. After an error only times and thread are set.
   */
  evalTake(execution: Handle, facts: Float64Array): Handle | 0
  /** Returns the result's bytes. The view keeps the memory alive. */
  evalView(memory: Handle): Uint8Array<ArrayBuffer>
  /** Returns JSON: dtypes, layouts and shapes of the outputs. Only setup runs, no sample is made. */
  evalShapes(program: Handle, count: number, inputs: readonly EvalInput[], draws: Uint32Array | null): string
  /** Returns the address of the view's bytes. */
  address(view: ArrayBufferView): number
  /**
   * Opens a user's cudaStream_t, or without one a new stream, which stays open until its last user is gone. Throws
   * STREAM_ENDED; and INVALID_ARGUMENT for a stream of another GPU.
   */
  streamOpen(gpu: number, raw: bigint | null): [stream: Handle, raw: bigint]
  /** Returns the process's default stream of a GPU, a cudaStream_t. A handle sets it first, 0 clears it. */
  streamDefault(gpu: number, stream: Handle | 0 | null): bigint | null
  /**
   * Blocks until the work that is queued on a stream now is done, or the part of a result that is in device memory is
   * complete.
   */
  gpuSync(streamOrMemory: Handle): void
}
