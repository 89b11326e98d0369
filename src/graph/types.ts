// The two data structures that the passes stand between: the definition graph (what the user wrote) and the Plan
// (plain JSON: what the actors run). Nothing here touches the addon.
import type { DType } from '../generated/abi.js'
import type { BufferPolicy, ConcurrencyPolicy } from './policy.js'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Device = 'cpu' | 'mixed' | 'gpu'
export type OnError = 'throw' | 'skip' | 'placeholder'

/** Output `output` of node `node`. */
export interface ValueRef {
  node: number
  output: number
}

/** A branch that is taken for the samples for which `value`, one number per sample, is `want` (true counts as 1). */
export interface Guard {
  value: ValueRef
  want: number
}

/**
 * Random numbers by counter, as imperative mode draws them: Philox(key; first + stride * batch, place in the batch). The key
 * is two 32-bit words, the low one first.
 */
export interface Draws {
  key: [number, number]
  first: number
  stride: number
}

/** One operator call in the user's definition. */
export interface GraphNode {
  /** Position in the definition; also keys the operator's random stream, so passes keep it. */
  id: number
  op: string
  name: string
  device: Device
  inputs: ValueRef[]
  /** Constants, validated by check.ts. */
  args: Record<string, Json>
  /** Per-sample arguments that come from other nodes. */
  argInputs: Record<string, ValueRef>
  numOutputs: number
  onError?: OnError
  /** Own seed of a random operator; the pipeline's otherwise. */
  seed?: number
  /** Instead of by operator, epoch and sample. */
  draws?: Draws
  /** What the user expects one sample to take: of each output, or one number for all of them. */
  bytesPerSampleHint?: number | number[]
  /** It runs for the samples for which all of these hold, the outermost branch's first; without any, for all samples. */
  guards?: Guard[]
  /** file:line:column of the call in user code. */
  callSite: string
  /** Of a fused node that can fail in each of several calls: these, in order. `callSite` is the first one's. */
  parts?: Part[]
}

/** A call, as an error names it. */
export interface Part {
  op: string
  callSite: string
}

export interface GraphOutput {
  /** Given when the definition returned an object. */
  name?: string
  value: ValueRef
  /** A value that lies on the GPU is wanted in host memory. */
  onCpu?: true
}

export interface Graph {
  nodes: GraphNode[]
  outputs: GraphOutput[]
}

/** What the passes need to know of the pipeline's options; defaults are filled in. */
export interface PlanOptions {
  batchSize: number
  /** GPU, or null: everything runs on the CPU. */
  deviceId: number | null
  seed: number
  prefetchQueueDepth: { cpu: number; gpu: number }
  onError: OnError
  /** What the user expects a sample of any value to take that has no hint of its own. */
  bytesPerSample?: number
}

// ---- Plan ----

/** One operator inside a program. Values are numbered: the program's inputs first, then each op's outputs. */
export interface ProgramOp {
  op: string
  id: number
  name: string
  /** Where its kernel runs; the CPU when absent. */
  device?: 'mixed' | 'gpu'
  inputs: number[]
  args: Record<string, Json>
  argInputs: Record<string, number>
  outputs: number[]
  /** As a node's, in numbered values. */
  guards?: { value: number; want: number }[]
  onError: OnError
  seed?: number
  /** Beside the seed, what keys its random numbers; its id where absent. */
  stream?: number
  draws?: Draws
  callSite: string
  /** As a node's. */
  parts?: Part[]
}

/** Where a program's input value comes from: output `output` of the batch in the stage's `mailbox`-th input mailbox. */
export interface ProgramInput {
  mailbox: number
  output: number
}

export interface ProgramPlan {
  inputs: ProgramInput[]
  ops: ProgramOp[]
  outputs: number[]
  /** Of a stage on a GPU, per output: it lies in device memory. A value that is wanted in both is there twice. */
  onDevice?: boolean[]
}

/** Reads a data set: a sampler in JavaScript decides the order, a native program reads the bytes. */
export interface ReaderStage {
  kind: 'reader'
  name: string
  /** The reader's arguments as the user gave them, defaults filled in. Which reader it is says its program. */
  reader: Record<string, Json>
  program: ProgramPlan
}

/** Fed by the main thread: fn.externalSource. */
export interface SourceStage {
  kind: 'source'
  name: string
  node: number
  numOutputs: number
  batch: boolean
  dtype?: DType
  ndim?: number
  layout?: string
  /** Instead of the three above where the outputs differ. */
  perOutput?: { dtype?: DType; ndim?: number; layout?: string }[]
  onError: OnError
}

export interface CpuStage {
  kind: 'cpu'
  name: string
  program: ProgramPlan
}

/** Runs its program on a GPU: decoding that begins on the CPU. */
export interface MixedStage {
  kind: 'mixed'
  name: string
  gpu: number
  /** Actors: batch k is worked on by actor k mod workers, so order is kept. */
  workers: number
  program: ProgramPlan
}

/** Runs its program on a GPU. */
export interface GpuStage {
  kind: 'gpu'
  name: string
  gpu: number
  program: ProgramPlan
}

/** A user's function over samples, in worker threads of its own. */
export interface JsStage {
  kind: 'js'
  name: string
  op: string
  id: number
  /** URL of the module, and the name of the function that it exports. */
  module: string
  export: string
  /** Threads: batch k is worked on by thread k mod workers, so order is kept. */
  workers: number
  /** The function's inputs. */
  inputs: ProgramInput[]
  /** What is known of its outputs; they come first in the slot. */
  outputs: { dtype?: DType; ndim?: number; layout?: string }[]
  /** Values that later stages need; they follow in the slot as they are. */
  pass: ProgramInput[]
  onError: OnError
  seed?: number
  /** As a program's operator's. */
  stream?: number
  callSite: string
}

/** The consumer, on the main thread. `inputs[i]` is output i of the pipeline. */
export interface SinkStage {
  kind: 'sink'
  name: string
  inputs: ProgramInput[]
}

export type StagePlan = (ReaderStage | SourceStage | CpuStage | MixedStage | GpuStage | JsStage | SinkStage) & {
  /** Of each value that it hands on in host memory, by the user's hints; 0 without one, absent without any. */
  bytesPerSample?: number[]
}
export type StageKind = StagePlan['kind']

/** A one-way edge between stages (indices into Plan.stages) on which `capacity` batches may wait. */
export interface MailboxPlan {
  from: number
  to: number
  capacity: number
}

export interface Plan {
  version: 1
  batchSize: number
  seed: number
  concurrency: ConcurrencyPolicy
  buffers: BufferPolicy
  stages: StagePlan[]
  /** A stage's input mailboxes are those with `to` = its index, in this order; likewise its outputs. */
  mailboxes: MailboxPlan[]
  outputs: { name?: string }[]
  /** Of the definition: what a checkpoint is tied to. */
  hash: string
}
