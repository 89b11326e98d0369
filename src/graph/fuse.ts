// Pass 4: replaces pairs of neighbours by one operator that does both at once, where that changes no byte of the
// result. A rule is a row of the table in fusions.ts; a rule whose target is not in this build is idle.
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
  for (const second of graph.nodes) {
    const first = nodes.get(second.inputs[0]?.node ?? -1)
    if (!first || ![rule.first].flat().includes(first.op) || second.op !== rule.second) continue
    // The value in between must have no other reader: it will not exist.
    if (second.inputs.length !== 1 || second.inputs[0]!.output !== 0 || uses.get(first.id) !== 1) continue
    if (first.device !== second.device || !sameGuards(first, second) || !rule.when(first, second, nodes)) continue
    const fused = rule.join ? joined(first, second, rule) : merge(without(first, rule.omit ?? []), second, rule.into)
    if (!fused || !schemas[rule.into]!.devices.includes(fused.device)) continue
    if (!given(fused).every((name) => Object.hasOwn(schemas[rule.into]!.args, name))) continue
    nodes.delete(first.id)
    nodes.set(second.id, fused)
  }
  return { ...graph, nodes: graph.nodes.flatMap((node) => nodes.get(node.id) ?? []) }
}

// A producer outside of a branch runs for samples that its consumer inside does not see.
const sameGuards = (a: GraphNode, b: GraphNode) => JSON.stringify(a.guards ?? []) === JSON.stringify(b.guards ?? [])

const given = (node: GraphNode) => [...Object.keys(node.args), ...Object.keys(node.argInputs)]

function without(node: GraphNode, names: readonly string[]): GraphNode {
  const keep = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
  return { ...node, args: keep(node.args), argInputs: keep(node.argInputs) }
}

// The fused node takes the consumer's id, so that its readers need no change, and the producer's place in user code.
// An argument that both were given has two meanings, so there is no such node.
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

/** As merge(), with arguments of the rule's making. */
function joined(first: GraphNode, second: GraphNode, { join, into }: Fusion): GraphNode | undefined {
  const fused = merge({ ...first, args: {} }, { ...second, args: {} }, into)
  const parts = [first, second].flatMap((node) => node.parts ?? [{ op: node.op, callSite: node.callSite }])
  return fused && { ...fused, args: join!(first, second), parts }
}

function countUses(graph: Graph): Map<number, number> {
  const uses = new Map<number, number>()
  const all = [...graph.nodes.flatMap(nodeInputs), ...graph.outputs.map(({ value }) => value)]
  for (const { node } of all) uses.set(node, (uses.get(node) ?? 0) + 1)
  return uses
}
