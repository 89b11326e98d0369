// Pass 3: folds the readers of each mixture into its node, so that one reader stage reads all of them. The readers are no
// nodes of the graph any more.
import { shown } from '../errors/words.js'
import { nodeInputs } from './build.js'
import { knownDtype } from './dtypes.js'
import { argError, type Schemas } from './schema.js'
import type { Graph, GraphNode, MixtureSource, ValueRef } from './types.js'

const op = 'readers.mixture'

/** Arguments that the readers of a mixture cannot have, because the mixture's own are for all of them together. */
const ofMixture = ['shardId', 'numShards', 'stickToShard', 'padLastBatch', 'elastic', 'readAhead']

export function mixtures(graph: Graph, schemas: Schemas): Graph {
  const found = graph.nodes.filter((node) => node.op === op)
  if (!found.length) return graph
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const folded = new Map(found.map((node) => [node.id, fold(node, nodes, graph, schemas)]))
  const gone = new Set([...folded.values()].flatMap(({ sources }) => sources!.map(({ reader }) => reader.id)))
  const left = graph.nodes.filter(({ id }) => !gone.has(id)).map((node) => folded.get(node.id) ?? node)
  return { ...graph, nodes: left }
}

function fold(node: GraphNode, nodes: ReadonlyMap<number, GraphNode>, graph: Graph, schemas: Schemas): GraphNode {
  const { inputs, args, numOutputs } = node
  const each = numOutputs - 1
  if (!each)
    throw argError(node, `Expected a number of outputs of at least 2 for numOutputs but received ${numOutputs}`)
  if (args.elastic === false) throw argError(node, 'Expected true for elastic but received false')
  const count = inputs.length / each
  checkWeights(node, count)
  const sources = Array.from({ length: count }, (_, i) =>
    sourceOf(node, inputs.slice(i * each, (i + 1) * each), i, nodes, schemas),
  )
  checkAlone(node, sources, graph)
  checkDtypes(node, nodes, schemas)
  return { ...node, inputs: [], sources }
}

function checkWeights(node: GraphNode, count: number): void {
  const {
    weights,
    weightsFrom = [0],
    onEnd = 'repeat',
  } = node.args as {
    weights?: number[]
    weightsFrom?: number[]
    onEnd?: string
  }
  if (!weights) throw argError(node, 'Expected one number above 0 for each source for weights but received none')
  const stretches = weightsFrom.length
  if (weights.length !== count * stretches) {
    const sources = Number.isInteger(count) ? `${count}` : `${node.inputs.length} outputs`
    throw argError(
      node,
      `Expected ${weights.length / stretches} sources (one per weight) but received ${sources}`,
      'Give one weight for each source',
    )
  }
  const row = (from: number) => weights.slice(from * count, (from + 1) * count)
  const rows = weightsFrom.map((_, i) => row(i))
  const none = Array.from({ length: count }, (_, i) => i).find((i) => rows.every((of) => !of[i]))
  if (none !== undefined) {
    throw argError(node, `Expected weights above 0 but received 0 for sources[${none}]`, 'Leave the source out')
  }
  const empty = rows.findIndex((of) => of.every((weight) => !weight))
  if (empty >= 0) {
    throw argError(node, `Expected weights above 0 from sample ${weightsFrom[empty]} on but received 0 alone`)
  }
  const wrong = weightsFrom.findIndex((from, i) => (i ? from <= weightsFrom[i - 1]! : from !== 0))
  if (wrong >= 0) {
    const expected = wrong ? `a sample after ${weightsFrom[wrong - 1]}` : 'sample 0'
    throw argError(node, `Expected ${expected} for from of weights[${wrong}] but received ${weightsFrom[wrong]}`)
  }
  if (stretches > 1 && onEnd !== 'repeat') {
    throw argError(node, `Expected 'repeat' for onEnd with weights that change but received '${onEnd}'`)
  }
}

function sourceOf(
  node: GraphNode,
  values: readonly ValueRef[],
  i: number,
  nodes: ReadonlyMap<number, GraphNode>,
  schemas: Schemas,
): MixtureSource {
  const readers = new Set(values.map((value) => nodes.get(value.node)!))
  const [reader] = readers as Set<GraphNode> & [GraphNode]
  const other = [...readers].find((from) => !schemas[from.op]?.reader)
  if (other) {
    throw argError(
      node,
      `Expected outputs of a reader for sources[${i}] but received one of ${other.op}`,
      'Call operators on the outputs of the mixture',
    )
  }
  if (readers.size > 1) {
    throw argError(node, `Expected outputs of one reader for sources[${i}] but received those of ${readers.size}`)
  }
  return { reader: checkReader([...readers][0] ?? reader, schemas), outputs: values.map(({ output }) => output) }
}

function checkReader(reader: GraphNode, schemas: Schemas): GraphNode {
  const known = schemas[reader.op]!.args
  const wrong = ofMixture.find((name) => {
    const value = reader.args[name]
    return value !== undefined && value !== known[name]?.default
  })
  if (wrong === undefined) return reader
  throw argError(
    reader,
    `Expected no ${wrong} of a source of a mixture but received ${shown(reader.args[wrong])}`,
    wrong === 'stickToShard' ? 'The samples of a mixture are dealt to the shards' : `Give ${wrong} to the mixture`,
  )
}

/** A reader of a mixture gives samples nowhere else: there is none of it for the samples of other sources. */
function checkAlone(node: GraphNode, sources: readonly MixtureSource[], graph: Graph): void {
  const seen = new Set<number>()
  for (const [i, { reader }] of sources.entries()) {
    if (seen.has(reader.id)) {
      throw argError(node, `Expected a reader of its own for sources[${i}] but received that of another source`)
    }
    seen.add(reader.id)
  }
  const users = graph.nodes.filter(({ id }) => id !== node.id)
  const strays = [...users.flatMap(nodeInputs), ...graph.outputs.map(({ value }) => value)]
  const stray = strays.find((value) => seen.has(value.node))
  if (!stray) return
  const i = sources.findIndex(({ reader }) => reader.id === stray.node)
  throw argError(
    node,
    `Expected outputs of sources[${i}] in the mixture alone but one of ${sources[i]!.reader.op} is used outside of it`,
    'Use the outputs of the mixture',
  )
}

function checkDtypes(node: GraphNode, nodes: ReadonlyMap<number, GraphNode>, schemas: Schemas): void {
  const each = node.numOutputs - 1
  const known = node.inputs.map((value) => knownDtype(value, (id) => nodes.get(id), schemas))
  for (const [k, dtype] of known.entries()) {
    const first = known.findIndex((other, at) => at % each === k % each && other !== undefined)
    if (dtype === undefined || known[first] === dtype) continue
    const named = (at: number) => `${known[at]} from sources[${Math.floor(at / each)}]`
    throw argError(
      node,
      `Expected all sources to give one dtype for output ${k % each} but received ${named(first)} and ${named(k)}`,
    )
  }
}
