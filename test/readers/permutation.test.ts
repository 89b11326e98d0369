// The permutation: a bijection at every size, as even as a random one, another one for another seed or epoch.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Permutation } from '../../src/readers/permutation.js'
import { expectCounts, factorial, range, rankOf } from './helpers.js'

function all(size: number, seed: number, epoch: number, domain = 1): number[] {
  const permutation = new Permutation(size, seed, epoch, domain)
  return range(size).map((i) => permutation.at(i))
}

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
    const permutation = new Permutation(size, 1, 1, 1)
    const values = range(20_000).map((i) => permutation.at(size - 1 - i * 100_000))
    expect(new Set(values).size).toBe(values.length)
    expect(values.every((value) => value >= 0 && value < size)).toBe(true)
  })
})

describe('evenness', () => {
  it.each([2, 3, 4, 5])('every permutation of %i comes equally often over epochs', (size) => {
    const kinds = factorial(size)
    const counts = new Uint32Array(kinds)
    for (let epoch = 0; epoch < kinds * 200; epoch++) counts[rankOf(all(size, 11, epoch))]!++
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
    for (let epoch = 0; epoch < size * (size - 1) * 8; epoch++) {
      const permutation = new Permutation(size, 5, epoch, 1)
      counts[permutation.at(0) * size + permutation.at(16)]!++
    }
    expectCounts(
      counts.filter((_, i) => i % (size + 1) !== 0),
      () => 8,
    )
  })

  it('half of the permutations are odd, which a network of four bits alone never is', () => {
    let odd = 0
    for (let epoch = 0; epoch < 2000; epoch++)
      odd += all(16, 5, epoch).reduce((n, v, i, list) => n ^ (inversions(list, v, i) & 1), 0)
    expect(Math.abs(odd - 1000)).toBeLessThan(120)
  })

  it('neighbours in the data set are no closer than chance in a large permutation', () => {
    const size = 1_000_003
    const permutation = new Permutation(size, 9, 2, 1)
    const steps = new Uint32Array(64)
    const first = permutation.at(0)
    let previous = first
    for (let i = 1; i < size; i++) {
      const value = permutation.at(i)
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

it('depends on the seed, its high word, the epoch, and the domain', () => {
  const base = all(500, 1, 1, 1)
  expect(all(500, 1, 1, 1)).toEqual(base)
  for (const other of [all(500, 2, 1, 1), all(500, 1 + 2 ** 32, 1, 1), all(500, 1, 2, 1), all(500, 1, 1, 2)]) {
    expect(other.filter((value, i) => value === base[i]).length).toBeLessThan(12)
  }
})
