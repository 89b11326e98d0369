// A pipeline as text: what serialize() writes and deserialize() reads. A text may be anyone's: everything in it is checked
// here before it is used, and it runs no code but that of the modules which the caller allows.

import { checkOptions, type PipelineOptions } from '../definition/options.js'
import { atCaller } from '../errors/call-site.js'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { schemas } from '../graph/schema.js'
import type { Graph } from '../graph/types.js'
import { type Functions, validGraph } from '../graph/validate.js'
import { withAllowedModules } from './modules.js'

/** The version of the format, under the key by which such text is recognised. */
const version = 1

export const serialized = (graph: Graph, options: PipelineOptions): string =>
  JSON.stringify({ penstock: version, graph, options })

/**
 * Throws INVALID_ARGUMENT for text that serialized() did not make, and for modules that `allowed` does not hold.
 * `callSite`: of the user's call. `functions`: as for validGraph().
 */
export function parseSerialized(
  text: string,
  allowed: unknown,
  callSite: string,
  functions?: Functions,
): { graph: Graph; options: PipelineOptions } {
  const fault = (message: string, hint?: string) =>
    invalidArgument(message, { op: 'Pipeline.deserialize', callSite, hint })
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    // Refused below.
  }
  const own = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  if (!Object.hasOwn(own, 'penstock') || own.penstock !== version || !Object.hasOwn(own, 'graph')) {
    throw fault(`Expected a string from serialize() but received ${shown(text)}`)
  }
  const odd = Object.keys(own).find((name) => !['penstock', 'graph', 'options', 'python'].includes(name))
  if (odd !== undefined) throw fault(`Expected penstock, graph and options in the text but received ${shown(odd)}`)
  const graph = withAllowedModules(validGraph(own.graph, schemas, fault, functions), allowed, callSite)
  const options = (own.options ?? {}) as PipelineOptions
  atCaller(() => checkOptions(options))
  return { graph, options }
}
