// Pass 6: decides which node runs in which stage, and which stages feed each stage. Stages are in the order in which
// data flows: readers and sources, work, sink.
import { unsupported } from '../errors/factories.js'
import { argumentNodes, withArguments } from './arguments.js'
import { nodeInputs } from './build.js'
import { hostReads, onGpu } from './devices.js'
import type { ExecutorPolicy, PlacementPolicy } from './policy.js'
import { needsWholeBatch, type Schemas } from './schema.js'
import type { Graph, GraphNode, PlanOptions, StageKind } from './types.js'

export interface PlacedStage {
  kind: StageKind
  name: string
  /** In order of execution. */
  nodes: GraphNode[]
  /**
   * Indices of the stages whose batches it takes, in the order of its mailboxes. The sample records of its batches
   * (index, epoch, source) are copied from the first one.
   */
  inputs: number[]
  /** Number of actors that share its work, batch by batch. Default: 1. */
  workers?: number
}

/** Whether values of a stage may lie in device memory. */
export const isGpuStage = (kind: StageKind): kind is 'mixed' | 'gpu' => kind === 'mixed' || kind === 'gpu'

/**
 * Number of actors of a mixed stage, where it has a slot for each. The GPU works on two batches at a time, in different halves
 * of the work; the third actor prepares the next one.
 */
const mixedWorkers = 3

/** Name of the source of a graph that reads no data: its batches are empty and only start the work. */
export const counterName = '__counter'

/** The kind of stage that a node runs in, and how many changes of kind lie between the sources and the node. */
interface Rank {
  kind: StageKind
  level: number
}

export function place(
  graph: Graph,
  policy: Pick<ExecutorPolicy, 'placement' | 'concurrency' | 'buffers'>,
  schemas: Schemas,
  options: PlanOptions,
): PlacedStage[] {
  const isSource = (node: GraphNode) => schemas[node.op]?.kind === 'source'
  const sources: PlacedStage[] = graph.nodes.filter(isSource).map((node) => ({
    kind: schemas[node.op]!.reader || node.sources ? 'reader' : 'source',
    name: node.name,
    nodes: [node],
    inputs: [],
  }))
  if (!sources.length) sources.push({ kind: 'source', name: counterName, nodes: [], inputs: [] })
  const all = graph.nodes.filter((node) => !isSource(node))
  const within = argumentNodes(graph, all, schemas)
  const work = all.filter((node) => !within.has(node.id))
  const ranks = rank(work, schemas)
  // A skipped sample must drop out of every output, so all values must pass through the stage that skips: a chain.
  const skips = (node: GraphNode) => schemas[node.op]?.onError === true && (node.onError ?? options.onError) === 'skip'
  const placement: PlacementPolicy = all.some(skips) ? 'perKind' : policy.placement
  if (all.some(skips)) needWhole(work, ranks, skips, schemas)
  // Where samples are skipped (stages refill their batches), or one stage runs at a time, a mixed stage has a single
  // actor. Each needs a slot of its own, of which a pool has more.
  const slots = policy.buffers === 'slots' ? options.prefetchQueueDepth.gpu : mixedWorkers
  const workers = policy.concurrency === 'whenReady' && !all.some(skips) ? Math.min(mixedWorkers, slots) : 1
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
  const info = schemas[node.op]
  if (needsWholeBatch(info, node.args) && node.guards?.length && node.device !== 'cpu') {
    throw unsupported(`[${node.op}] cannot stand inside a branch of cond() or oneOf() on a GPU`, {
      op: node.op,
      callSite: node.callSite,
      hint: 'It looks at all samples of the branch: call it on the CPU, or outside',
    })
  }
  return info?.kind === 'js' ? 'js' : node.device
}

/**
 * The rank of each node. A level counts the changes of kind before a node, so nodes of equal kind and level can share a
 * stage without a cycle between stages.
 */
function rank(work: GraphNode[], schemas: Schemas): Map<number, Rank> {
  const ranks = new Map<number, Rank>()
  // A stage on the GPU reads some values on the host before it begins; these must come from an earlier stage. So must
  // the inputs of an operator that looks at the whole batch, because a stage makes its samples one by one, and so must what
  // chooses the samples of its branch.
  const together = (from: Rank, kind: StageKind, apart: boolean) => from.kind === kind && !apart
  const readsApart = (node: GraphNode, kind: StageKind, value: number) => {
    const read = [...node.inputs, ...(node.guards ?? []).map((guard) => guard.value)]
    const whole = needsWholeBatch(schemas[node.op], node.args) && read.some((v) => v.node === value)
    return whole || (isGpuStage(kind) && hostReads(node, schemas).some((v) => v.node === value))
  }
  const add = (node: GraphNode, least: number) => {
    const kind = kindOf(node, schemas)
    const levels = nodeInputs(node).flatMap((v) => {
      const from = ranks.get(v.node)
      return from ? [together(from, kind, readsApart(node, kind, v.node)) ? from.level : from.level + 1] : []
    })
    ranks.set(node.id, { kind, level: Math.max(isGpuStage(kind) ? least : 0, ...levels) })
  }
  // Work on the CPU that does not depend on a GPU comes before all work on the GPU, so that values in device memory
  // need not pass through stages on the CPU.
  const away = new Set<number>()
  for (const node of work) if (onGpu(node) || nodeInputs(node).some((v) => away.has(v.node))) away.add(node.id)
  for (const node of work) if (!away.has(node.id)) add(node, 0)
  const least = Math.max(0, ...[...ranks.values()].map((r) => r.level))
  for (const node of work) if (away.has(node.id)) add(node, least)
  const returns = work.some((node) => away.has(node.id) && !onGpu(node))
  const last = Math.max(0, ...[...ranks.values()].map((r) => r.level))
  // Some nodes move to a later level. A node without inputs (random numbers) runs in the stage that uses it first,
  // instead of a stage of its own before that. A node in a branch runs in the stage that ends the branch, because a
  // value that some samples lack must not leave its stage. Nodes on a GPU move so that as few stages as possible run
  // there.
  for (const node of [...work].reverse()) {
    const own = ranks.get(node.id)!
    const late = own.kind === 'gpu' && !returns
    if (own.kind === 'js' || (nodeInputs(node).length && !node.guards?.length && !late)) continue
    const levels = work
      .filter((reader) => nodeInputs(reader).some((v) => v.node === node.id))
      .map((reader) => {
        const { kind, level } = ranks.get(reader.id)!
        return together(own, kind, readsApart(reader, kind, node.id)) ? level : level - 1
      })
    const level = late && !levels.length ? last : Math.min(...levels)
    if (Number.isFinite(level)) own.level = Math.max(own.level, level)
  }
  return ranks
}

/**
 * Moves operators that look at the whole batch to stages after those that skip samples, and refuses a graph in which
 * that is not possible: a stage that skips fills its batches with samples of the next ones.
 */
function needWhole(
  work: GraphNode[],
  ranks: ReadonlyMap<number, Rank>,
  skips: (node: GraphNode) => boolean,
  schemas: Schemas,
): void {
  const last = Math.max(...work.filter(skips).map((node) => ranks.get(node.id)!.level))
  for (const node of work) {
    if (!needsWholeBatch(schemas[node.op], node.args)) continue
    const own = ranks.get(node.id)!
    const read = work.some((reader) => nodeInputs(reader).some((v) => v.node === node.id))
    if (!read && !node.inputs.length) own.level = Math.max(own.level, last + 1)
    if (own.level > last && !work.some((other) => skips(other) && schemas[other.op]?.kind === 'js')) continue
    throw unsupported(`[${node.op}] needs whole batches, and operators beside or behind it skip samples`, {
      op: node.op,
      callSite: node.callSite,
      hint: "Give these operators onError: 'placeholder'",
    })
  }
}

type Split = (node: GraphNode) => number

/** Makes one group per level and kind (groups() gives each user function its own). */
const alone: Split = () => 0

/**
 * Makes one group per set of nodes that are connected within their level and kind; its number is that of its first
 * node.
 */
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

/** Connects the stages in a chain: every stage feeds the next. */
function chain(
  graph: Graph,
  sources: PlacedStage[],
  work: PlacedStage[],
  skips: (node: GraphNode) => boolean,
): PlacedStage[] {
  const feeds = sources.map((_, i) => i)
  const idle = (name: string, kind: StageKind = 'cpu'): PlacedStage => ({ kind, name, nodes: [], inputs: [] })
  // Several sources must meet in one stage; if there is no work, an idle one is added.
  const stages = work.length || sources.length === 1 ? [...work] : [idle('cpu')]
  // If user functions skip samples and the last stage is one, an idle stage after it fills the batches up again.
  if (stages.at(-1)?.kind === 'js' && work.some((s) => s.kind === 'js' && s.nodes.some(skips)))
    stages.push(idle('fill'))
  // Outputs on the GPU that had to pass through host memory are uploaded again.
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const ends = graph.outputs.some(({ value, onCpu }) => !onCpu && onGpu(byId.get(value.node)!))
  if (ends && !isGpuStage(stages.at(-1)!.kind)) stages.push(idle('upload', 'gpu'))
  const inputs = (i: number) => (i === 0 ? feeds : [sources.length + i - 1])
  const sink: PlacedStage = { kind: 'sink', name: 'sink', nodes: [], inputs: inputs(stages.length) }
  return [...sources, ...stages.map((stage, i) => ({ ...stage, inputs: inputs(i) })), sink]
}

/** Connects each stage that makes a value directly with the stages that use it. */
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
    // An output of a source (labels) passes through a stage that reads the source anyway: otherwise the consumer would
    // hold the source's whole batch, with the bytes of the files, to keep the labels.
    const along = [...made, ...stages.keys()].find((i) => stages[i]!.inputs.includes(source))
    // If that stage is on a GPU, a later stage that depends on it and makes outputs is used, for the same reason.
    const end = along !== undefined && isGpuStage(stages[along]!.kind) ? made.find((i) => reads(i, along)) : undefined
    made.push(end ?? along ?? source)
  }
  return [...stages, { kind: 'sink', name: 'sink', nodes: [], inputs: named(distinct(made), stages) }]
}

/**
 * Adds an idle stage before each stage that has several workers and several inputs. Workers take batches in turn, and
 * after a restart the turns of several inputs might differ; the idle stage combines the inputs to one.
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
  (args.workers ?? schemas[op]!.args.workers?.default ?? 1) as number

const distinct = (list: number[]) => [...new Set(list)].sort((a, b) => a - b)

/**
 * The inputs, with one in front whose sample records come from the first source. All stages must use these records,
 * because random numbers are keyed by them.
 */
function named(inputs: number[], stages: PlacedStage[]): number[] {
  const first = (i: number): boolean => i === 0 || (stages[i]!.inputs.length > 0 && first(stages[i]!.inputs[0]!))
  const leader = inputs.find(first)
  return leader === undefined ? [0, ...inputs] : [leader, ...inputs.filter((i) => i !== leader)]
}
