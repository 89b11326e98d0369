// A pipeline as text: what serialize() writes and deserialize() reads. A text may be anyone's: everything in it is checked
// here before it is used, and it runs no code but that of the modules which the caller allows.

import { checkOptions, mergeOptions, type PipelineOptions } from '../definition/options.js'
import { atCaller } from '../errors/call-site.js'
import { invalidArgument } from '../errors/factories.js'
import { formatVersion } from '../graph/format.js'
import { schemas } from '../graph/schema.js'
import type { Graph } from '../graph/types.js'
import { type Functions, validText } from '../graph/validate.js'
import { withAllowedModules } from './modules.js'

/** Options of a pipeline that is made from text. */
export interface DeserializeOptions extends PipelineOptions {
  /**
   * Files and folders, as paths or file URLs, whose modules the text may name for jsFunction; links are followed first.
   * Default: none, and a text that names a module is refused.
   */
  allowModules?: readonly (string | URL)[]
}

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

/** The definition and the options of a text, which `options` override. Throws INVALID_ARGUMENT, as parseSerialized(). */
export function deserialized(text: string, { allowModules, ...own }: DeserializeOptions, callSite: string) {
  const { graph, options } = parseSerialized(text, allowModules, callSite)
  atCaller(() => checkOptions(own))
  return { graph, options: mergeOptions(options, own) }
}

/** A text as JSON; itself where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
