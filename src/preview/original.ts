// The sample before any operator. Cuts the graph of a pipeline off after the source of its samples. Replaying a sample of that graph gives the sample
// as it was before any operator, also where it lies inside an archive and has no file of its own.
import type { TensorList } from '../data/tensor-list.js'
import type { ResolvedOptions } from '../definition/options.js'
import { keepSources, sourcesOf } from '../definition/sources.js'
import { replay } from '../engine/replay.js'
import type { Graph, GraphNode } from '../graph/types.js'

const isSource = (node: GraphNode) => node.op.startsWith('readers.') || node.op === 'externalSource'

/** The first source that an output of the graph depends on. */
export function sourceNode(graph: Graph): GraphNode | undefined {
  return graph.nodes.find(isSource)
}

function cut(graph: Graph, nodes: GraphNode[], value: { node: number; output: number }): Graph {
  const short: Graph = { nodes, outputs: [{ value }] }
  keepSources(short, sourcesOf(graph))
  return short
}

/** The graph that gives the first output of the source alone. */
export function originalGraph(graph: Graph, source: GraphNode): Graph {
  return cut(graph, [source], { node: source.id, output: 0 })
}

/** The graph that decodes the first output of the source, for encoded images that browsers do not show. */
export function decodedGraph(graph: Graph, source: GraphNode): Graph {
  const id = 1 + Math.max(...graph.nodes.map((node) => node.id))
  const decoder: GraphNode = {
    ...{ id, op: 'decoders.image', name: 'decoders.image', device: 'cpu' },
    ...{ inputs: [{ node: source.id, output: 0 }], args: {}, argInputs: {}, numOutputs: 1, callSite: '' },
  }
  return cut(graph, [source, decoder], { node: id, output: 0 })
}

/** The sample of the graph's source, as a batch of one: encoded images decoded. Undefined where there is no source. */
export async function originalOf(
  graph: Graph,
  options: ResolvedOptions,
  index: number,
  epoch: number,
): Promise<TensorList | undefined> {
  const source = sourceNode(graph)
  if (!source) return undefined
  const [whole] = await replay<[TensorList]>(originalGraph(graph, source), options, index, epoch)
  const { dtype, shape } = whole.at(0)
  if (dtype !== 'uint8' || shape.length !== 1) return whole
  whole.release()
  const [decoded] = await replay<[TensorList]>(decodedGraph(graph, source), options, index, epoch)
  return decoded
}
