// @module-tag property
// Mixtures beside a plain model of them: it walks through the windows of the choice one sample at a time, and takes the
// samples of each source from a reader of that source alone. elastic.property.test.ts has the shards of mixtures.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MixtureOrder, Sampler } from '../util/sampler.js'
import { runs } from '../util/soak.js'
import { range } from './helpers.js'
import { mixtures, schedules } from './mixtures.js'

const parts = 2 ** 22
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
const gcd = (a: number, b: number): number => (b ? gcd(b, a % b) : a)
const reduced = (shares: readonly number[]) => shares.map((share) => share / shares.reduce(gcd))

/** The shares of weights: exact for whole numbers and decimals of small sum, else rounded to parts of the sum. */
function sharesOf(weights: readonly number[]): number[] {
  const least = (i: number) => (weights[i]! > 0 ? 1 : 0)
  for (const scale of [1, 10, 100, 1e3, 1e4, 1e5, 1e6]) {
    const whole = weights.map((weight) => Math.round(weight * scale))
    const near = whole.every((w, i) => w >= least(i) && Math.abs(weights[i]! * scale - w) <= w * 1e-9)
    if (near && sum(whole) <= parts) return reduced(whole)
  }
  const largest = Math.max(...weights)
  const all = sum(weights.map((weight) => weight / largest))
  const exact = weights.map((weight) => (weight / largest / all) * parts)
  const shares = exact.map((share, i) => Math.max(least(i), Math.floor(share)))
  const byLoss = range(weights.length)
    .filter(least)
    .sort((a, b) => shares[a]! - exact[a]! - (shares[b]! - exact[b]!) || a - b)
  let left = parts - sum(shares)
  for (let i = 0; left > 0; i++, left--) shares[byLoss[i % byLoss.length]!]! += 1
  shares[shares.indexOf(Math.max(...shares))]! += left
  return reduced(shares)
}

interface Chosen {
  source: number
  count: number
}

/** The sources of the first samples; a source with nothing left ends them. */
function chosen(shares: readonly number[], most: number, rests?: readonly number[]): Chosen[] {
  const all = sum(shares)
  const counts = shares.map(() => 0)
  const out: Chosen[] = []
  for (let k = 0; k < most; k++) {
    let best = -1
    let earliest = Number.POSITIVE_INFINITY
    for (const [i, share] of shares.entries()) {
      const deadline = Math.ceil(((counts[i]! + 1) * all) / share)
      if (!share || Math.floor((counts[i]! * all) / share) > k || deadline >= earliest) continue
      best = i
      earliest = deadline
    }
    out.push({ source: best, count: counts[best]!++ })
    if (rests && counts[best] === rests[best]) break
  }
  return out
}

/** The first samples of all epochs together, each source without an end. */
function endlessOf({ weights, weightsFrom = [0], sources }: MixtureOrder, count: number): Chosen[] {
  const out: Chosen[] = []
  const before = sources.map(() => 0)
  for (const [i, from] of weightsFrom.entries()) {
    const row = weights.slice(i * sources.length, (i + 1) * sources.length)
    const part = chosen(sharesOf(row), Math.max(0, Math.min(count, weightsFrom[i + 1] ?? count) - from))
    for (const { source, count } of part) out.push({ source, count: before[source]! + count })
    for (const { source } of part) before[source]! += 1
  }
  return out
}

/** The samples of an epoch. */
function epochOf({ weights, onEnd, sources }: MixtureOrder, most: number): Chosen[] {
  let shares = sharesOf(weights)
  const before = sources.map(() => 0)
  const rests = sources.map(({ size }) => size)
  const out: Chosen[] = []
  while (rests.some((rest) => rest > 0)) {
    const part = chosen(shares, most, rests)
    for (const { source, count } of part) out.push({ source, count: before[source]! + count })
    for (const { source } of part) {
      before[source]! += 1
      rests[source]! -= 1
    }
    if (onEnd === 'stop') break
    shares = shares.map((share, i) => (rests[i] ? share : 0))
    if (sum(shares)) shares = reduced(shares)
  }
  return out
}

interface Told {
  index: number
  epoch: number
}

/** The first samples of a mixture, and the length of its epochs. */
function model(order: MixtureOrder, count: number): { samples: Told[]; size: number } {
  const { sources, onEnd } = order
  const epoch = onEnd === 'repeat' ? [] : epochOf(order, 1e6)
  const size = onEnd === 'repeat' ? sum(sources.map((source) => source.size)) : epoch.length
  const endless = onEnd === 'repeat' ? endlessOf(order, count) : []
  const firsts = sources.map((_, i) => sum(sources.slice(0, i).map((source) => source.size)))
  const given = sources.map((source) => {
    const sampler = new Sampler({ ...source, batchSize: 1, elastic: true })
    const list: number[] = []
    return (n: number) => {
      while (list.length <= n) list.push(sampler.next('continuous').indices[0]!)
      return list[n]!
    }
  })
  const samples = range(count).map((k): Told => {
    const turn = Math.floor(k / size)
    const { source, count } = endless[k] ?? epoch[k % size]!
    const own = sources[source]!.size
    const at = onEnd === 'repeat' ? count : turn * own + count
    return { index: firsts[source]! + given[source]!(at), epoch: Math.floor(at / own) }
  })
  return { samples, size }
}

const told = (sampler: Sampler, count: number): Told[] => {
  const out: Told[] = []
  while (out.length < count) {
    const { indices, epochs } = sampler.next('continuous')
    out.push(...[...indices].map((index, i) => ({ index, epoch: epochs[i]! })))
  }
  return out.slice(0, count)
}

describe('mixtures', () => {
  it('give the samples of the model, from the start and from any place', () => {
    fc.assert(
      fc.property(fc.oneof(mixtures, schedules), fc.integer({ min: 1, max: 400 }), fc.nat(), (mixture, count, from) => {
        const options = { size: 0, batchSize: 1, mixture }
        const { samples, size } = model(mixture, count)
        const sampler = new Sampler(options)
        expect(sampler.lengthOf(0)).toBe(size)
        expect(told(sampler, count)).toEqual(samples)
        const k = from % count
        sampler.seek(Math.floor(k / size), k % size)
        expect(told(sampler, count - k)).toEqual(samples.slice(k))
      }),
      { numRuns: runs(10_000, 150) },
    )
  })

  it('of independent draws give each source its samples in order, and the same ones from any place', () => {
    const given = fc.tuple(fc.oneof(mixtures, schedules), fc.integer({ min: 0, max: 2 ** 31 }))
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 400 }), fc.nat(), ([mixture, choiceSeed], count, from) => {
        const random = { ...mixture, choice: 'random' as const, choiceSeed }
        const options = { size: 0, batchSize: 1, mixture: random }
        const sampler = new Sampler(options)
        const size = sampler.lengthOf(0)
        const samples = told(sampler, count)
        const firsts = mixture.sources.map((_, i) => sum(mixture.sources.slice(0, i).map((source) => source.size)))
        const sourceOf = ({ index }: Told) => firsts.findLastIndex((first) => first <= index)
        // Which source gives a sample does not depend on their orders.
        const counted = { ...random, sources: random.sources.map(({ size }) => ({ size })) }
        const inTurn = told(new Sampler({ ...options, mixture: counted }), count)
        expect(inTurn.map(sourceOf)).toEqual(samples.map(sourceOf))
        const counts = firsts.map(() => 0)
        for (const [k, one] of inTurn.entries()) {
          const source = sourceOf(one)
          const own = mixture.sources[source]!.size
          if (mixture.onEnd !== 'repeat' && k % size === 0) counts.fill(0)
          const n = counts[source]!++
          expect(one.index - firsts[source]!).toBe(n % own)
          expect(one.epoch).toBe(mixture.onEnd === 'repeat' ? Math.floor(n / own) : Math.floor(k / size))
        }
        const k = from % count
        sampler.seek(Math.floor(k / size), k % size)
        expect(told(sampler, count - k)).toEqual(samples.slice(k))
      }),
      { numRuns: runs(3000, 100) },
    )
  })

  it('of independent draws have their weights, and draws that tell nothing of the next ones', () => {
    const weights = [5, 3, 1, 0.5, 0.5]
    const sources = weights.map(() => ({ size: 1 }))
    const count = runs(200_000, 20_000)
    const mixture = { weights, sources, onEnd: 'repeat' as const, choice: 'random' as const }
    const drawn = (choiceSeed: number) =>
      told(new Sampler({ size: 0, batchSize: 1000, mixture: { ...mixture, choiceSeed } }), count).map(
        (one) => one.index,
      )
    const first = drawn(1)
    const share = weights.map((weight) => weight / sum(weights))
    // Counts of pairs: of a draw and the next one, the one after it, and that of another seed.
    for (const other of [first.slice(1), first.slice(2), drawn(2)]) {
      const pairs = weights.map(() => weights.map(() => 0))
      for (const [k, to] of other.entries()) pairs[first[k]!]![to]! += 1
      const cells = pairs.flatMap((row, i) => row.map((n, j) => [n, other.length * share[i]! * share[j]!] as const))
      const chiSquare = sum(cells.map(([n, expected]) => (n - expected) ** 2 / expected))
      // 24 degrees of freedom: 1 in 100,000 is above 68.
      expect(chiSquare).toBeLessThan(68)
    }
  })

  it('never stray by a whole sample from the weights', () => {
    const weights = fc.oneof(
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.double({ min: 1e-7, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom(1e-9, 1, 0.25, 1e9), { minLength: 1, maxLength: 6 }),
    )
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 5000 }), (weights, from) => {
        const sources = weights.map(() => ({ size: 1 }))
        const sampler = new Sampler({ size: 0, batchSize: 1, mixture: { weights, onEnd: 'repeat', sources } })
        const shares = sharesOf(weights)
        const all = sum(shares)
        for (const [i, share] of shares.entries()) {
          expect(Math.abs(share / all - weights[i]! / sum(weights))).toBeLessThan(weights.length / parts)
        }
        // The epoch of a source of one sample is the number of its samples before.
        sampler.seek(Math.floor(from / weights.length), from % weights.length)
        let [most, least] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
        for (let k = from; k < from + 200; k++) {
          const { indices, epochs } = sampler.next('continuous')
          const exact = (n: number) => (shares[indices[0]!]! * n) / all
          most = Math.max(most, epochs[0]! - exact(k), epochs[0]! + 1 - exact(k + 1))
          least = Math.min(least, epochs[0]! + 1 - exact(k + 1))
        }
        expect(most).toBeLessThan(1)
        expect(least).toBeGreaterThan(-1)
      }),
      { numRuns: runs(10_000, 200) },
    )
  })
})
