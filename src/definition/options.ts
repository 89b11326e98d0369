// The options of a pipeline: names, types, ranges, defaults, and what the passes need of them.

import { randomInt } from 'node:crypto'
import { invalidArgument } from '../errors/factories.js'
import { shown, suggestion } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import { ring } from '../generated/abi.js'
import type { ExecutorName } from '../graph/policy.js'
import type { OnError, PlanOptions } from '../graph/types.js'

export interface MemoryBudget {
  /** Bytes of ordinary memory: batches, scratch, encoded input. */
  host?: number
  /** Bytes of page-locked memory. */
  pinned?: number
  /** Bytes of GPU memory. */
  device?: number
}

/** One depth for all, or one for each device: as an object, under DALI's names too, or as a pair. */
export type QueueDepth =
  | number
  | { cpu?: number; gpu?: number }
  | { cpuSize?: number; gpuSize?: number }
  | readonly [cpu: number, gpu: number]

export interface PipelineOptions {
  /** Samples per batch. Required. */
  batchSize?: number
  /** Threads that work on this pipeline at once. Default: PENSTOCK_NUM_THREADS, else the cores this process may use. */
  numThreads?: number | null
  /** GPU, or null for CPU only (the default). */
  deviceId?: number | null
  /** Seed of all random operators and shuffles, >= 0. Default (also -1): a new one for each pipeline. */
  seed?: number
  /** Batches that may wait between two stages, 1 to 64: for all stages, or by the device that makes them. Default: 2. */
  prefetchQueueDepth?: QueueDepth
  /**
   * Executor flags, as DALI's. Default: the dynamic executor, which needs execPipelined and execAsync (both true unless
   * said otherwise) and one number for prefetchQueueDepth; with `execDynamic: false`, or where one of these does not
   * hold, the pipelined executor; with `execPipelined: false` or `execAsync: false` the simple one. `execDynamic: null` is
   * the default.
   */
  execDynamic?: boolean | null
  execPipelined?: boolean
  execAsync?: boolean
  /** Allow cond() and oneOf() in the definition. Default: false, as DALI's. */
  enableConditionals?: boolean
  /** Bytes that a sample of any value takes which has no bytesPerSampleHint: buffers begin with that size. Default: 0. */
  bytesPerSample?: number
  /** Pin the pool's threads to cores. Default: false. */
  setAffinity?: boolean
  /** Print what executorStatistics() tells to stdout when the pipeline is closed. Default: false. */
  enableMemoryStats?: boolean
  /** Accepted and without effect: checkpoint() always works. */
  enableCheckpointing?: boolean
  /** A string from checkpoint() to begin at; it brings the seed. See docs/checkpoints.md. */
  checkpoint?: string
  /** Most bytes that the pipeline may allocate, by kind. Default: no limit. */
  memoryBudget?: MemoryBudget
  /** What a bad sample does where the operator does not say: 'throw' (the default), 'skip' or 'placeholder'. */
  onError?: OnError
  /** Seconds without progress after which a pending run fails with a report of who waits for what; 0, the default: never. */
  watchdog?: number
}

/** Options with defaults filled in. */
export interface ResolvedOptions extends PlanOptions {
  numThreads: number | null
  /** With whom it shares its threads; else it has its own. */
  threadGroup?: number
  deviceId: number | null
  executor: ExecutorName
  enableConditionals: boolean
  setAffinity: boolean
  enableMemoryStats: boolean
  enableCheckpointing: boolean
  checkpoint: string | null
  memoryBudget: MemoryBudget
  watchdog: number
}

type Rule = { expected: string; ok: (value: unknown) => boolean }

const whole =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (v: unknown) =>
    Number.isSafeInteger(v) && (v as number) >= min && (v as number) <= max
const orNull = (rule: Rule): Rule => ({ expected: `${rule.expected} or null`, ok: (v) => v === null || rule.ok(v) })
const flag: Rule = { expected: 'true or false', ok: (v) => typeof v === 'boolean' }
const depth: Rule = { expected: `an integer from 1 to ${ring.maxDepth}`, ok: whole(1, ring.maxDepth) }
const bytes: Rule = { expected: 'a number of bytes >= 0', ok: whole(0) }
const policies: readonly unknown[] = ['throw', 'skip', 'placeholder']

const rules: Record<keyof PipelineOptions, Rule | Record<string, Rule>> = {
  batchSize: { expected: 'an integer from 1 to 65536', ok: whole(1, 65536) },
  numThreads: orNull({ expected: 'an integer from 1 to 1024', ok: whole(1, 1024) }),
  deviceId: orNull({ expected: 'the number of a GPU', ok: whole(0) }),
  seed: { expected: 'an integer >= 0 (or -1)', ok: whole(-1) },
  prefetchQueueDepth: { cpu: depth, gpu: depth, cpuSize: depth, gpuSize: depth },
  execDynamic: orNull(flag),
  execPipelined: flag,
  execAsync: flag,
  enableConditionals: flag,
  bytesPerSample: bytes,
  setAffinity: flag,
  enableMemoryStats: flag,
  enableCheckpointing: flag,
  checkpoint: { expected: 'a string from checkpoint()', ok: (v) => typeof v === 'string' },
  memoryBudget: { host: bytes, pinned: bytes, device: bytes },
  onError: { expected: "one of 'throw', 'skip', 'placeholder'", ok: (v) => policies.includes(v) },
  watchdog: { expected: 'a number of seconds >= 0', ok: (v) => typeof v === 'number' && v >= 0 && v < 1e9 },
}

export const optionNames = Object.keys(rules) as (keyof PipelineOptions)[]

function fault(message: string, hint?: string): PipelineError {
  return invalidArgument(message, { op: 'pipeline', hint })
}

function checkOne(name: string, given: Rule | Record<string, Rule>, value: unknown): void {
  if (name === 'prefetchQueueDepth' && Array.isArray(value)) {
    checkPair(value)
    return
  }
  const rule = name === 'prefetchQueueDepth' && typeof value !== 'object' ? depth : given
  if (typeof rule.ok === 'function') {
    if (rule.ok(value)) return
    throw fault(`Expected ${rule.expected} for ${name} but received ${shown(value)}`)
  }
  const fields = rule as Record<string, Rule>
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fault(`Expected { ${Object.keys(fields).join(', ')} } for ${name} but received ${shown(value)}`)
  }
  const twin = ['cpu', 'gpu'].find((device) => device in value && `${device}Size` in value)
  if (twin) throw fault(`Expected one of ${twin} and ${twin}Size for ${name} but received both`)
  for (const [key, v] of Object.entries(value)) {
    if (!Object.hasOwn(fields, key)) unknownName(`${name}.${key}`, key, Object.keys(fields))
    if (v !== undefined) checkOne(`${name}.${key}`, fields[key]!, v)
  }
}

function checkPair(pair: readonly unknown[]): void {
  if (pair.length !== 2) {
    throw fault(`Expected two integers, for the CPU and the GPU, for prefetchQueueDepth but received ${shown(pair)}`)
  }
  for (const [i, v] of pair.entries()) checkOne(`prefetchQueueDepth[${i}]`, depth, v)
}

function unknownName(path: string, name: string, known: readonly string[]): never {
  const near = suggestion(name, known)
  throw fault(`Expected a known option but received ${shown(path)}`, near ?? `Options are: ${known.join(', ')}`)
}

/** Throws INVALID_ARGUMENT for a wrong name, type or value; fills in nothing. */
export function checkOptions(options: PipelineOptions): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw fault(`Expected an object of options but received ${shown(options)}`)
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name)) unknownName(name, name, optionNames)
    if (value !== undefined) checkOne(name, rules[name as keyof PipelineOptions], value)
  }
}

/** Later options win; an undefined one leaves the earlier value. */
export function mergeOptions(...all: readonly PipelineOptions[]): PipelineOptions {
  return Object.assign({}, ...all.map((o) => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined))))
}

/** DALI's rule for its flags; a combination that contradicts itself is refused. */
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
