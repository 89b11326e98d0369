// Where values lie, in host memory or on the GPU, and pass 3, which settles it: with deviceId null everything runs on
// the CPU; otherwise copies between the two are left out, as every stage takes its inputs from where they are.
import { unsupported } from '../errors/factories.js'
import { argError, type OpInfo, type Schemas, withDeviceDefaults } from './schema.js'
import type { Graph, GraphNode, GraphOutput, ValueRef } from './types.js'

/** What gpu() and cpu() of a node record. */
export const copyOp = 'copy'

/** Outputs of mixed and gpu operators lie in device memory. */
export const onGpu = (node: Pick<GraphNode, 'device'>): boolean => node.device !== 'cpu'

/** Inputs that shapes depend on, by position: they are read before anything runs, so they must be in host memory. */
export const hostInput = (info: OpInfo | undefined, i: number) =>
  (info?.inputs[i] ?? info?.inputs.at(-1))?.host === true

/** What a node reads in host memory wherever it runs: arguments, guards, and inputs that its shapes depend on. */
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

/** A Map, or anything that answers like one. */
interface NodesById {
  get(id: number): GraphNode | undefined
}

/** Throws INVALID_ARGUMENT for a value on the GPU that is read in host memory. `nodes` holds every node by its id. */
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

/** The pass. `gpu`: the pipeline's deviceId. */
export function settle(graph: Graph, gpu: number | null, schemas: Schemas): Graph {
  const nodes =
    gpu === null
      ? graph.nodes.map((node) => onCpu(node, schemas))
      : graph.nodes.map((n) => ({ ...n, args: withDeviceDefaults(n.args, n.device, schemas[n.op]) }))
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
    // Nothing else would bring it there.
    const { node } = lastCopy(output.value, byId)
    kept.add(node)
    return { ...output, value: { node, output: 0 } }
  })
  const used = nodes.filter((node) => node.op !== copyOp || kept.has(node.id))
  return { ...graph, nodes: used.map((node) => rewired(node, root)), outputs }
}

/** Of copies of copies the one that reads the value. */
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
