// Random numbers of imperative mode: generators and their states; draws that depend on the seed and the call alone; and
// streams of seeds that have nothing in common.
// @module-tag shared
import { describe, expect, it } from 'vitest'
import { batch, type EvalMode, random, withEvalMode } from '../../src/dynamic.js'
import { coinFlip, flip, images, numbers, uniform } from './calls.js'

const { RNG } = random
const modes: readonly EvalMode[] = ['eager', 'syncCpu', 'syncFull', 'deferred']

describe('a generator', () => {
  it('repeats its sequence from the same seed, and another one from another', () => {
    const first = (seed: number | bigint) => {
      const rng = new RNG(seed)
      return [rng.next(), rng.next(), rng.next()]
    }
    expect(first(1234)).toEqual(first(1234n))
    expect(first(1234)).not.toEqual(first(1235))
    for (const n of first(7)) expect(Number.isInteger(n) && n >= 0 && n < 2 ** 32).toBe(true)
  })

  it('takes 64 bits of a seed', () => {
    expect(new RNG(2n ** 64n + 5n).state).toBe(new RNG(5).state)
    expect(new RNG(-1).state).toBe(new RNG(2n ** 64n - 1n).state)
    expect(new RNG(2n ** 40n).state).not.toBe(new RNG(0).state)
  })

  it('starts from a random seed when none is given', () => {
    const states = new Set(Array.from({ length: 20 }, () => new RNG().state))
    expect(states.size).toBe(20)
  })

  it('goes on from a state: set, given to a new one, or cloned', () => {
    const rng = new RNG(42)
    rng.next()
    const { state } = rng
    const copy = rng.clone()
    const expected = [rng.next(), rng.next()]
    expect([copy.next(), copy.next()]).toEqual(expected)
    rng.state = state
    expect(rng.next()).toBe(expected[0])
    rng.setState(state)
    expect(rng.next()).toBe(expected[0])
    const restored = new RNG({ state: JSON.parse(JSON.stringify(state)) })
    expect([restored.next(), restored.next()]).toEqual(expected)
    expect(rng.getState()).toBe(rng.state)
    expect(String(new RNG(1))).toBe("RNG(state='rng:0000000000000001:0000000000000000')")
  })

  it('skips calls, also over the end of a word and of the counter', () => {
    const walked = new RNG(9)
    for (let i = 0; i < 100; i++) walked.next()
    const skipped = new RNG(9)
    skipped.advance(100)
    expect(skipped.next()).toBe(walked.next())
    const carried = new RNG({ state: 'rng:0000000000000009:00000000ffffffff' })
    carried.draw()
    expect(carried.state).toBe('rng:0000000000000009:0000000100000000')
    carried.advance(2n ** 64n - 1n)
    expect(carried.state).toBe('rng:0000000000000009:00000000ffffffff')
    const last = new RNG({ state: 'rng:0000000000000009:ffffffffffffffff' })
    last.draw()
    expect(last.state).toBe(new RNG(9).state)
  })

  it('counts a call of an operator and a call of next() as one each', () => {
    const rng = new RNG(3)
    uniform({ rng, shape: [1000], batchSize: 5 })
    expect(rng.state).toMatch(/:0000000000000001$/)
    rng.next()
    expect(rng.state).toMatch(/:0000000000000002$/)
  })

  it.each([
    [() => new RNG(1.5), /Expected an integer for seed but received 1.5/],
    [() => new RNG(2 ** 60), /Give integers beyond 2 \*\* 53 as a bigint/],
    [() => new RNG('7' as never), /Expected an integer for seed but received "7"/],
    [() => new RNG({ state: 'rng:1' }), /Expected what getState\(\) has returned for state but received "rng:1"/],
    [
      () => new RNG({ seed: 1 } as never),
      /an integer, or an object with the state of an RNG, for seed but received an object. Give the number itself/,
    ],
    [() => new RNG([1] as never), /for seed but received \[1\]/],
    [() => new RNG(1).setState(null as never), /for state but received null/],
    [() => new RNG(1).advance(-1), /Expected an integer >= 0 for n but received -1/],
    [() => new RNG(1).advance(0.5), /Expected an integer for n/],
    [() => random.setSeed(Number.NaN), /for seed but received NaN/],
    [() => uniform({ rng: 5 }), /Expected an RNG for rng but received 5/],
  ])('refuses what is wrong: %#', (call, message) => {
    expect(call).toThrow(message)
    expect(call).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })
})

describe('draws', () => {
  const seeded = (count = 4) => {
    const rng = new RNG(77)
    return Array.from({ length: count }, () => uniform({ rng, shape: [3], batchSize: 4 }))
  }
  const expected = withEvalMode('syncCpu', () => seeded().map(numbers))

  it('are of the calls, in every mode and whatever is read first', () => {
    expect(new Set(expected.map(String)).size).toBe(4)
    for (const mode of modes) {
      for (const order of [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [2, 0, 3, 1],
      ]) {
        const read: number[][] = []
        withEvalMode(mode, () => {
          const made = seeded()
          for (const i of order) read[i] = numbers(made[i]!)
        })
        expect(read, `${mode}, ${order}`).toEqual(expected)
      }
    }
  })

  it('are drawn though nobody reads them: the next call draws the same', () => {
    for (const mode of modes) {
      const last = withEvalMode(mode, () => seeded().at(-1)!)
      expect(numbers(last), mode).toEqual(expected[3])
    }
  })

  it('stay the same when what was left inside a run is made once more', () => {
    const image = images(4, 4)
    const rng = new RNG(5)
    const inner = coinFlip({ rng, batchSize: 4 })
    const outer = flip(image, { horizontal: inner })
    outer.dataSync()
    const once = new RNG(5)
    const alone = withEvalMode('syncCpu', () => numbers(coinFlip({ rng: once, batchSize: 4 })))
    expect(numbers(inner)).toEqual(alone)
  })

  it('of sample i are the same in a batch of any size, and of a call without one those of sample 0', () => {
    const draw = (batchSize?: number) => numbers(uniform({ rng: new RNG(8), shape: [2], batchSize }))
    expect(draw(7).slice(0, 6)).toEqual(draw(3))
    expect(draw()).toEqual(draw(3).slice(0, 2))
    expect(new Set(draw(7)).size).toBe(14)
  })

  it('take arguments per sample, by themselves and drawn', () => {
    const ranges = [0, 10, 20, 30].map((low) => new Float32Array([low, low + 1]))
    const range = batch(ranges)
    const values = numbers(uniform({ rng: new RNG(1), range }))
    expect(values.map(Math.floor)).toEqual([0, 10, 20, 30])
    // The same draws as in one range.
    const flat = numbers(uniform({ rng: new RNG(1), range: [0, 1], batchSize: 4 }))
    for (const i of flat.keys()) expect(values[i]! - 10 * i).toBeCloseTo(flat[i]!, 4)

    const chances = batch([0, 1, 0, 1].map((p) => new Float32Array([p])).map((data) => ({ data, shape: [] })))
    expect(numbers(coinFlip({ rng: new RNG(2), probability: chances }))).toEqual([0, 1, 0, 1])
    const drawn = uniform({ rng: new RNG(3), range: [0, 1], batchSize: 64 })
    const coins = numbers(coinFlip({ rng: new RNG(4), probability: drawn }))
    const heads = (from: number, to: number) => {
      const of = numbers(drawn).flatMap((p, i) => (p >= from && p < to ? [coins[i]!] : []))
      return of.reduce((a, b) => a + b, 0) / of.length
    }
    expect(heads(0.7, 1)).toBeGreaterThan(heads(0, 0.3))
  })

  it('without rng are of the default generator, which setSeed() seeds', () => {
    random.setSeed(77)
    expect(random.getDefaultRng().state).toBe(new RNG(77).state)
    expect([1, 2, 3, 4].map(() => numbers(uniform({ shape: [3], batchSize: 4 })))).toEqual(expected)
    expect(random.getDefaultRng()).toBe(random.getDefaultRng())
  })
})

describe('seed + rank', () => {
  const ranks = 64
  const calls = 16
  const perCall = 128
  const streams = Array.from({ length: ranks }, (_, rank) => {
    const rng = new RNG(1_000 + rank)
    const made = Array.from({ length: calls }, () =>
      uniform({ rng, range: [0, 1], shape: [8], batchSize: perCall / 8 }),
    )
    return Float32Array.from(made.flatMap(numbers))
  })

  it('gives streams that never show the same four numbers in a row', () => {
    const seen = new Set<string>()
    let windows = 0
    for (const stream of streams) {
      for (let i = 0; i + 4 <= stream.length; i++, windows++) seen.add(stream.subarray(i, i + 4).join())
    }
    expect(windows).toBe(ranks * (calls * perCall - 3))
    expect(seen.size).toBe(windows)
  })

  it('gives uniform numbers, all together, rank by rank, and at the same place of every rank', () => {
    const chiSquare = (values: ArrayLike<number>, bins: number) => {
      const counts = new Array<number>(bins).fill(0)
      for (let i = 0; i < values.length; i++) counts[Math.floor(values[i]! * bins)]!++
      const even = values.length / bins
      return counts.reduce((sum, n) => sum + (n - even) ** 2 / even, 0)
    }
    // Five standard deviations above the mean of the distribution; the seeds are fixed.
    const most = (bins: number) => bins - 1 + 5 * Math.sqrt(2 * (bins - 1))
    const all = Float32Array.from(streams.flatMap((s) => Array.from(s)))
    expect(chiSquare(all, 256)).toBeLessThan(most(256))
    for (const stream of streams) expect(chiSquare(stream, 32)).toBeLessThan(most(32))
    for (let at = 0; at < calls * perCall; at += 97) {
      expect(
        chiSquare(
          streams.map((s) => s[at]!),
          8,
        ),
      ).toBeLessThan(most(8))
    }
  })
})
