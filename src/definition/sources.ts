// Holds the settings of an externalSource node, and the user's source that belongs to it. A graph is plain JSON and
// cannot hold a source, so a table beside the graph keeps the sources until the pipeline is built.
import type { Source } from '../data/types.js'
import { argDefaults, schemas } from '../graph/schema.js'
import type { Graph, GraphNode } from '../graph/types.js'

/** The arguments of an externalSource node, defaults filled in. */
export interface SourceSettings {
  batch: boolean
  batchInfo: boolean
  blocking: boolean
  cycle: 'no' | 'quiet' | 'raise'
  noCopy: boolean
  parallel: boolean
  prefetchQueueDepth: number
  repeatLast: boolean
  /** Items are lists with one entry per output: numOutputs was given. */
  listed: boolean
  /** What is fed are videos, of which an operator gives sequences. */
  videos?: { framesPerSequence: number; maxPixels: number }
}

const defaults = argDefaults(schemas.externalSource!)

/** `reader`: the operator that gives sequences of the videos that are fed to the source. */
export function sourceSettings({ args }: GraphNode, reader?: GraphNode): SourceSettings {
  const given = { ...defaults, ...args } as unknown as Omit<SourceSettings, 'listed'>
  const { batch, batchInfo, blocking, cycle, noCopy, parallel, prefetchQueueDepth, repeatLast } = given
  const listed = args.numOutputs !== undefined && !reader
  const settings = { batch, batchInfo, blocking, cycle, noCopy, parallel, prefetchQueueDepth, repeatLast, listed }
  return reader ? { ...settings, videos: { ...argDefaults(schemas[reader.op]!), ...reader.args } as never } : settings
}

/** The operator whose inputs are the source's outputs alone, if it has such a one. */
export const readerOf = (source: GraphNode, graph: Graph): GraphNode | undefined =>
  graph.nodes.find(({ op, inputs }) => schemas[op]?.fed && inputs[0]?.node === source.id)

const tables = new WeakMap<Graph, ReadonlyMap<number, Source>>()

/** Ties the sources of a definition to its graph. Sources of nodes that the graph left out are dropped. */
export function keepSources(graph: Graph, sources: ReadonlyMap<number, unknown>): void {
  const alive = new Set(graph.nodes.map((node) => node.id))
  tables.set(graph, new Map([...sources].filter(([id]) => alive.has(id))) as ReadonlyMap<number, Source>)
}

/** The sources of a graph by node id; empty for a graph that came from JSON, whose inputs must be fed. */
export function sourcesOf(graph: Graph): ReadonlyMap<number, Source> {
  return tables.get(graph) ?? new Map()
}
