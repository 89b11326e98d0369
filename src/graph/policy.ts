// How an executor behaves, as data: each axis is a union with one comment per value, an executor is one choice per
// axis. The passes and the actors ask for an axis, never for an executor's name.

/** Which nodes share a stage. */
export type PlacementPolicy =
  /** A chain: readers and sources, then one stage for each change of device; every stage passes on what later ones need. */
  | 'perKind'
  /** One stage per connected cluster of nodes of a device; independent branches run apart, edges go where data is needed. */
  | 'perCluster'

/** When a stage may start its next batch. */
export type ConcurrencyPolicy =
  /** As soon as it has its inputs and room for its outputs. */
  | 'whenReady'
  /** When the consumer has asked for the batch and every stage before it has finished: one stage at a time. */
  | 'oneAtATime'

/** Room for batches on the edges between stages. */
export type DepthPolicy =
  /** prefetchQueueDepth, by the kind of the producing stage. */
  | 'prefetchQueueDepth'
  /** One batch. */
  | 'one'

/** Where a stage's output batches lie. */
export type BufferPolicy =
  /** As many slots as the depth says: memory is known in advance, a batch that is kept stands in the way. */
  | 'slots'
  /** A reference-counted pool that grows with the batches in use; the depth adapts within the memory budget. */
  | 'pool'

export interface ExecutorPolicy {
  placement: PlacementPolicy
  concurrency: ConcurrencyPolicy
  depth: DepthPolicy
  buffers: BufferPolicy
}

export type ExecutorName = 'dynamic' | 'pipelined' | 'simple'

export const executors: Readonly<Record<ExecutorName, ExecutorPolicy>> = {
  dynamic: { placement: 'perCluster', concurrency: 'whenReady', depth: 'prefetchQueueDepth', buffers: 'pool' },
  pipelined: { placement: 'perKind', concurrency: 'whenReady', depth: 'prefetchQueueDepth', buffers: 'slots' },
  simple: { placement: 'perKind', concurrency: 'oneAtATime', depth: 'one', buffers: 'slots' },
}
