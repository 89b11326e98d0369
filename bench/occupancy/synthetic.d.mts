// Types of synthetic.mjs.
export interface Cost {
  /** Mean milliseconds per batch. */
  ms: number
  /** 0.5: evenly spread over half to one and a half of it, the same in every run. Default: 0. */
  spread?: number
  seed?: number
}
export function costOf(cost: Cost, batch: number): number
export function spend(ms: number): void
export function stage(cost: Cost, result?: unknown): (x: unknown, info: { idxInBatch: number }) => unknown
