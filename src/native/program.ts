// The types of the native functions for programs, which make the samples of batches (native/addon/program.cc).
import type { Handle } from './handle.js'

/** Handles of arenas, or four numbers (index, epoch, flags, ordinal) per sample. */
export type ProgramInputs = readonly Handle[] | Float64Array

export interface ProgramFunctions {
  /**
   * `dataset`: the data set, for a reader's program. A program for an execution queue shares the scratch memory of the
   * queue's thread `worker`, and its GPU work is queued on the stream.
   */
  programCreate(json: string, of: { dataset?: Handle } | { queue: Handle; worker: number; stream: Handle | 0 }): Handle
  /**
   * Starts a batch with `count` samples of the inputs, from number `from` on, and returns the bytes that the output arena
   * needs. `most` is either abi `memory.mayCome`, and then the answer may be `memory.refused`; or the largest size that the
   * arena can have, and then a sample that does not fit is a bad sample.
   */
  programSetup(
    program: Handle,
    batchIndex: number,
    inputs: ProgramInputs,
    from: number,
    count: number,
    most: number,
  ): number
  /** As programSetup(), but adds the samples to the current batch. */
  programAppend(program: Handle, inputs: ProgramInputs, from: number, count: number, most: number): number
  /**
   * Makes what was set up, and returns the number of samples in the batch so far. `outlook`: with abi `memory.mayCome` the
   * answer may be `memory.refused`, where some samples wait for memory, and the next call continues with them; with
   * `memory.willNotCome` a sample is bad if there is too little memory for it alone.
   */
  programRun(program: Handle, arena: Handle, outlook: number): number
  /** Completes the batch, whose header gets the flags. */
  programFinish(program: Handle, arena: Handle, flags: number): void
  /**
   * Begins to make what was set up and returns true. When all is made it rings the bell, and programRun() with the
   * same arena completes them; until then the inputs and the arena must stay. Returns false, and begins nothing,
   * if the work is so little that programRun() should do it.
   */
  programStart(program: Handle, arena: Handle, block: Handle, bell: number): boolean
  /** Whether programRun() could complete what programStart() began without waiting. */
  programDone(program: Handle): boolean
  /** Waits for what programStart() began, and discards it. */
  programSettle(program: Handle): void
  /**
   * Returns JSON: BadSample, for the sample with this index in its data set, if it is one of the last bad ones; otherwise
   * an empty text.
   */
  programBad(program: Handle, index: number, epoch: number): string
  /**
   * Returns what its threads did last: for each of the last calls of operators the system's number of the thread, the
   * position of the operator in the program, the index of the sample, and begin and end in ns of the monotonic clock.
   */
  programCalls(program: Handle): Float64Array<ArrayBuffer>
}

/**
 * Bytes of one output of an operator in the largest batch so far, as DALI's executor statistics count them. An output
 * of the program lies in a slot. A value inside the program never exists for the whole batch: each thread holds that
 * of one sample at a time in its scratch memory, so it counts as one tensor per thread that made any. (Values that are
 * not needed at the same time may share that memory; each is counted all the same.) Random numbers and encoded files,
 * which arguments and headers are read from, are kept for the whole batch.
 */
export interface OutputMemory {
  /** Used by all tensors of a batch. */
  real: number
  /** Used by the largest tensor. */
  maxReal: number
  /** Set aside for a batch: at least `real`. */
  reserved: number
  /** Set aside for the largest tensor. */
  maxReserved: number
}

/** Number of images, or of videos, by the way in which they were decoded. */
export interface DecodeCounters {
  /** Decoded by kernels on the GPU's streaming multiprocessors, whole batches at a time. */
  kernels: number
  /** Decoded by the GPU's decoding engines. */
  hardware: number
  /** Decoded on the CPU's threads. */
  cpu: number
  /** Those that kernels or engines did not take, by reason. */
  fallback: Record<string, number>
  /** Bytes of the files, by the way in which they were decoded. */
  bytes: Record<DecodePath, number>
  /** Seconds that the GPU took for the kernels' images, with the copies of their files. */
  kernelSeconds: number
}

/** A way to decode an image or a video on or for a GPU. */
export type DecodePath = 'kernels' | 'hardware' | 'cpu'

export interface ProgramReport {
  ops: {
    op: string
    name: string
    id: number
    seconds: number
    samples: number
    warned: number
    outputs: OutputMemory[]
    /** Only for mixed decoders. */
    decode?: DecodeCounters
    /** Only for decoders on the CPU: images that were made smaller for a resize, by how often they were halved: once, twice, ... */
    halved?: number[]
  }[]
  bad: BadSample[]
  badTotal: number
  scratchBytes: number
  /** The samples that its threads work on now. */
  running: RunningSample[]
}

/** A sample that a thread works on at this moment. */
export interface RunningSample {
  /** Operator; empty between operators, and while a GPU works on the whole batch. */
  op: string
  callSite: string
  /** Index in the data set; -1 for a whole batch. */
  index: number
  source: string
  /** Time since the thread began with the sample. */
  seconds: number
}

/** A sample that onError 'skip' or 'placeholder' kept from ending the run. */
export interface BadSample {
  /** Path or name of the sample; for a sample of an external source, the source's name. */
  path: string
  /** Index in the data set. */
  index: number
  epoch: number
  /** Why it is bad: the message of the error. */
  reason: string
  /** Operator, e.g. `decoders.image`. */
  op: string
  /** Where user code called the operator, as file:line:column; '' if not known. */
  callSite: string
  /** The code of the error; see docs/reference/errors.md. */
  code: string
}
