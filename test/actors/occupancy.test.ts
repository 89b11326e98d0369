// The occupancy benchmark in short: its model against numbers worked out by hand, real chains against the model with
// generous limits, and the verdict about a throttled stage.
import { describe, expect, test } from 'vitest'
import { chainPipeline, executorNames, measure } from '../../bench/occupancy/chain.js'
import { bound, predicted } from '../../bench/occupancy/model.js'
import { costOf } from '../../bench/occupancy/synthetic.mjs'
import { throttled, throttles } from '../../bench/occupancy/throttle.js'

describe('the model', () => {
  const equal = [{ ms: 10 }, { ms: 10 }, { ms: 0 }]
  const unequal = [{ ms: 5 }, { ms: 20 }, { ms: 10 }]

  test('simple takes the sum of all, the others the slowest stage from depth 2 on', () => {
    for (let depth = 1; depth <= 8; depth++) {
      expect(predicted('simple', depth, equal, 20, 60)).toBeCloseTo(20, 6)
      expect(predicted('simple', depth, unequal, 20, 60)).toBeCloseTo(35, 6)
      expect(predicted('dynamic', depth, equal, 20, 60)).toBeCloseTo(10, 6)
      expect(predicted('dynamic', depth, unequal, 20, 60)).toBeCloseTo(20, 6)
      // With one slot a stage waits until its batch is used: neighbours take turns.
      expect(predicted('pipelined', depth, equal, 20, 60)).toBeCloseTo(depth === 1 ? 20 : 10, 6)
      expect(predicted('pipelined', depth, unequal, 20, 60)).toBeCloseTo(depth === 1 ? 30 : 20, 6)
    }
  })

  test('costs keep their mean and their limits, and no depth beats the bound', () => {
    const spread = [1, 2].map((seed) => ({ ms: 10, spread: 0.5, seed }))
    const all = Array.from({ length: 10_000 }, (_, i) => costOf(spread[0]!, i))
    expect(Math.min(...all)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...all)).toBeLessThanOrEqual(15)
    expect(all.reduce((a, b) => a + b) / all.length).toBeCloseTo(10, 0)
    const least = bound(spread, 100, 2000)
    let before = Number.POSITIVE_INFINITY
    for (const depth of [1, 2, 4, 8]) {
      const now = predicted('pipelined', depth, spread, 100, 2000)
      expect(now).toBeLessThan(before)
      // Batches at the edges belong to another window of the slowest stage.
      expect(now).toBeGreaterThan(0.99 * least)
      before = now
    }
  })
})

// Times of real stages: other programs only add to them, so one of some tries must be good.
const timed = { timeout: 60_000, retry: 4 }

test('two equal stages overlap in dynamic and pipelined, and take turns in simple', timed, async () => {
  const stages = [{ ms: 30 }, { ms: 30 }]
  const perBatch: Record<string, number> = {}
  for (const executor of executorNames) {
    const made = await measure(
      chainPipeline({ stages }, executor, 2),
      { executor, depth: 2 },
      { seconds: 0, least: 20 },
    )
    perBatch[executor] = made.perBatch
    const [, first, second] = made.stages
    for (const { busy, starved, blocked, cost } of [first!, second!]) {
      expect(busy + starved + blocked).toBeCloseTo(1, 1)
      expect(cost).toBeGreaterThan(29)
      if (executor === 'simple') expect(busy).toBeLessThan(0.6)
      // Turns give 0.5; other programs may hold up either stage.
      else expect(busy).toBeGreaterThan(0.7)
    }
  }
  expect(perBatch.simple!).toBeGreaterThan(60)
  expect(perBatch.dynamic!).toBeLessThan(0.8 * perBatch.simple!)
  expect(perBatch.pipelined!).toBeLessThan(0.8 * perBatch.simple!)
})

test('the verdict names the stage that is throttled', timed, async () => {
  for (const [i, which] of throttles.entries()) {
    const executor = executorNames[i % executorNames.length]!
    const { stage, text } = await throttled(which, executor, 2)
    expect(stage, `${executor}: ${text}`).toBe(which)
  }
})
