// Pass 4: which node runs in which stage. Stages come out in the order that data flows: readers and sources, cpu, sink.
import { PipelineError } from '../errors.js'
import type { PlacementPolicy } from './policy.js'
import type { Schemas } from './schema.js'
import type { Graph, GraphNode } from './types.js'

export interface PlacedStage {
  kind: 'reader' | 'source' | 'cpu' | 'sink'
  name: string
  /** In order of execution. */
  nodes: GraphNode[]
}

/** The source of a graph that reads nothing: it only says that there is a batch. */
export const counterName = '__counter'

export function place(graph: Graph, policy: PlacementPolicy, schemas: Schemas): PlacedStage[] {
  // perCluster comes with devices other than the cpu: on one device it places as perKind does.
  switch (policy) {
    case 'perKind':
    case 'perCluster':
      return perKind(graph, schemas)
    default:
      return policy satisfies never
  }
}

function perKind(graph: Graph, schemas: Schemas): PlacedStage[] {
  const isSource = (node: GraphNode) => schemas[node.op]?.kind === 'source'
  const sources: PlacedStage[] = graph.nodes.filter(isSource).map((node) => ({
    kind: node.op.startsWith('readers.') ? 'reader' : 'source',
    name: node.name,
    nodes: [node],
  }))
  if (!sources.length) sources.push({ kind: 'source', name: counterName, nodes: [] })
  const work = graph.nodes.filter((node) => !isSource(node))
  for (const node of work) {
    if (node.device === 'cpu') continue
    throw new PipelineError({
      code: 'UNSUPPORTED',
      message: `[${node.op}] has no stage for device '${node.device}'`,
      op: node.op,
      callSite: node.callSite,
    })
  }
  // The sink has one input, so that a batch's outputs come together: several sources meet in a cpu stage, even an idle
  // one. With one source and no work, that source feeds the sink itself.
  const cpu: PlacedStage[] = work.length || sources.length > 1 ? [{ kind: 'cpu', name: 'cpu', nodes: work }] : []
  return [...sources, ...cpu, { kind: 'sink', name: 'sink', nodes: [] }]
}
