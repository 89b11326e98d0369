// The permutation of shuffleAfterEpoch: a bijection at every size, as even as a random one, another one for another seed or epoch.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Sampler } from '../util/sampler.js'
import { expectCounts, factorial, range, rankOf } from './helpers.js'

const shuffled = (size: number, batchSize: number, seed: number) =>
  new Sampler({ size, batchSize, shuffleAfterEpoch: true, shuffleAfterEpochSeed: seed })

/** The permutations of the epochs. */
function permutations(size: number, seed: number): (epoch: number) => number[] {
  const sampler = shuffled(size, size, seed)
  return (epoch) => {
    sampler.seek(epoch, 0)
    return [...sampler.next('epoch').indices]
  }
}

const all = (size: number, seed: number, epoch: number) => permutations(size, seed)(epoch)

/** How many values behind position i are smaller than the one there. */
function inversions(values: number[], value: number, i: number): number {
  return values.slice(i + 1).filter((later) => later < value).length
}

function expectBijection(size: number, seed: number, epoch: number): void {
  const seen = new Uint8Array(size)
  for (const value of all(size, seed, epoch)) seen[value]!++
  expect(seen.every((n) => n === 1)).toBe(true)
}

describe('the permutation is a bijection', () => {
  it('at any small size', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 3000 }), fc.maxSafeInteger(), fc.nat(), expectBijection))
  })

  it('around powers of two and at odd and even bit counts', () => {
    for (const bits of [8, 9, 15, 16, 17])
      for (const size of [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]) expectBijection(size, 3, 1)
  })

  it('stays below the largest size', () => {
    const size = 2 ** 31 - 1
    const sampler = shuffled(size, 1, 1)
    const values = range(20_000).map((i) => {
      sampler.seek(1, size - 1 - i * 100_000)
      return sampler.next('epoch').indices[0]!
    })
    expect(new Set(values).size).toBe(values.length)
    expect(values.every((value) => value >= 0 && value < size)).toBe(true)
  })
})

describe('evenness', () => {
  it.each([2, 3, 4, 5])('every permutation of %i comes equally often over epochs', (size) => {
    const kinds = factorial(size)
    const counts = new Uint32Array(kinds)
    const of = permutations(size, 11)
    for (let epoch = 0; epoch < kinds * 200; epoch++) counts[rankOf(of(epoch))]!++
    expectCounts(counts, () => 200)
  })

  it.each([7, 100, 257])(
    'every value of %i comes equally often at every position, over epochs and over seeds',
    (size) => {
      for (const vary of ['epoch', 'seed']) {
        const counts = new Uint32Array(size * size)
        const rounds = size * 20
        for (let r = 0; r < rounds; r++) {
          const values = all(size, vary === 'seed' ? r : 5, vary === 'epoch' ? r : 0)
          for (let i = 0; i < size; i++) counts[i * size + values[i]!]!++
        }
        expectCounts(counts, () => 20)
      }
    },
  )

  it('every pair of values comes equally often at two positions, which enter half of the network alike', () => {
    const size = 200
    const counts = new Uint32Array(size * size)
    const sampler = shuffled(size, 17, 5)
    for (let epoch = 0; epoch < size * (size - 1) * 8; epoch++) {
      sampler.seek(epoch, 0)
      const { ids } = sampler.draw('epoch')
      counts[ids[0]! * size + ids[4 * 16]!]!++
    }
    expectCounts(
      counts.filter((_, i) => i % (size + 1) !== 0),
      () => 8,
    )
  })

  it('half of the permutations are odd, which a network of four bits alone never is', () => {
    let odd = 0
    const of = permutations(16, 5)
    for (let epoch = 0; epoch < 2000; epoch++)
      odd += of(epoch).reduce((n, v, i, list) => n ^ (inversions(list, v, i) & 1), 0)
    expect(Math.abs(odd - 1000)).toBeLessThan(120)
  })

  it('neighbours in the data set are no closer than chance in a large permutation', () => {
    const size = 1_000_003
    const [first, ...others] = all(size, 9, 2)
    const steps = new Uint32Array(64)
    let previous = first!
    for (const value of others) {
      steps[Math.floor((((value - previous + size) % size) / size) * 64)]!++
      previous = value
    }
    expectCounts(steps, () => (size - 1) / 64)
  })

  it('has about one fixed point and about as many inversions as a random permutation', () => {
    let fixed = 0
    let inverted = 0
    for (let epoch = 0; epoch < 400; epoch++) {
      const values = all(200, 4, epoch)
      fixed += values.filter((value, i) => value === i).length
      values.forEach((value, i) => {
        inverted += inversions(values, value, i)
      })
    }
    expect(fixed / 400).toBeGreaterThan(0.75)
    expect(fixed / 400).toBeLessThan(1.25)
    expect(Math.abs(inverted / 400 / (200 * 199) - 0.25)).toBeLessThan(0.004)
  })
})

it('depends on the seed, its high word, and the epoch', () => {
  const base = all(500, 1, 1)
  expect(all(500, 1, 1)).toEqual(base)
  for (const other of [all(500, 2, 1), all(500, 1 + 2 ** 32, 1), all(500, 1, 2)]) {
    expect(other.filter((value, i) => value === base[i]).length).toBeLessThan(12)
  }
})
