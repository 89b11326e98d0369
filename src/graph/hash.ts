// Identity of a definition: equal for pipelines whose checkpoints fit each other. Batch size, seed, executor and depth
// are the caller's to change; the place of a call, or of a module with user functions, and hints for memory say nothing
// about what it does.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Graph, PlanOptions } from './types.js'

const left = new Set(['callSite', 'bytesPerSampleHint'])

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(
    'module' in value ? { ...value, module: basename(String(value.module)) } : value,
  ).filter(([k, v]) => v !== undefined && !left.has(k))
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
}

/** Four hex digits for each operator: which one changed, of two graphs that differ. */
export function nodeHashes(graph: Graph): string[] {
  return graph.nodes.map((node) => createHash('sha256').update(canonical(node)).digest('hex').slice(0, 4))
}

/** First 16 hex digits of a SHA-256. The default of onError belongs to it: it decides which samples come. */
export function graphHash(graph: Graph, { onError }: Pick<PlanOptions, 'onError'>): string {
  return createHash('sha256').update(canonical({ graph, onError })).digest('hex').slice(0, 16)
}
