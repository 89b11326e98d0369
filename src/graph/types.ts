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
  readonly key: readonly [number, number]
  readonly first: number
  readonly stride: number
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
  readonly op: string
  readonly callSite: string
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
// Made once by the passes, and read by all: nothing of it is ever changed.

/** One operator inside a program. Values are numbered: the program's inputs first, then each op's outputs. */
export interface ProgramOp {
  readonly op: string
  readonly id: number
  readonly name: string
  /** Where its kernel runs; the CPU when absent. */
  readonly device?: 'mixed' | 'gpu'
  readonly inputs: readonly number[]
  readonly args: Readonly<Record<string, Json>>
  readonly argInputs: Readonly<Record<string, number>>
  readonly outputs: readonly number[]
  /** As a node's, in numbered values. */
  readonly guards?: readonly Readonly<{ value: number; want: number }>[]
  readonly onError: OnError
  readonly seed?: number
  /** Beside the seed, what keys its random numbers; its id where absent. */
  readonly stream?: number
  readonly draws?: Draws
  readonly callSite: string
  /** As a node's. */
  readonly parts?: readonly Part[]
}

/** Where a program's input value comes from: output `output` of the batch in the stage's `mailbox`-th input mailbox. */
export interface ProgramInput {
  readonly mailbox: number
  readonly output: number
}

export interface ProgramPlan {
  readonly inputs: readonly ProgramInput[]
  readonly ops: readonly ProgramOp[]
  readonly outputs: readonly number[]
  /** Of a stage on a GPU, per output: it lies in device memory. A value that is wanted in both is there twice. */
  readonly onDevice?: readonly boolean[]
}

/** Reads a data set: a sampler in JavaScript decides the order, a native program reads the bytes. */
export interface ReaderStage {
  readonly kind: 'reader'
  readonly name: string
  /** The reader's arguments as the user gave them, defaults filled in. Which reader it is says its program. */
  readonly reader: Readonly<Record<string, Json>>
  readonly program: ProgramPlan
}

/** Fed by the main thread: fn.externalSource. */
export interface SourceStage {
  readonly kind: 'source'
  readonly name: string
  readonly node: number
  readonly numOutputs: number
  readonly batch: boolean
  readonly dtype?: DType
  readonly ndim?: number
  readonly layout?: string
  /** Instead of the three above where the outputs differ. */
  readonly perOutput?: readonly Readonly<{ dtype?: DType; ndim?: number; layout?: string }>[]
  readonly onError: OnError
}

export interface CpuStage {
  readonly kind: 'cpu'
  readonly name: string
  readonly program: ProgramPlan
}

/** Runs its program on a GPU: decoding that begins on the CPU. */
export interface MixedStage {
  readonly kind: 'mixed'
  readonly name: string
  readonly gpu: number
  /** Actors: batch k is worked on by actor k mod workers, so order is kept. */
  readonly workers: number
  readonly program: ProgramPlan
}

/** Runs its program on a GPU. */
export interface GpuStage {
  readonly kind: 'gpu'
  readonly name: string
  readonly gpu: number
  readonly program: ProgramPlan
}

/** A user's function over samples, in worker threads of its own. */
export interface JsStage {
  readonly kind: 'js'
  readonly name: string
  readonly op: string
  readonly id: number
  /** URL of the module, and the name of the function that it exports. */
  readonly module: string
  readonly export: string
  /** Threads: batch k is worked on by thread k mod workers, so order is kept. */
  readonly workers: number
  /** The function's inputs. */
  readonly inputs: readonly ProgramInput[]
  /** What is known of its outputs; they come first in the slot. */
  readonly outputs: readonly Readonly<{ dtype?: DType; ndim?: number; layout?: string }>[]
  /** Values that later stages need; they follow in the slot as they are. */
  readonly pass: readonly ProgramInput[]
  readonly onError: OnError
  readonly seed?: number
  /** As a program's operator's. */
  readonly stream?: number
  readonly callSite: string
}

/** The consumer, on the main thread. `inputs[i]` is output i of the pipeline. */
export interface SinkStage {
  readonly kind: 'sink'
  readonly name: string
  readonly inputs: readonly ProgramInput[]
}

export type StagePlan = (ReaderStage | SourceStage | CpuStage | MixedStage | GpuStage | JsStage | SinkStage) & {
  /** Of each value that it hands on in host memory, by the user's hints; 0 without one, absent without any. */
  readonly bytesPerSample?: readonly number[]
}
export type StageKind = StagePlan['kind']

/** A one-way edge between stages (indices into Plan.stages) on which `capacity` batches may wait. */
export interface MailboxPlan {
  readonly from: number
  readonly to: number
  readonly capacity: number
}

export interface Plan {
  readonly version: 1
  readonly batchSize: number
  readonly seed: number
  readonly concurrency: ConcurrencyPolicy
  readonly buffers: BufferPolicy
  readonly stages: readonly StagePlan[]
  /** A stage's input mailboxes are those with `to` = its index, in this order; likewise its outputs. */
  readonly mailboxes: readonly MailboxPlan[]
  readonly outputs: readonly Readonly<{ name?: string }>[]
  /** Of the definition: what a checkpoint is tied to. */
  readonly hash: string
}
