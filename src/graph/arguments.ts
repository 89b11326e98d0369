// Finds the operators on the CPU that only make arguments of a mixed or gpu stage. They need no stage of their own
// before it: they run on the CPU inside its program, while shapes are computed.
import { nodeInputs } from './build.js'
import { deviceReads, onGpu } from './devices.js'
import type { Schemas } from './schema.js'
import type { Graph, GraphNode } from './types.js'

/**
 * The ids of these nodes. Several stages may each have a copy of one: random numbers are keyed by operator and sample,
 * so all copies give equal values. An output of the pipeline is never among them, since it must be made in one place.
 */
export function argumentNodes(graph: Graph, work: readonly GraphNode[], schemas: Schemas): Set<number> {
  if (!work.some(onGpu)) return new Set()
  const outputs = new Set(graph.outputs.map(({ value }) => value.node))
  const found = new Set<number>()
  for (const node of work) {
    const own = node.device === 'cpu' && schemas[node.op]?.kind === 'op' && !outputs.has(node.id)
    if (own && nodeInputs(node).every((v) => found.has(v.node))) found.add(node.id)
  }
  const fits = (id: number) => {
    const readers = work.filter((node) => nodeInputs(node).some((v) => v.node === id))
    const asArgument = (node: GraphNode) => onGpu(node) && !deviceReads(node, schemas).some((v) => v.node === id)
    return readers.every((node) => found.has(node.id) || asArgument(node))
  }
  // A node that no longer fits is removed, and then also the nodes that read it, until nothing changes.
  for (let changed = true; changed; ) {
    changed = false
    for (const node of work) {
      if (!found.has(node.id) || (fits(node.id) && nodeInputs(node).every((v) => found.has(v.node)))) continue
      found.delete(node.id)
      changed = true
    }
  }
  return found
}

/** `nodes` and the nodes among `found` that make their arguments, in order of execution. */
export function withArguments(nodes: readonly GraphNode[], found: ReadonlySet<number>, graph: Graph): GraphNode[] {
  const wanted = new Set(nodes.map((node) => node.id))
  return [...graph.nodes]
    .reverse()
    .filter((node) => {
      if (!wanted.has(node.id)) return false
      for (const { node: id } of nodeInputs(node)) if (found.has(id)) wanted.add(id)
      return true
    })
    .reverse()
}
