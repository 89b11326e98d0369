// Philox against Random123's known answers, and the draws made from it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Draws, philox4x32, seedWords } from '../../src/data/philox.js'
import { expectCounts } from './helpers.js'

function words(key: [number, number], counter: [number, number, number, number]): string {
  const out = new Uint32Array(4)
  philox4x32(out, ...key, ...counter)
  return Array.from(out, (word) => word.toString(16).padStart(8, '0')).join(' ')
}

it('gives the known answers of Random123 for philox4x32-10', () => {
  const ones = 0xffffffff
  expect(words([0, 0], [0, 0, 0, 0])).toBe('6627e8d5 e169c58d bc57ac4c 9b00dbd8')
  expect(words([ones, ones], [ones, ones, ones, ones])).toBe('408f276d 41c83b0e a20bc7c6 6d5451fd')
  expect(words([0xa4093822, 0x299f31d0], [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344])).toBe(
    'd16cfe09 94fdcceb 5001e420 24126ea1',
  )
})

it('splits a seed into two words, negative ones in two complement', () => {
  expect(seedWords(0)).toEqual([0, 0])
  expect(seedWords(2 ** 32 + 5)).toEqual([5, 1])
  expect(seedWords(-1)).toEqual([0xffffffff, 0xffffffff])
  expect(seedWords(Number.MAX_SAFE_INTEGER)).toEqual([0xffffffff, 2 ** 21 - 1])
})

it('gives draw t whatever was drawn before', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1 }), fc.maxSafeInteger(), (order, seed) => {
      const forward = new Draws(seed, [1, 2, 3])
      const expected = Array.from({ length: 51 }, (_, t) => forward.below(t, 1000))
      const jumping = new Draws(seed, [1, 2, 3])
      for (const t of order) expect(jumping.below(t, 1000)).toBe(expected[t])
    }),
  )
})

it('draws evenly below n, and differently in another stream or under another seed', () => {
  const drawn = (seed: number, stream: [number, number, number]) => {
    const draws = new Draws(seed, stream)
    return Array.from({ length: 60_000 }, (_, t) => draws.below(t, 60))
  }
  const base = drawn(7, [0, 0, 1])
  const single = new Uint32Array(60)
  const successive = new Uint32Array(36)
  base.forEach((value, t) => {
    single[value]!++
    if (t % 2 === 1) successive[Math.floor(base[t - 1]! / 10) * 6 + Math.floor(value / 10)]!++
  })
  expectCounts(single, () => 1000)
  expectCounts(successive, () => 30_000 / 36)
  for (const other of [drawn(8, [0, 0, 1]), drawn(7 + 2 ** 32, [0, 0, 1]), drawn(7, [1, 0, 1]), drawn(7, [0, 1, 1])]) {
    const equal = other.filter((value, t) => value === base[t]).length
    expect(Math.abs(equal - 1000)).toBeLessThan(160)
  }
})
