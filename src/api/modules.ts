// The modules that a serialised pipeline names, which are code: only files that the caller allows are run, and the package's own,
// which computes numbers of image processors and runs nothing that a text brings.

import { existsSync, realpathSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { schemas } from '../graph/schema.js'
import type { Graph, GraphNode } from '../graph/types.js'

/** The graph with the real files of its modules. Throws INVALID_ARGUMENT for a module that `allowed` does not hold. */
export function withAllowedModules(graph: Graph, allowed: unknown, callSite: string): Graph {
  const at = { op: 'Pipeline.deserialize', callSite }
  const places = allowed === undefined ? undefined : placesOf(allowed, at)
  const nodes = graph.nodes.map((node) => {
    if (!schemas[node.op]!.args.module) return node
    return { ...node, args: { ...node.args, module: moduleOf(node, places, at) } }
  })
  return { ...graph, nodes }
}

const own = () => realpathSync(new URL('../processors/worker.js', import.meta.url))

type At = { op: string; callSite: string }

/** The real paths of what is allowed. */
function placesOf(allowed: unknown, at: At): string[] {
  const wrong = (received: unknown) =>
    invalidArgument(`Expected a list of existing files and folders for allowModules but received ${shown(received)}`, {
      ...at,
      hint: "allowModules: ['/home/me/project/functions']",
    })
  if (!Array.isArray(allowed)) throw wrong(allowed)
  return allowed.map((place: unknown) => {
    const path = fileOf(place instanceof URL ? place.href : place)
    if (path === undefined) throw wrong(place)
    try {
      return realpathSync(path)
    } catch {
      throw wrong(place)
    }
  })
}

/** The URL of the real file of a node's module. */
function moduleOf(node: GraphNode, places: readonly string[] | undefined, at: At): string {
  const { module } = node.args
  const path = fileOf(module)
  const real = path !== undefined && existsSync(path) ? realpathSync(path) : undefined
  if (real !== undefined && real === own()) return pathToFileURL(real).href
  const what = `module of node '${node.name}' (${node.op})`
  if (places === undefined) {
    throw invalidArgument(`Expected a text that names no code but received ${shown(module)} for ${what}`, {
      ...at,
      hint: 'Pipeline.deserialize(text, { allowModules: [folder] }) runs modules of that folder; it is for texts whose code you know',
    })
  }
  if (
    real !== undefined &&
    places.some((place) => real === place || real.startsWith(place === sep ? sep : place + sep))
  ) {
    return pathToFileURL(real).href
  }
  throw invalidArgument(`Expected a file within allowModules but received ${shown(module)} for ${what}`, {
    ...at,
    hint: `allowModules holds ${places.length ? places.join(', ') : 'nothing'}; links are followed before files are compared`,
  })
}

/** The path that a path or file URL names; undefined for other URLs, names of packages and what is no text. */
function fileOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || !given || given.includes('\0')) return undefined
  if (!/^[a-z][a-z0-9+.-]*:/i.test(given)) return resolve(given)
  try {
    return fileURLToPath(given)
  } catch {
    return undefined
  }
}
