// Describes the executors as data. An executor is one choice on each of four axes. The passes and the actors look at
// an axis, never at the name of an executor.

/** Which nodes share a stage. */
export type PlacementPolicy =
  /**
   * A chain: readers and sources, then one stage for each change of device; every stage passes on what later ones need.
   */
  | 'perKind'
  /**
   * One stage per connected cluster of nodes of a device: independent branches run in stages of their own, and a stage
   * is connected with the stages that need its data.
   */
  | 'perCluster'

/** When a stage may start its next batch. */
export type ConcurrencyPolicy =
  /** As soon as its inputs have come and there is room for its outputs. */
  | 'whenReady'
  /** When the consumer has asked for the batch and every stage before it has finished: one stage at a time. */
  | 'oneAtATime'

/** Number of batches that fit on an edge between stages. */
export type DepthPolicy =
  /** prefetchQueueDepth, for the device of the producing stage. */
  | 'prefetchQueueDepth'
  /** One batch. */
  | 'one'

/** Where a stage's output batches lie. */
export type BufferPolicy =
  /** In as many slots as the depth says: memory is known in advance, and a batch that the user keeps blocks a slot. */
  | 'slots'
  /** In a reference-counted pool that grows with the batches in use; the depth adapts within the memory budget. */
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
