// Declares what a dashboard needs of a pipeline.
import type { ResolvedOptions } from '../definition/options.js'
import type { Engine } from '../engine/engine.js'
import type { BatchOutputs, BatchWatcher } from '../engine/watchers.js'
import type { Graph, Plan } from '../graph/types.js'

export type { BatchOutputs, BatchWatcher }

export interface Watched {
  readonly plan: Plan
  readonly graph: Graph
  readonly options: ResolvedOptions
  readonly engine: Pick<Engine<unknown>, 'statistics' | 'trace' | 'waiting' | 'readers' | 'watch'>
}
