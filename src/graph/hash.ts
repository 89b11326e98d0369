// Identity of a plan: equal for pipelines whose checkpoints fit each other. Batch size, seed and capacities are the
// caller's to change, and the place of a call in a source file says nothing about what it does.
import { createHash } from 'node:crypto'
import type { Plan } from './types.js'

const left = new Set(['batchSize', 'seed', 'capacity', 'callSite', 'hash'])

/** JSON with sorted keys. `seed` of the plan is left out, that of an operator is not. */
function canonical(value: unknown, depth = 0): string {
  if (Array.isArray(value)) return `[${value.map((v) => canonical(v, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(
    ([k, v]) => v !== undefined && !(left.has(k) && (k !== 'seed' || !depth)),
  )
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v, depth + 1)}`).join(',')}}`
}

export function planHash(plan: Omit<Plan, 'hash'>): string {
  return createHash('sha256').update(canonical(plan)).digest('hex').slice(0, 16)
}
