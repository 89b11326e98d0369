// The numbers of `npm run bench -- shuffle`, which docs/guides/epochs.md shows: on orders of which they are known, and on small sets.
import { describe, expect, it } from 'vitest'
import { ordersOf } from '../../bench/shuffle/orders.js'
import {
  labelEntropy,
  neighboursTogether,
  pairsAgain,
  placesOf,
  qualityOf,
  rankCorrelation,
} from '../../bench/shuffle/quality.js'
import { range } from './helpers.js'

describe('the numbers', () => {
  const same = range(100)
  const reversed = [...same].reverse()
  /** Each batch of ten has one of each ten neighbours. */
  const dealt = range(100).map((at) => (at % 10) * 10 + Math.floor(at / 10))

  it('are those of orders that are known', () => {
    expect([...placesOf([2, 0, 1])]).toEqual([1, 2, 0])
    expect(rankCorrelation(same, same)).toBeCloseTo(1)
    expect(rankCorrelation(same, reversed)).toBeCloseTo(-1)
    expect(neighboursTogether(same, 10)).toBeCloseTo(90 / 99)
    expect(neighboursTogether(placesOf(dealt), 10)).toBe(0)
    expect([pairsAgain(same, same, 10), pairsAgain(same, reversed, 10), pairsAgain(same, dealt, 10)]).toEqual([1, 1, 0])
    expect(labelEntropy(same, 10, 10)).toEqual({ mean: 0, least: 0 })
    expect(labelEntropy(dealt, 10, 10).least).toBeCloseTo(Math.log2(10))
    // Five of each of two labels, and ten of one.
    expect(labelEntropy(range(25), 10, 15)).toEqual({ mean: 0.5, least: 0 })
  })
})

it('tell what each shuffle is worth', () => {
  // 20,000 samples of 100 classes in blocks of 80.
  const windows = [1, 4, 16, 64]
  const all = Object.fromEntries(
    ordersOf(20_000, 2 ** 23 / 80, windows).map(([name, epoch]) => [name, qualityOf(epoch, 256, 200)]),
  )
  const named = (text: string) => Object.entries(all).find(([name]) => name.includes(text))![1]
  const [none, buffer, fixed, whole] = ['no shuffle', 'buffer of 1,024 over the', 'randomShuffle', 'global'].map(named)
  expect([none!.files, none!.epochs]).toEqual([expect.closeTo(1), expect.closeTo(1)])
  expect(buffer!.files).toBeGreaterThan(0.9)
  expect([fixed!.epochs > 0.9, Math.abs(fixed!.files) < 0.05]).toEqual([true, true])
  expect([Math.abs(whole!.files) < 0.04, Math.abs(whole!.epochs) < 0.04]).toEqual([true, true])
  const blocks = windows.map((window) => named(`blockWindow: ${window}\``))
  // Whole blocks move, so what correlates is 250 of them.
  for (const one of blocks) expect([Math.abs(one.files) < 0.3, Math.abs(one.epochs) < 0.3]).toEqual([true, true])
  // A larger window mixes better, in every respect, up to the global shuffle.
  const steps = [none!, ...blocks.slice(1), whole!]
  for (const [i, better] of steps.entries()) {
    const worse = steps[i - 1]
    if (!worse) continue
    expect(better.entropy.mean).toBeGreaterThan(worse.entropy.mean)
    expect(better.neighbours).toBeLessThan(worse.neighbours)
    expect(better.again).toBeLessThan(worse.again)
  }
  // The default has more labels in a batch than a buffer over the files, and does not repeat its batches.
  expect(blocks[2]!.entropy.mean).toBeGreaterThan(buffer!.entropy.mean)
  expect(blocks[2]!.again).toBeLessThan(buffer!.again / 3)
})
