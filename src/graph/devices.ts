// Pass 4: settles which values lie in host memory and which on the GPU. With deviceId null everything runs on the CPU.
// Otherwise the copies that gpu() and cpu() recorded are removed, because every stage fetches its inputs from where
// they are; only an output of the pipeline that must be brought to the GPU keeps its copy.
import { unsupported } from '../errors/factories.js'
import { argError, type OpInfo, type Schemas, withDeviceDefaults } from './schema.js'
import type { Graph, GraphNode, GraphOutput, ValueRef } from './types.js'

/** The operator that gpu() and cpu() of a node record. */
export const copyOp = 'copy'

/** Whether a node's outputs lie in device memory: those of mixed and gpu operators do. */
export const onGpu = (node: Pick<GraphNode, 'device'>): boolean => node.device !== 'cpu'

/** Whether input `i` must be in host memory: shapes depend on its values, so it is read before any kernel runs. */
export const hostInput = (info: OpInfo | undefined, i: number) =>
  (info?.inputs[i] ?? info?.inputs.at(-1))?.host === true

/**
 * The values that a node reads in host memory: arguments, guards, inputs that shapes depend on, all inputs on the CPU.
 */
export function hostReads(node: GraphNode, schemas: Schemas): ValueRef[] {
  const info = schemas[node.op]
  return [
    ...node.inputs.filter((_, i) => node.device === 'cpu' || hostInput(info, i)),
    ...Object.values(node.argInputs),
    ...(node.guards ?? []).map(({ value }) => value),
  ]
}

/** The inputs that a node on a GPU reads there. */
export const deviceReads = (node: GraphNode, schemas: Schemas): ValueRef[] =>
  onGpu(node) ? node.inputs.filter((_, i) => !hostInput(schemas[node.op], i)) : []

/** The part of a Map of nodes that is needed here. */
interface NodesById {
  get(id: number): GraphNode | undefined
}

/** Throws INVALID_ARGUMENT if the node reads a value in host memory that lies on the GPU. `nodes`: all nodes by id. */
export function checkPlaces(node: GraphNode, nodes: NodesById, schemas: Schemas): void {
  const info = schemas[node.op]
  const away = (v: ValueRef) => {
    const from = nodes.get(v.node)
    return from !== undefined && onGpu(from)
  }
  const fault = (what: string, hint: string) => {
    throw argError(node, `Expected a value on the CPU for ${what} but received one on the GPU`, hint)
  }
  for (const [name, value] of Object.entries(node.argInputs)) {
    if (away(value)) fault(name, 'Arguments are read on the CPU: call .cpu() on the value')
  }
  if (node.op === copyOp) return
  for (const [i, value] of node.inputs.entries()) {
    if (!away(value) || (node.device === 'gpu' && !hostInput(info, i))) continue
    const name = (info?.inputs[i] ?? info?.inputs.at(-1))?.name ?? `input ${i}`
    const why =
      node.device === 'cpu' && info?.devices.includes('gpu') && !hostInput(info, i)
        ? "Give it device: 'gpu', or call .cpu() on the value"
        : 'Call .cpu() on the value'
    fault(name, why)
  }
}

/**
 * Moves to the CPU the nodes whose outputs on a GPU other nodes make, and adds those after them: copies where the CPU makes
 * the outputs, and the operators that a reader hands its samples on to.
 */
function withFollowers(graph: Graph, schemas: Schemas): Graph {
  const places = new Map<string, ValueRef>()
  const moved = (v: ValueRef): ValueRef => places.get(`${v.node}:${v.output}`) ?? v
  let next = Math.max(0, ...graph.nodes.map(({ id }) => id)) + 1
  const nodes = graph.nodes.flatMap((node) => {
    const own = rewired(node, moved)
    const followers = onGpu(node) ? followersOf(own, next, schemas) : undefined
    if (!followers) return [own]
    const { first, rest, outputs } = followers
    for (const [output, value] of outputs.entries()) places.set(`${node.id}:${output}`, value)
    next += rest.length
    return [first, ...rest]
  })
  if (!places.size) return graph
  return { nodes, outputs: graph.outputs.map((output) => ({ ...output, value: moved(output.value) })) }
}

/** The nodes that replace a node on a GPU: one on the CPU, and those that follow it. */
interface Followers {
  first: GraphNode
  /** Their ids count from the one that was asked for. */
  rest: GraphNode[]
  /** The places of the node's outputs. */
  outputs: ValueRef[]
}

function followersOf(node: GraphNode, id: number, schemas: Schemas): Followers | undefined {
  const info = schemas[node.op]
  if (info?.handedTo) return handed(node, info.handedTo, id, schemas)
  if (!info?.copied) return undefined
  const rest = Array.from({ length: node.numOutputs }, (_, output) => ({
    ...followerOf(node, id + output, copyOp, `copy of ${node.name}`),
    inputs: [{ node: node.id, output }],
  }))
  return { first: { ...node, device: 'cpu' }, rest, outputs: rest.map((copy) => ({ node: copy.id, output: 0 })) }
}

/** A node that does a part of what the user asked of `node`. */
function followerOf({ callSite, guards }: GraphNode, id: number, op: string, name: string): GraphNode {
  const own = { id, op, name, callSite, device: 'gpu' as const, inputs: [], args: {}, argInputs: {}, numOutputs: 1 }
  return { ...own, ...(guards && { guards }) }
}

/** The first of the operators makes all outputs of the reader, and those after it change the first output. */
function handed(node: GraphNode, ops: readonly string[], id: number, schemas: Schemas): Followers {
  const { op, name, callSite, onError, bytesPerSampleHint: hint, numOutputs, ...reader } = node
  const last = id + ops.length - 1
  const rest = ops.map((follower, i): GraphNode => {
    const args = Object.entries(node.args).filter(([arg]) => Object.hasOwn(schemas[follower]!.args, arg))
    const own = hint !== undefined && id + i === last
    return {
      ...followerOf(node, id + i, follower, i ? `${follower} of ${name}` : `frames of ${name}`),
      device: i ? 'gpu' : 'mixed',
      inputs: [{ node: i ? id + i - 1 : node.id, output: 0 }],
      args: Object.fromEntries(args),
      numOutputs: i ? 1 : numOutputs,
      parts: [{ op, callSite }],
      ...(schemas[follower]!.onError && onError !== undefined && { onError }),
      ...(own && { bytesPerSampleHint: i && Array.isArray(hint) ? hint[0]! : hint }),
    }
  })
  const first: GraphNode = {
    ...{ ...reader, op, name, callSite, ...(onError !== undefined && { onError }) },
    ...{ device: 'cpu', args: { ...node.args, handsOn: true }, numOutputs: 1 },
  }
  const made = Array.from({ length: numOutputs }, (_, output) => ({ node: output ? id : last, output }))
  return { first, rest, outputs: made }
}

/** Runs the pass. `gpu`: the pipeline's deviceId. */
export function settle(made: Graph, gpu: number | null, schemas: Schemas): Graph {
  const graph = gpu === null ? made : withFollowers(made, schemas)
  const nodes = graph.nodes.map((node) =>
    gpu === null
      ? onCpu(node, schemas)
      : { ...node, args: withDeviceDefaults(node.args, node.device, schemas[node.op]) },
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const root = (v: ValueRef): ValueRef => {
    const node = byId.get(v.node)
    return node?.op === copyOp ? root(node.inputs[0]!) : v
  }
  const kept = new Set<number>()
  const outputs = graph.outputs.map((output): GraphOutput => {
    const wanted = onGpu(byId.get(output.value.node)!)
    const value = root(output.value)
    if (wanted === onGpu(byId.get(value.node)!)) return { ...output, value }
    if (!wanted) return { ...output, value, onCpu: true }
    // An output that is wanted on the GPU and is made on the CPU: its copy stays, and brings it there.
    const { node } = lastCopy(output.value, byId)
    kept.add(node)
    return { ...output, value: { node, output: 0 } }
  })
  const used = nodes.filter((node) => node.op !== copyOp || kept.has(node.id))
  return { ...graph, nodes: used.map((node) => rewired(node, root)), outputs }
}

/** Follows copies of copies back to the one that reads the value itself. */
function lastCopy(v: ValueRef, nodes: ReadonlyMap<number, GraphNode>): ValueRef {
  const input = nodes.get(v.node)!.inputs[0]!
  return nodes.get(input.node)!.op === copyOp ? lastCopy(input, nodes) : v
}

function rewired(node: GraphNode, root: (v: ValueRef) => ValueRef): GraphNode {
  return {
    ...node,
    inputs: node.inputs.map(root),
    argInputs: Object.fromEntries(Object.entries(node.argInputs).map(([name, v]) => [name, root(v)])),
    ...(node.guards && { guards: node.guards.map((guard) => ({ ...guard, value: root(guard.value) })) }),
  }
}

function onCpu(node: GraphNode, schemas: Schemas): GraphNode {
  if (node.device === 'cpu') return node
  if (schemas[node.op]?.devices.includes('cpu')) return { ...node, device: 'cpu' }
  throw unsupported(`[${node.op}] has no cpu kernel, and deviceId is null`, {
    op: node.op,
    callSite: node.callSite,
    hint: 'Give the pipeline a deviceId',
  })
}
