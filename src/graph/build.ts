// Pass 1: makes the graph of a recorded definition. It drops nodes that no output needs and names those without a name.
// Ids stay as they are, because they key the operators' random streams.
import { invalidArgument, unsupported } from '../errors/factories.js'
import { maxOutputs } from '../generated/limits.js'
import type { Graph, GraphNode, GraphOutput, ValueRef } from './types.js'

/** The record of a pipeline definition. A node's name is '' unless the user gave one. */
export interface Recording {
  nodes: GraphNode[]
  outputs: GraphOutput[]
}

/** All values that a node reads: inputs, arguments, and the guards that decide whether it runs. */
export const nodeInputs = (node: GraphNode): ValueRef[] => [
  ...node.inputs,
  ...Object.values(node.argInputs),
  ...(node.guards ?? []).map(({ value }) => value),
]

export function build(recording: Recording): Graph {
  if (!recording.outputs.length) {
    throw invalidArgument(
      'Expected at least one output from the pipeline definition but received none',
      'Return a DataNode, an array of them or an object of them',
    )
  }
  const distinct = new Set(recording.outputs.map(({ value }) => `${value.node}:${value.output}`)).size
  if (distinct > maxOutputs) {
    throw unsupported(`Expected at most ${maxOutputs} different outputs but received ${distinct}`)
  }
  return { nodes: named(needed(recording)), outputs: recording.outputs }
}

// Nodes are in the order of their calls, so a consumer always comes after its producers.
function needed({ nodes, outputs }: Recording): GraphNode[] {
  const live = new Set(outputs.map(({ value }) => value.node))
  for (const node of [...nodes].reverse()) {
    if (live.has(node.id)) for (const input of nodeInputs(node)) live.add(input.node)
  }
  return nodes.filter((node) => live.has(node.id))
}

/** The function that the user called: all functions of `math` are one operator. */
const callName = ({ op, args }: GraphNode) => (op === 'math' ? `math.${args.operation}` : op)

function named(nodes: GraphNode[]): GraphNode[] {
  const taken = new Set(nodes.map((node) => node.name).filter(Boolean))
  return nodes.map((node) => {
    if (node.name) return node
    const base = callName(node)
    let name = base
    for (let i = 2; taken.has(name); i++) name = `${base}_${i}`
    taken.add(name)
    return { ...node, name }
  })
}
