// Measures what it costs to hand a batch to the next stage, in chains of functions that do nothing.
import type { ExecutorName } from '../../src/graph/policy.js'
import { chainPipeline, measure } from './chain.js'

/** Microseconds per batch and stage. */
export interface HandOffCost {
  /** Time per batch through `stages` empty stages that run at once, over their number. */
  perBatch: number
  /**
   * Time per batch where one stage works at a time, over the stages less one: the time that one more stage adds to a
   * batch.
   */
  latency: number
}

export const emptyStages = 4

async function micros(executor: ExecutorName, stages: number): Promise<number> {
  const chain = { stages: Array.from({ length: stages }, () => ({ ms: 0 })) }
  // The code is optimised after some thousand calls.
  const how = { warm: 1000, seconds: 0.4, least: 500 }
  return 1e3 * (await measure(chainPipeline(chain, executor, 2, 1), { executor, depth: 2 }, how)).perBatch
}

export async function handOff(): Promise<HandOffCost> {
  const perBatch = (await micros('dynamic', emptyStages)) / emptyStages
  const latency = ((await micros('simple', emptyStages)) - (await micros('simple', 1))) / (emptyStages - 1)
  return { perBatch, latency }
}
