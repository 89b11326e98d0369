// Computes the identity of a definition: it is equal for pipelines whose checkpoints fit each other. It leaves out
// batch size, seed, executor and depth, which the user may change, and call sites, folders of modules with user
// functions, memory hints and cache folders, which do not change what a definition does. A URL counts without its
// query, which may sign it; the fingerprint of the data set knows which object it names. A checkpoint of elastic readers
// fits any number of shards, and one of a mixture fits other weights: src/engine/checkpoint.ts asks whether those up to its
// place are equal.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { shownUrl } from '../errors/secrets.js'
import type { Graph, PlanOptions } from './types.js'

const left = new Set(['callSite', 'bytesPerSampleHint', 'cache', 'store'])

/** Arguments of elastic readers that may differ. */
const ofElastic = new Set(['shardId', 'numShards', 'weights', 'weightsFrom'])

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'string') return JSON.stringify(shownUrl(value))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const dealt = 'elastic' in value && value.elastic === true
  const entries = Object.entries(
    'module' in value ? { ...value, module: basename(String(value.module)) } : value,
  ).filter(([k, v]) => v !== undefined && !left.has(k) && !(dealt && ofElastic.has(k)))
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
}

/** Four hex digits per node. They show which node differs between two graphs. */
export function nodeHashes(graph: Graph): string[] {
  return graph.nodes.map((node) => createHash('sha256').update(canonical(node)).digest('hex').slice(0, 4))
}

/**
 * The first 16 hex digits of a SHA-256. It includes the pipeline's onError, which decides which samples are delivered.
 */
export function graphHash(graph: Graph, { onError }: Pick<PlanOptions, 'onError'>): string {
  return createHash('sha256').update(canonical({ graph, onError })).digest('hex').slice(0, 16)
}
