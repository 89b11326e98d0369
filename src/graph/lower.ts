// Runs the passes in order: from a definition's graph to the plan that the actors run. build.ts, which makes the graph,
// has run before. All passes are pure functions.
import { check } from './check.js'
import { settle } from './devices.js'
import { fuse } from './fuse.js'
import { graphHash } from './hash.js'
import { mixtures } from './mixtures.js'
import { place } from './place.js'
import { type ExecutorPolicy, executors } from './policy.js'
import { programs } from './programs.js'
import { queues } from './queues.js'
import { schemas as allSchemas, type Schemas } from './schema.js'
import type { Graph, Plan, PlanOptions } from './types.js'

export function lower(
  graph: Graph,
  options: PlanOptions,
  policy: ExecutorPolicy = executors.pipelined,
  schemas: Schemas = allSchemas,
): Plan {
  const checked = check(graph, schemas)
  const settled = settle(mixtures(checked, schemas), options.deviceId, schemas)
  const fused = fuse(settled, schemas)
  const placed = place(fused, policy, schemas, options)
  const stages = programs(fused, placed, options, schemas)
  const mailboxes = queues(placed, policy.depth, options)
  const outputs = fused.outputs.map(({ name }) => (name === undefined ? {} : { name }))
  const { batchSize, seed } = options
  const { concurrency, buffers } = policy
  return {
    version: 1,
    batchSize,
    seed,
    concurrency,
    buffers,
    stages,
    mailboxes,
    outputs,
    hash: graphHash(checked, options),
  }
}
