// Pass 5: which node runs in which stage, and which stages feed it. Stages come out in the order that data flows:
// readers and sources, work, sink.
import { unsupported } from '../errors/factories.js'
import { argumentNodes, withArguments } from './arguments.js'
import { nodeInputs } from './build.js'
import { hostReads, onGpu } from './devices.js'
import type { ExecutorPolicy, PlacementPolicy } from './policy.js'
import type { Schemas } from './schema.js'
import type { Graph, GraphNode, PlanOptions, StageKind } from './types.js'

export interface PlacedStage {
  kind: StageKind
  name: string
  /** In order of execution. */
  nodes: GraphNode[]
  /** The stages whose batches it takes, by index, in the order of its mailboxes. The first one names the samples. */
  inputs: number[]
  /** Actors that share its work, batch by batch; 1 unless given. */
  workers?: number
}

/** Stages whose values may lie in device memory. */
export const isGpuStage = (kind: StageKind): kind is 'mixed' | 'gpu' => kind === 'mixed' || kind === 'gpu'

/**
 * Decoding a batch ends on the engines and on the threads at different times: while one waits for an end, the others keep
 * both busy.
 */
const mixedWorkers = 3

/** The source of a graph that reads nothing: it only says that there is a batch. */
export const counterName = '__counter'

/** Work that runs in one kind of stage, and how many changes of kind lie before it. */
interface Rank {
  kind: StageKind
  level: number
}

export function place(
  graph: Graph,
  policy: Pick<ExecutorPolicy, 'placement' | 'concurrency'>,
  schemas: Schemas,
  options: PlanOptions,
): PlacedStage[] {
  const isSource = (node: GraphNode) => schemas[node.op]?.kind === 'source'
  const sources: PlacedStage[] = graph.nodes.filter(isSource).map((node) => ({
    kind: schemas[node.op]!.reader ? 'reader' : 'source',
    name: node.name,
    nodes: [node],
    inputs: [],
  }))
  if (!sources.length) sources.push({ kind: 'source', name: counterName, nodes: [], inputs: [] })
  const all = graph.nodes.filter((node) => !isSource(node))
  const within = argumentNodes(graph, all, schemas)
  const work = all.filter((node) => !within.has(node.id))
  const ranks = rank(work, schemas)
  // A skipped sample drops out of every output: then all values go the same way, through the stage that skips.
  const skips = (node: GraphNode) => schemas[node.op]?.onError === true && (node.onError ?? options.onError) === 'skip'
  const placement: PlacementPolicy = all.some(skips) ? 'perKind' : policy.placement
  // Who refills its batches, or works alone, needs no second actor.
  const workers = policy.concurrency === 'whenReady' && !all.some(skips) ? mixedWorkers : 1
  const grouped = (split: Split) =>
    groups(work, ranks, split).map((stage) => ({
      ...stage,
      ...(isGpuStage(stage.kind) && { nodes: withArguments(stage.nodes, within, graph) }),
      ...(stage.kind === 'mixed' && { workers }),
    }))
  switch (placement) {
    case 'perKind':
      return meet(chain(graph, sources, grouped(alone), skips), schemas)
    case 'perCluster':
      return meet(mesh(graph, sources, grouped(clusters(work, ranks)), within), schemas)
    default:
      return placement satisfies never
  }
}

function kindOf(node: GraphNode, schemas: Schemas): StageKind {
  if (schemas[node.op]?.kind === 'js') {
    if (!node.guards?.length) return 'js'
    throw unsupported(`[${node.op}] cannot stand inside a branch of cond() or oneOf()`, {
      op: node.op,
      callSite: node.callSite,
      hint: 'Call it outside, or decide inside the function',
    })
  }
  return node.device
}

/** Levels count changes of kind, so stages of equal kind and level never wait for each other in a circle. */
function rank(work: GraphNode[], schemas: Schemas): Map<number, Rank> {
  const ranks = new Map<number, Rank>()
  // What is read on the host before a stage on the GPU begins comes from a stage before it.
  const together = (from: Rank, kind: StageKind, onHost: boolean) => from.kind === kind && !(onHost && isGpuStage(kind))
  const add = (node: GraphNode, least: number) => {
    const kind = kindOf(node, schemas)
    const onHost = new Set(hostReads(node, schemas).map((v) => v.node))
    const levels = nodeInputs(node).flatMap((v) => {
      const from = ranks.get(v.node)
      return from ? [together(from, kind, onHost.has(v.node)) ? from.level : from.level + 1] : []
    })
    ranks.set(node.id, { kind, level: Math.max(isGpuStage(kind) ? least : 0, ...levels) })
  }
  // Work on the CPU that waits for nothing on a GPU comes before it: device memory does not go through other stages.
  const away = new Set<number>()
  for (const node of work) if (onGpu(node) || nodeInputs(node).some((v) => away.has(v.node))) away.add(node.id)
  for (const node of work) if (!away.has(node.id)) add(node, 0)
  const least = Math.max(0, ...[...ranks.values()].map((r) => r.level))
  for (const node of work) if (away.has(node.id)) add(node, least)
  const returns = work.some((node) => away.has(node.id) && !onGpu(node))
  const last = Math.max(0, ...[...ranks.values()].map((r) => r.level))
  // What depends on nothing (random numbers) runs where it is used first, not in a stage of its own in front; what
  // stands in a branch, with the end of the branch: a value that some samples lack does not leave its stage. On a GPU
  // there is one stage for all that can share it.
  for (const node of [...work].reverse()) {
    const own = ranks.get(node.id)!
    const late = own.kind === 'gpu' && !returns
    if (own.kind === 'js' || (nodeInputs(node).length && !node.guards?.length && !late)) continue
    const levels = work
      .filter((reader) => nodeInputs(reader).some((v) => v.node === node.id))
      .map((reader) => {
        const onHost = hostReads(reader, schemas).some((v) => v.node === node.id)
        const { kind, level } = ranks.get(reader.id)!
        return together(own, kind, onHost) ? level : level - 1
      })
    const level = late && !levels.length ? last : Math.min(...levels)
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
  const order = ({ rank: { kind } }: { rank: Rank }) => (kind === 'gpu' ? 2 : kind === 'mixed' ? 1 : 0)
  const ordered = [...found.values()].sort(
    (a, b) => a.rank.level - b.rank.level || order(a) - order(b) || a.first - b.first,
  )
  const taken = new Map<string, number>()
  return ordered.map(({ rank: { kind }, nodes }) => {
    if (kind === 'js') return { kind, name: nodes[0]!.name, nodes, inputs: [] }
    const count = (taken.get(kind) ?? 0) + 1
    taken.set(kind, count)
    return { kind, name: count === 1 ? kind : `${kind} ${count}`, nodes, inputs: [] }
  })
}

/** Every stage feeds the next. */
function chain(
  graph: Graph,
  sources: PlacedStage[],
  work: PlacedStage[],
  skips: (node: GraphNode) => boolean,
): PlacedStage[] {
  const feeds = sources.map((_, i) => i)
  const idle = (name: string, kind: StageKind = 'cpu'): PlacedStage => ({ kind, name, nodes: [], inputs: [] })
  // Several sources meet in one stage, even an idle one.
  const stages = work.length || sources.length === 1 ? [...work] : [idle('cpu')]
  // Where user functions dropped samples, a stage behind the last one fills the batch up again.
  if (stages.at(-1)?.kind === 'js' && work.some((s) => s.kind === 'js' && s.nodes.some(skips)))
    stages.push(idle('fill'))
  // Outputs on the GPU that had to go through host memory return there.
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const ends = graph.outputs.some(({ value, onCpu }) => !onCpu && onGpu(byId.get(value.node)!))
  if (ends && !isGpuStage(stages.at(-1)!.kind)) stages.push(idle('upload', 'gpu'))
  const inputs = (i: number) => (i === 0 ? feeds : [sources.length + i - 1])
  const sink: PlacedStage = { kind: 'sink', name: 'sink', nodes: [], inputs: inputs(stages.length) }
  return [...sources, ...stages.map((stage, i) => ({ ...stage, inputs: inputs(i) })), sink]
}

/** Edges go from where a value is made to where it is used. */
function mesh(graph: Graph, sources: PlacedStage[], work: PlacedStage[], within: ReadonlySet<number>): PlacedStage[] {
  const stages = [...sources, ...work]
  const home = new Map(
    stages.flatMap((stage, i) => stage.nodes.flatMap(({ id }) => (within.has(id) ? [] : [[id, i] as const]))),
  )
  const count = sources.length
  for (const [i, stage] of stages.entries()) {
    if (i < count) continue
    const from = stage.nodes.flatMap(nodeInputs).flatMap((v) => home.get(v.node) ?? [])
    stage.inputs = named(distinct(from.filter((f) => f !== i)), stages)
  }
  const reads = (i: number, from: number): boolean => i === from || stages[i]!.inputs.some((j) => reads(j, from))
  const ends = graph.outputs.map(({ value }) => home.get(value.node)!)
  const made = distinct(ends.filter((i) => i >= count))
  for (const source of distinct(ends.filter((i) => i < count))) {
    // Labels go along with the images, so that the consumer does not hold the files' bytes for their sake.
    const along = [...made, ...stages.keys()].find((i) => stages[i]!.inputs.includes(source))
    // For the same reason they do not stay behind with what lies on a GPU.
    const end = along !== undefined && isGpuStage(stages[along]!.kind) ? made.find((i) => reads(i, along)) : undefined
    made.push(end ?? along ?? source)
  }
  return [...stages, { kind: 'sink', name: 'sink', nodes: [], inputs: named(distinct(made), stages) }]
}

/**
 * Workers that share a stage take batches in turn. After a restart the turns of several inputs need not agree, so those
 * meet in an idle stage before.
 */
function meet(stages: PlacedStage[], schemas: Schemas): PlacedStage[] {
  const out: PlacedStage[] = []
  const places: number[] = []
  for (const stage of stages) {
    let inputs = stage.inputs.map((i) => places[i]!)
    const workers = stage.kind === 'js' ? workersOf(stage.nodes[0]!, schemas) : (stage.workers ?? 1)
    if (workers > 1 && inputs.length > 1) {
      out.push({ kind: 'cpu', name: `inputs of ${stage.name}`, nodes: [], inputs })
      inputs = [out.length - 1]
    }
    places.push(out.length)
    out.push({ ...stage, inputs })
  }
  return out
}

const workersOf = ({ op, args }: GraphNode, schemas: Schemas) =>
  (args.workers ?? schemas[op]!.args.workers?.default) as number

const distinct = (list: number[]) => [...new Set(list)].sort((a, b) => a - b)

/** All stages name samples as the first source does: random numbers depend on it. */
function named(inputs: number[], stages: PlacedStage[]): number[] {
  const first = (i: number): boolean => i === 0 || (stages[i]!.inputs.length > 0 && first(stages[i]!.inputs[0]!))
  const leader = inputs.find(first)
  return leader === undefined ? [0, ...inputs] : [leader, ...inputs.filter((i) => i !== leader)]
}
