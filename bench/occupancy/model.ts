// Predicts a chain of stages for which handing batches over costs nothing: when each batch is done, from the costs and
// the rules of the executor alone.
import type { ExecutorName } from '../../src/graph/policy.js'
import { type Cost, costOf } from './synthetic.mjs'

/**
 * Milliseconds per batch over the batches [from, to), as the consumer sees it. The stages are those of set cost with the
 * consumer as the last; a reader that costs nothing feeds them.
 */
export function predicted(
  executor: ExecutorName,
  depth: number,
  costs: readonly Cost[],
  from: number,
  to: number,
): number {
  const chain: Cost[] = [{ ms: 0 }, ...costs]
  const last = chain.length - 1
  const begun = chain.map(() => [] as number[])
  const done = chain.map(() => [] as number[])
  for (let i = 0; i < to; i++) {
    for (const [k, cost] of chain.entries()) {
      begun[k]![i] = Math.max(done[k]![i - 1] ?? 0, k ? done[k - 1]![i]! : 0)
      const start = Math.max(begun[k]![i]!, room(k, i))
      done[k]![i] = start + costOf(cost, i)
    }
  }
  return (done[last]![to - 1]! - done[last]![from - 1]!) / (to - from)

  /** When stage `k` has room for batch `i`. */
  function room(k: number, i: number): number {
    const of = {
      simple: () => done[last]![i - 1],
      pipelined: () => done[k + 1]?.[i - depth],
      dynamic: () => begun[k + 1]?.[i - depth],
    }
    // Where stages do not run ahead, a batch is requested when the one before has been used.
    if (executor === 'simple') return k ? 0 : (of.simple() ?? 0)
    return of[executor]() ?? 0
  }
}

/** Mean milliseconds of the slowest stage over the same batches: no executor is faster. */
export function bound(costs: readonly Cost[], from: number, to: number): number {
  const mean = (cost: Cost) =>
    Array.from({ length: to - from }, (_, i) => costOf(cost, from + i)).reduce((a, b) => a + b) / (to - from)
  return Math.max(...costs.map(mean))
}
