// Defines the input and the output of the passes: the graph (what the user has defined) and the plan (what the actors
// run). Both are plain JSON, and neither refers to the addon.
import type { DType } from '../generated/abi.js'
import type { BufferPolicy, ConcurrencyPolicy } from './policy.js'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Device = 'cpu' | 'mixed' | 'gpu'
export type OnError = 'throw' | 'skip' | 'placeholder'

/** A value of the graph: output `output` of the node with id `node`. */
export interface ValueRef {
  node: number
  output: number
  /** For an argument: the value stands for a constant, so its shape says nothing. */
  constant?: true
}

/**
 * The condition of a branch: it runs for the samples whose `value` (one number per sample) is `want`; true counts as 1.
 */
export interface Guard {
  value: ValueRef
  want: number
}

/**
 * Counters of the random numbers of imperative mode: sample i of batch b uses Philox(key; first + stride * b, i). The
 * key is two 32-bit words, the low one first.
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
  /** Constant arguments, checked by check.ts. */
  args: Record<string, Json>
  /** Per-sample arguments that come from other nodes. */
  argInputs: Record<string, ValueRef>
  numOutputs: number
  onError?: OnError
  /** Seed of a random operator; absent: the pipeline's. */
  seed?: number
  /** Counters of its random numbers; absent: they are keyed by operator, epoch and sample. */
  draws?: Draws
  /** Expected bytes of one sample, for each output or one number for all of them. */
  bytesPerSampleHint?: number | number[]
  /** The node runs for the samples for which all guards hold (outermost branch first); absent: for all samples. */
  guards?: Guard[]
  /** Of a mixture, once its readers are folded into it: these readers, and which of their outputs it gives. */
  sources?: readonly MixtureSource[]
  /** file:line:column of the call in user code. */
  callSite: string
  /** The calls that a fused node stands for, in order, if each of them can fail. `callSite` is the first one's. */
  parts?: FusedOperator[]
}

/** A reader of a mixture. */
export interface MixtureSource {
  readonly reader: GraphNode
  /** The numbers of the reader's outputs that the mixture gives. */
  readonly outputs: readonly number[]
}

/** A call of a fused node, for errors. */
export interface FusedOperator {
  readonly op: string
  readonly callSite: string
}

export interface GraphOutput {
  /** Given when the definition returned an object. */
  name?: string
  value: ValueRef
  /** The value lies on the GPU and is wanted in host memory. */
  onCpu?: true
}

export interface Graph {
  nodes: GraphNode[]
  outputs: GraphOutput[]
}

/** The options of a pipeline that the passes need, with defaults filled in. */
export interface PlanOptions {
  batchSize: number
  /** Number of the GPU; null: everything runs on the CPU. */
  deviceId: number | null
  seed: number
  prefetchQueueDepth: { cpu: number; gpu: number }
  onError: OnError
  /** Expected bytes per sample of values that have no hint of their own. */
  bytesPerSample?: number
}

// ---- Plan ----
// The passes make the plan once; it is never changed after that.

/** One operator inside a program. Values are numbered: the program's inputs first, then each op's outputs. */
export interface ProgramOp {
  readonly op: string
  readonly id: number
  readonly name: string
  /** The device of its kernel; absent: the CPU. */
  readonly device?: 'mixed' | 'gpu'
  readonly inputs: readonly number[]
  readonly args: Readonly<Record<string, Json>>
  readonly argInputs: Readonly<Record<string, number>>
  /** Names of those of `argInputs` that stand for constants. */
  readonly constants?: readonly string[]
  readonly outputs: readonly number[]
  /** As GraphNode.guards, with the values' numbers. */
  readonly guards?: readonly Readonly<{ value: number; want: number }>[]
  readonly onError: OnError
  readonly seed?: number
  /** Keys its random numbers along with the seed; absent: the id. */
  readonly stream?: number
  readonly draws?: Draws
  /** Of a reader in a mixture: the number of its data set. */
  readonly source?: number
  readonly callSite: string
  /** As GraphNode.parts. */
  readonly parts?: readonly FusedOperator[]
}

/** The origin of a program's input: output `output` of the batch in input mailbox `mailbox` of the stage, from 0. */
export interface ProgramInput {
  readonly mailbox: number
  readonly output: number
}

export interface ProgramPlan {
  readonly inputs: readonly ProgramInput[]
  readonly ops: readonly ProgramOp[]
  readonly outputs: readonly number[]
  /** Of a mixture: the output that is the number of the sample's source, which no operator makes. */
  readonly sourceValue?: number
  /**
   * For a stage on a GPU, one entry per output: whether it lies in device memory. A value that is wanted in device and
   * in host memory is two outputs.
   */
  readonly onDevice?: readonly boolean[]
}

/** Reads a data set: a native source decides the order, a native program reads the bytes. */
export interface ReaderStage {
  readonly kind: 'reader'
  readonly name: string
  /** The arguments that the user gave, with defaults filled in. The program names the reader. */
  readonly reader: Readonly<Record<string, Json>>
  /** The call that made it, where that is not the program's first operator: a mixture's. `reader` then has its `sources`. */
  readonly call?: Readonly<{ op: string; callSite: string }>
  readonly program: ProgramPlan
}

/** fn.externalSource: the main thread feeds it. */
export interface SourceStage {
  readonly kind: 'source'
  readonly name: string
  readonly node: number
  readonly numOutputs: number
  readonly batch: boolean
  readonly dtype?: DType
  readonly ndim?: number
  readonly layout?: string
  /** In place of dtype, ndim and layout, if they differ between outputs. */
  readonly perOutput?: readonly Readonly<{ dtype?: DType; ndim?: number; layout?: string }>[]
  readonly onError: OnError
  /** Where user code defined it; the counter of a pipeline without inputs has none. */
  readonly callSite?: string
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
  /** Number of actors. Actor k mod workers works on batch k, so the order of batches is kept. */
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

/** A user's function over samples or batches, in worker threads of its own. */
export interface JsStage {
  readonly kind: 'js'
  readonly name: string
  readonly op: string
  readonly id: number
  /**
   * URL of the module, and the name of the function that it exports, which is called for samples; or the number of a function that
   * another thread calls for whole batches.
   */
  readonly code: Readonly<{ module: string; export: string }> | Readonly<{ function: number }>
  /** Number of threads. Thread k mod workers works on batch k, so the order of batches is kept. */
  readonly workers: number
  /** The function's inputs. */
  readonly inputs: readonly ProgramInput[]
  /** The function is called for the samples for which all of these hold (outermost branch first); absent: for all samples. */
  readonly guards?: readonly Readonly<{ value: ProgramInput; want: number }>[]
  /** The declared properties of its outputs, which come first in the slot. */
  readonly outputs: readonly Readonly<{ dtype?: DType; ndim?: number; layout?: string }>[]
  /** Values that later stages need: they are copied to the slot, after the outputs. */
  readonly pass: readonly ProgramInput[]
  readonly onError: OnError
  readonly seed?: number
  /** As ProgramOp.stream. */
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
  /**
   * Expected bytes per sample of each value that the stage passes on, in host or device memory, by the user's hints; 0
   * for a value without a hint. Absent without any hint.
   */
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
  /**
   * The input mailboxes of a stage are those whose `to` is its index, in this order; its output mailboxes are those
   * whose `from` is its index.
   */
  readonly mailboxes: readonly MailboxPlan[]
  readonly outputs: readonly Readonly<{ name?: string }>[]
  /** Identity of the definition (hash.ts): a checkpoint only fits a plan with an equal one. */
  readonly hash: string
}
