// A pipeline as text: what serialize() writes and deserialize() reads.

import type { PipelineOptions } from '../definition/options.js'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { Graph } from '../graph/types.js'

/** The version of the format, under the key by which such text is recognised. */
const version = 1

export const serialized = (graph: Graph, options: PipelineOptions): string =>
  JSON.stringify({ penstock: version, graph, options })

/** Throws INVALID_ARGUMENT for text that serialized() did not make. `callSite`: of the user's call. */
export function parseSerialized(text: string, callSite: string): { graph: Graph; options: PipelineOptions } {
  let data: { penstock?: unknown; graph?: Graph; options?: PipelineOptions } = {}
  try {
    data = JSON.parse(text) as typeof data
  } catch {
    // Refused below.
  }
  if (data?.penstock !== version || !Array.isArray(data.graph?.nodes) || !Array.isArray(data.graph.outputs)) {
    throw invalidArgument(`Expected a string from serialize() but received ${shown(text)}`, {
      op: 'Pipeline.deserialize',
      callSite,
    })
  }
  return { graph: data.graph, options: data.options ?? {} }
}
