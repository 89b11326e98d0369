// How an executor behaves, as data: each axis is a union with one comment per value, an executor is one choice per
// axis. The passes and the actors ask for an axis, never for an executor's name.

/** Which nodes share a stage. */
export type PlacementPolicy =
  /** One stage per reader and source, one cpu stage for all else. */
  | 'perKind'
  /** One stage per connected cluster of nodes of a device; independent branches run apart. */
  | 'perCluster'

/** When a stage may start its next batch. */
export type ConcurrencyPolicy =
  /** As soon as it has its inputs and room for its outputs. */
  | 'whenReady'
  /** When every stage before it has finished the batch: one stage at a time. */
  | 'oneAtATime'

/** Room for batches on the edges between stages. */
export type DepthPolicy =
  /** prefetchQueueDepth, by the kind of the producing stage. */
  | 'prefetchQueueDepth'
  /** One batch. */
  | 'one'

export interface ExecutorPolicy {
  placement: PlacementPolicy
  concurrency: ConcurrencyPolicy
  depth: DepthPolicy
}

export type ExecutorName = 'dynamic' | 'pipelined' | 'simple'

export const executors: Readonly<Record<ExecutorName, ExecutorPolicy>> = {
  dynamic: { placement: 'perCluster', concurrency: 'whenReady', depth: 'prefetchQueueDepth' },
  pipelined: { placement: 'perKind', concurrency: 'whenReady', depth: 'prefetchQueueDepth' },
  simple: { placement: 'perKind', concurrency: 'oneAtATime', depth: 'one' },
}

/** Executors that this build has; the others run as `pipelined`, with the same results. */
export const availableExecutors: readonly ExecutorName[] = ['pipelined']

/** The executor that DALI's flags stand for. */
export function executorOf(flags: { execDynamic: boolean; execPipelined: boolean; execAsync: boolean }): ExecutorName {
  if (!flags.execPipelined || !flags.execAsync) return 'simple'
  return flags.execDynamic ? 'dynamic' : 'pipelined'
}
