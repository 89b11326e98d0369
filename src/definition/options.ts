// Defines the options of a pipeline: their names, types, ranges and defaults, and the executor that they choose.

import { randomInt } from 'node:crypto'
import { invalidArgument } from '../errors/factories.js'
import { unknownOption } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import { misfit, misfitText, pathText } from '../graph/conform.js'
import { type Format, graphFormat } from '../graph/format.js'
import { type ExecutorName, executors } from '../graph/policy.js'
import type { OnError, PlanOptions } from '../graph/types.js'

/** Limits of the memory that a pipeline allocates. A kind that is left out has no limit. */
export interface MemoryBudget {
  /** Most bytes of ordinary host memory: batches, scratch memory, encoded input. */
  host?: number
  /** Most bytes of page-locked host memory. */
  pinned?: number
  /** Most bytes of GPU memory. */
  device?: number
}

/**
 * Number of batches that may wait between two stages, 1 to 64: one number for all stages, or one for stages on the CPU
 * and one for stages on the GPU, as an object (also with DALI's names) or as a pair. A depth that is left out of an
 * object is 2.
 */
export type QueueDepth =
  | number
  | { cpu?: number; gpu?: number }
  | { cpuSize?: number; gpuSize?: number }
  | readonly [cpu: number, gpu: number]

/**
 * Options of a pipeline, for pipelineDef() and for the factory that it returns. A wrong one throws INVALID_ARGUMENT.
 */
export interface PipelineOptions {
  /** Samples per batch, 1 to 65536. Required. */
  batchSize?: number
  /**
   * Number of threads that work on this pipeline at once, 1 to 1024. Default (also null): the environment variable
   * PENSTOCK_NUM_THREADS, else the number of cores that this process may use.
   */
  numThreads?: number | null
  /** Number of the GPU; null: all operators run on the CPU. Default: null. */
  deviceId?: number | null
  /** Seed of all random operators and shuffles, >= 0. Default: -1, which takes a new random seed for each pipeline. */
  seed?: number
  /**
   * Number of batches that may wait between two stages, 1 to 64: one number for all stages, or one per device of the
   * stage that makes the batches. Default: 2.
   */
  prefetchQueueDepth?: QueueDepth
  /**
   * With execPipelined and execAsync it chooses the executor, as in DALI. The default is the dynamic executor: batches
   * stay valid until they are disposed, and memory grows with the batches in use. `execDynamic: false`, or two numbers
   * for prefetchQueueDepth, chooses the pipelined executor, whose memory is known in advance and in which a batch is
   * valid until the next one. `execPipelined: false` or `execAsync: false` chooses the simple executor, which runs one
   * stage at a time. Default (also null): as the other options allow.
   */
  execDynamic?: boolean | null
  /** See execDynamic. Default: true. */
  execPipelined?: boolean
  /** See execDynamic. Default: true. */
  execAsync?: boolean
  /**
   * A batch is given when its outputs on the GPU are there, as DALI gives it; with false as soon as its work is queued:
   * see `ready()` of outputs. The event loop goes on meanwhile. Default: true in the simple executor, else false.
   */
  synchronous?: boolean
  /** Allow cond() and oneOf() in the definition. Default: false, as in DALI. */
  enableConditionals?: boolean
  /** Expected bytes per sample of values without a bytesPerSampleHint: the first buffers get this size. Default: 0. */
  bytesPerSample?: number
  /** Pin the threads of the pool to cores. Default: false. */
  setAffinity?: boolean
  /** Print the result of executorStatistics() to stdout when the pipeline is closed. Default: false. */
  enableMemoryStats?: boolean
  /** Accepted without effect, as DALI has it: checkpoint() always works. */
  enableCheckpointing?: boolean
  /** A string from checkpoint() at which the pipeline begins. It includes the seed. See docs/guides/checkpoints.md. */
  checkpoint?: string
  /** Limits of the memory that the pipeline allocates, in bytes, by kind. Default: no limits. */
  memoryBudget?: MemoryBudget
  /**
   * What happens to a sample for which an operator without an onError of its own fails: 'throw' fails the batch with the
   * error, 'skip' leaves the sample out, 'placeholder' fills its outputs with zeros. Default: 'throw'.
   */
  onError?: OnError
  /**
   * Seconds without progress after which a pending run fails with a report of which stage waits for what. Default: 0,
   * never.
   */
  watchdog?: number
}

/** Options with defaults filled in. */
export interface ResolvedOptions extends PlanOptions {
  numThreads: number | null
  /** Pipelines with the same number share their threads; without it a pipeline has its own. */
  threadGroup?: number
  deviceId: number | null
  executor: ExecutorName
  synchronous: boolean
  enableConditionals: boolean
  setAffinity: boolean
  enableMemoryStats: boolean
  enableCheckpointing: boolean
  checkpoint: string | null
  memoryBudget: MemoryBudget
  watchdog: number
}

const names: Record<keyof PipelineOptions, Format> = graphFormat.$defs.options.properties
export const optionNames = Object.keys(names) as (keyof PipelineOptions)[]

function fault(message: string, hint?: string): PipelineError {
  return invalidArgument(message, { op: 'pipeline', hint })
}

/** Throws INVALID_ARGUMENT for a wrong name, type or value; fills in nothing. */
export function checkOptions(options: PipelineOptions): void {
  const wrong = misfit(graphFormat.$defs.options, options)
  if (wrong?.known) {
    throw fault(
      ...unknownOption(wrong.received as string, wrong.known, pathText([...wrong.path, wrong.received as string])),
    )
  }
  if (wrong) throw fault(misfitText(wrong))
  const { prefetchQueueDepth } = options
  if (typeof prefetchQueueDepth !== 'object') return
  const twin = ['cpu', 'gpu'].find((device) => device in prefetchQueueDepth && `${device}Size` in prefetchQueueDepth)
  if (twin) throw fault(`Expected one of ${twin} and ${twin}Size for prefetchQueueDepth but received both`)
}

/** Later options win; an undefined one leaves the earlier value. */
export function mergeOptions(...all: readonly PipelineOptions[]): PipelineOptions {
  return Object.assign({}, ...all.map((o) => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined))))
}

/** The executor that the flags choose, by DALI's rule. Throws INVALID_ARGUMENT for flags that contradict each other. */
function executorOf({
  execDynamic,
  execPipelined = true,
  execAsync = true,
  prefetchQueueDepth,
}: PipelineOptions): ExecutorName {
  const separate = typeof prefetchQueueDepth === 'object'
  if (execDynamic && (!execPipelined || !execAsync || separate)) {
    throw fault(
      `Expected execDynamic along with execPipelined, execAsync and one number for prefetchQueueDepth but received ${
        separate ? 'a depth for each device' : `${execPipelined ? 'execAsync' : 'execPipelined'}: false`
      }`,
      'Leave execDynamic out, or the other option',
    )
  }
  if (!execPipelined || !execAsync) return 'simple'
  return (execDynamic ?? !separate) ? 'dynamic' : 'pipelined'
}

function depthsOf(depth: QueueDepth = 2): ResolvedOptions['prefetchQueueDepth'] {
  if (typeof depth === 'number') return { cpu: depth, gpu: depth }
  if (Symbol.iterator in depth) return { cpu: depth[0], gpu: depth[1] }
  const { cpu, gpu, cpuSize, gpuSize } = depth as Record<string, number | undefined>
  return { cpu: cpu ?? cpuSize ?? 2, gpu: gpu ?? gpuSize ?? 2 }
}

/** Checks the options and fills in defaults. Throws INVALID_ARGUMENT. */
export function resolveOptions(options: PipelineOptions): ResolvedOptions {
  checkOptions(options)
  if (options.batchSize === undefined) {
    throw fault(
      'Expected an integer from 1 to 65536 for batchSize but received none',
      'Give it to pipelineDef or to the pipeline it makes',
    )
  }
  const executor = executorOf(options)
  return {
    batchSize: options.batchSize,
    numThreads: options.numThreads ?? null,
    deviceId: options.deviceId ?? null,
    seed: options.seed === undefined || options.seed === -1 ? randomInt(2 ** 32) : options.seed,
    prefetchQueueDepth: depthsOf(options.prefetchQueueDepth),
    executor,
    synchronous: options.synchronous ?? executors[executor].concurrency === 'oneAtATime',
    enableConditionals: options.enableConditionals ?? false,
    bytesPerSample: options.bytesPerSample ?? 0,
    setAffinity: options.setAffinity ?? false,
    enableMemoryStats: options.enableMemoryStats ?? false,
    enableCheckpointing: options.enableCheckpointing ?? false,
    checkpoint: options.checkpoint ?? null,
    memoryBudget: { ...options.memoryBudget },
    onError: options.onError ?? 'throw',
    watchdog: options.watchdog ?? 0,
  }
}
