// A pipeline as text: what serialize() writes and deserialize() reads. A text may be anyone's: everything in it is checked
// here before it is used, and it runs no code but that of the modules which the caller allows.

import { checkOptions, type PipelineOptions } from '../definition/options.js'
import { atCaller } from '../errors/call-site.js'
import { invalidArgument } from '../errors/factories.js'
import { formatVersion } from '../graph/format.js'
import { schemas } from '../graph/schema.js'
import type { Graph } from '../graph/types.js'
import { type Functions, validText } from '../graph/validate.js'
import { withAllowedModules } from './modules.js'

export const serialized = (graph: Graph, options: PipelineOptions): string =>
  JSON.stringify({ penstock: formatVersion, graph, options })

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
  const { graph: given, options = {} } = validText(parsed(text), schemas, fault, functions)
  const graph = withAllowedModules(given, allowed, callSite)
  atCaller(() => checkOptions(options))
  return { graph, options }
}

/** A text as JSON; itself where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
