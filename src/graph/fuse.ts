// Pass 5: replaces an operator and its only reader by one operator that does both, if that changes no byte of the
// result. The rules are the rows of the table in fusions.ts; a rule whose target is not in this build is not used.
import { nodeInputs } from './build.js'
import { type Fusion, fusions } from './fusions.js'
import type { Schemas } from './schema.js'
import type { Graph, GraphNode } from './types.js'

export function fuse(graph: Graph, schemas: Schemas, rules: readonly Fusion[] = fusions): Graph {
  return rules
    .filter((rule) => Object.hasOwn(schemas, rule.into))
    .reduce((g, rule) => applyRule(g, rule, schemas), graph)
}

function applyRule(graph: Graph, rule: Fusion, schemas: Schemas): Graph {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const uses = countUses(graph)
  const { args, inputs, devices } = schemas[rule.into]!
  for (const second of graph.nodes) {
    if (second.op !== rule.second || (second.inputs.length !== 1 && !rule.join)) continue
    for (const [at, { node, output }] of second.inputs.entries()) {
      const first = nodes.get(node)
      if (!first || ![rule.first].flat().includes(first.op)) continue
      // The value between the two will not exist any more, so it must have no other reader.
      if (output !== 0 || uses.get(first.id) !== 1) continue
      if (first.device !== second.device || !sameGuards(first, second) || !rule.when(first, second, nodes, schemas))
        continue
      const fused = rule.join
        ? joined(first, second, rule.into, rule.join(first, second, at))
        : merge(without(first, rule.omit ?? []), second, rule.into)
      if (!fused || !devices.includes(fused.device) || fused.inputs.length > inputs.length) continue
      if (!given(fused).every((name) => Object.hasOwn(args, name))) continue
      nodes.delete(first.id)
      nodes.set(second.id, fused)
      break
    }
  }
  return { ...graph, nodes: graph.nodes.flatMap((node) => nodes.get(node.id) ?? []) }
}

// The guards must be equal: a producer outside of a branch also runs for samples that its consumer in the branch does
// not get.
const sameGuards = (a: GraphNode, b: GraphNode) => JSON.stringify(a.guards ?? []) === JSON.stringify(b.guards ?? [])

const given = (node: GraphNode) => [...Object.keys(node.args), ...Object.keys(node.argInputs)]

function without(node: GraphNode, names: readonly string[]): GraphNode {
  const keep = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
  return { ...node, args: keep(node.args), argInputs: keep(node.argInputs) }
}

// The fused node has the consumer's id, so that its readers need no change, and the producer's call site. An argument
// that both nodes have would be ambiguous; then they are not fused.
function merge(first: GraphNode, second: GraphNode, op: string): GraphNode | undefined {
  const names = given(first)
  if (given(second).some((name) => names.includes(name))) return undefined
  const { bytesPerSampleHint: _, ...rest } = first
  return {
    ...rest,
    id: second.id,
    op,
    name: `${first.name}+${second.name}`,
    args: { ...first.args, ...second.args },
    argInputs: { ...first.argInputs, ...second.argInputs },
    numOutputs: second.numOutputs,
    ...(second.bytesPerSampleHint !== undefined && { bytesPerSampleHint: second.bytesPerSampleHint }),
  }
}

/** As merge(), with the arguments and inputs that the rule's join() made. */
function joined(first: GraphNode, second: GraphNode, op: string, made: Partial<GraphNode>): GraphNode | undefined {
  const fused = merge({ ...first, args: {} }, { ...second, args: {} }, op)
  const parts = [first, second].flatMap((node) => node.parts ?? [{ op: node.op, callSite: node.callSite }])
  return fused && { ...fused, ...made, parts }
}

function countUses(graph: Graph): Map<number, number> {
  const uses = new Map<number, number>()
  const all = [...graph.nodes.flatMap(nodeInputs), ...graph.outputs.map(({ value }) => value)]
  for (const { node } of all) uses.set(node, (uses.get(node) ?? 0) + 1)
  return uses
}
