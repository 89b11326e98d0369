// Pass 4: which node runs in which stage, and which stages feed it. Stages come out in the order that data flows:
// readers and sources, work, sink.
import { PipelineError } from '../errors.js'
import { nodeInputs } from './build.js'
import type { PlacementPolicy } from './policy.js'
import type { Schemas } from './schema.js'
import type { Graph, GraphNode, PlanOptions, StageKind } from './types.js'

export interface PlacedStage {
  kind: StageKind
  name: string
  /** In order of execution. */
  nodes: GraphNode[]
  /** The stages whose batches it takes, by index, in the order of its mailboxes. The first one names the samples. */
  inputs: number[]
}

/** The source of a graph that reads nothing: it only says that there is a batch. */
export const counterName = '__counter'

/** Work that runs in one kind of stage, and how many changes of kind lie before it. */
interface Rank {
  kind: StageKind
  level: number
}

export function place(graph: Graph, policy: PlacementPolicy, schemas: Schemas, options: PlanOptions): PlacedStage[] {
  const isSource = (node: GraphNode) => schemas[node.op]?.kind === 'source'
  const sources: PlacedStage[] = graph.nodes.filter(isSource).map((node) => ({
    kind: node.op.startsWith('readers.') ? 'reader' : 'source',
    name: node.name,
    nodes: [node],
    inputs: [],
  }))
  if (!sources.length) sources.push({ kind: 'source', name: counterName, nodes: [], inputs: [] })
  const work = graph.nodes.filter((node) => !isSource(node))
  const ranks = rank(work, schemas)
  // A skipped sample drops out of every output: then all values go the same way, through the stage that skips.
  const skips = (node: GraphNode) => schemas[node.op]?.onError === true && (node.onError ?? options.onError) === 'skip'
  const placement: PlacementPolicy = work.some(skips) ? 'perKind' : policy
  switch (placement) {
    case 'perKind':
      return chain(sources, groups(work, ranks, alone), skips)
    case 'perCluster':
      return mesh(graph, sources, groups(work, ranks, clusters(work, ranks)))
    default:
      return placement satisfies never
  }
}

function kindOf(node: GraphNode, schemas: Schemas): StageKind {
  if (schemas[node.op]?.kind === 'js') return 'js'
  if (node.device === 'cpu') return 'cpu'
  throw new PipelineError({
    code: 'UNSUPPORTED',
    message: `[${node.op}] has no stage for device '${node.device}'`,
    op: node.op,
    callSite: node.callSite,
  })
}

/** Levels count changes of kind, so stages of equal kind and level never wait for each other in a circle. */
function rank(work: GraphNode[], schemas: Schemas): Map<number, Rank> {
  const ranks = new Map<number, Rank>()
  const after = (from: Rank, kind: StageKind) => (from.kind === kind ? from.level : from.level + 1)
  for (const node of work) {
    const kind = kindOf(node, schemas)
    const before = nodeInputs(node).flatMap((v) => ranks.get(v.node) ?? [])
    ranks.set(node.id, { kind, level: Math.max(0, ...before.map((r) => after(r, kind))) })
  }
  // What depends on nothing (random numbers) runs where it is used first, not in a stage of its own in front.
  for (const node of [...work].reverse()) {
    const own = ranks.get(node.id)!
    if (nodeInputs(node).length || own.kind !== 'cpu') continue
    const readers = work.filter((n) => nodeInputs(n).some((v) => v.node === node.id)).map((n) => ranks.get(n.id)!)
    const level = Math.min(...readers.map((r) => (r.kind === own.kind ? r.level : r.level - 1)))
    if (Number.isFinite(level)) own.level = Math.max(own.level, level)
  }
  return ranks
}

type Split = (node: GraphNode) => number

/** One group per level and kind, each user function on its own. */
const alone: Split = () => 0

/** Nodes that are connected within their level and kind share a cluster, named by its first node. */
function clusters(work: GraphNode[], ranks: Map<number, Rank>): Split {
  const parent = new Map(work.map((node) => [node.id, node.id]))
  const root = (id: number): number => {
    const up = parent.get(id)!
    return up === id ? id : root(up)
  }
  for (const node of work) {
    for (const { node: other } of nodeInputs(node)) {
      const [a, b] = [ranks.get(node.id)!, ranks.get(other)]
      if (!b || a.kind !== b.kind || a.level !== b.level) continue
      const [x, y] = [root(node.id), root(other)]
      parent.set(Math.max(x, y), Math.min(x, y))
    }
  }
  return (node) => root(node.id)
}

function groups(work: GraphNode[], ranks: Map<number, Rank>, split: Split): PlacedStage[] {
  const found = new Map<string, { rank: Rank; first: number; nodes: GraphNode[] }>()
  for (const node of work) {
    const own = ranks.get(node.id)!
    const key = `${own.level} ${own.kind} ${own.kind === 'js' ? node.id : split(node)}`
    const group = found.get(key)
    if (group) group.nodes.push(node)
    else found.set(key, { rank: own, first: node.id, nodes: [node] })
  }
  const ordered = [...found.values()].sort((a, b) => a.rank.level - b.rank.level || a.first - b.first)
  const taken = new Map<string, number>()
  return ordered.map(({ rank: { kind }, nodes }) => {
    if (kind === 'js') return { kind, name: nodes[0]!.name, nodes, inputs: [] }
    const count = (taken.get(kind) ?? 0) + 1
    taken.set(kind, count)
    return { kind, name: count === 1 ? kind : `${kind} ${count}`, nodes, inputs: [] }
  })
}

/** Every stage feeds the next. */
function chain(sources: PlacedStage[], work: PlacedStage[], skips: (node: GraphNode) => boolean): PlacedStage[] {
  const feeds = sources.map((_, i) => i)
  const idle = (name: string): PlacedStage => ({ kind: 'cpu', name, nodes: [], inputs: [] })
  // Several sources meet in one stage, even an idle one.
  const stages = work.length || sources.length === 1 ? [...work] : [idle('cpu')]
  // Where user functions dropped samples, a stage behind the last one fills the batch up again.
  if (stages.at(-1)?.kind === 'js' && work.some((s) => s.kind === 'js' && s.nodes.some(skips)))
    stages.push(idle('fill'))
  const inputs = (i: number) => (i === 0 ? feeds : [sources.length + i - 1])
  const sink: PlacedStage = { kind: 'sink', name: 'sink', nodes: [], inputs: inputs(stages.length) }
  return [...sources, ...stages.map((stage, i) => ({ ...stage, inputs: inputs(i) })), sink]
}

/** Edges go from where a value is made to where it is used. */
function mesh(graph: Graph, sources: PlacedStage[], work: PlacedStage[]): PlacedStage[] {
  const stages = [...sources, ...work]
  const home = new Map(stages.flatMap((stage, i) => stage.nodes.map((node) => [node.id, i] as const)))
  const count = sources.length
  for (const [i, stage] of stages.entries()) {
    if (i < count) continue
    const from = stage.nodes.flatMap(nodeInputs).map((v) => home.get(v.node)!)
    stage.inputs = named(distinct(from.filter((f) => f !== i)), stages)
  }
  const ends = graph.outputs.map(({ value }) => home.get(value.node)!)
  const made = distinct(ends.filter((i) => i >= count))
  for (const source of distinct(ends.filter((i) => i < count))) {
    // Labels go along with the images, so that the consumer does not hold the files' bytes for their sake.
    const along = [...made, ...stages.keys()].find((i) => stages[i]!.inputs.includes(source))
    made.push(along ?? source)
  }
  return [...stages, { kind: 'sink', name: 'sink', nodes: [], inputs: named(distinct(made), stages) }]
}

const distinct = (list: number[]) => [...new Set(list)].sort((a, b) => a - b)

/** All stages name samples as the first source does: random numbers depend on it. */
function named(inputs: number[], stages: PlacedStage[]): number[] {
  const first = (i: number): boolean => i === 0 || (stages[i]!.inputs.length > 0 && first(stages[i]!.inputs[0]!))
  const leader = inputs.find(first)
  return leader === undefined ? [0, ...inputs] : [leader, ...inputs.filter((i) => i !== leader)]
}
