// The orders of one epoch: the shuffle buffer's bound, evenness and model, and seeking.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BufferOrder, DirectOrder } from '../../src/readers/order.js'
import { Permutation } from '../../src/readers/permutation.js'
import { expectCounts, factorial, range, rankOf } from './helpers.js'

const buffer = (size: number, fill: number, seed = 1, epoch = 0) =>
  new BufferOrder(new DirectOrder(0), size, fill, seed, [epoch, 0, 1])
const sizes = fc.record({
  size: fc.integer({ min: 1, max: 400 }),
  fill: fc.integer({ min: 1, max: 450 }),
  seed: fc.nat(),
})

describe('direct order', () => {
  it('counts from the begin, through the permutation if there is one, and seeks', () => {
    const plain = new DirectOrder(3)
    expect([plain.next(), plain.next()]).toEqual([3, 4])
    const permutation = new Permutation(50, 1, 1, 1)
    const permuted = new DirectOrder(3, permutation)
    permuted.seek(10)
    expect([permuted.next(), permuted.next()]).toEqual([permutation.at(13), permutation.at(14)])
  })
})

describe('shuffle buffer', () => {
  it('gives every sample once, none before it can have entered the buffer', () => {
    fc.assert(
      fc.property(sizes, ({ size, fill, seed }) => {
        const order = buffer(size, fill, seed)
        const ranks = range(size).map(() => order.next())
        expect([...ranks].sort((a, b) => a - b)).toEqual(range(size))
        expect(ranks.every((rank, position) => position >= rank - fill + 1)).toBe(true)
      }),
    )
  })

  it('continues after a seek as if it had run through', () => {
    fc.assert(
      fc.property(sizes, fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), ({ size, fill, seed }, jumps) => {
        const through = buffer(size, fill, seed)
        const ranks = range(size).map(() => through.next())
        const jumping = buffer(size, fill, seed)
        for (const jump of jumps) {
          const position = jump % size
          jumping.seek(position)
          expect(range(Math.min(30, size - position)).map(() => jumping.next())).toEqual(
            ranks.slice(position, position + 30),
          )
        }
      }),
    )
  })

  it('seeks far into a long epoch in steps that depend on the buffer only', () => {
    const size = 2 ** 31 - 1
    const order = buffer(size, 64)
    order.seek(size - 1000)
    const rest = range(1000).map(() => order.next())
    expect(new Set(rest).size).toBe(1000)
    expect(Math.max(...rest)).toBe(size - 1)
  })

  it('of one entry is the reading order', () => {
    const order = buffer(30, 1)
    expect(range(30).map(() => order.next())).toEqual(range(30))
  })

  it.each([4, 5, 9])('as large as the data set (4) or larger (%i) gives every permutation equally often', (fill) => {
    const counts = new Uint32Array(factorial(4))
    for (let epoch = 0; epoch < 24 * 300; epoch++) {
      const order = buffer(4, fill, 3, epoch)
      counts[rankOf(range(4).map(() => order.next()))]!++
    }
    expectCounts(counts, () => 300)
  })

  it('keeps the first sample for a geometric time, as a buffer with even draws does', () => {
    const fill = 5
    const rounds = 40_000
    const cells = 12
    const counts = new Uint32Array(cells + 1)
    for (let epoch = 0; epoch < rounds; epoch++) {
      const order = buffer(40, fill, 3, epoch)
      let position = 0
      while (position < cells && order.next() !== 0) position++
      counts[position]!++
    }
    const left = (1 - 1 / fill) ** cells
    expectCounts(counts, (cell) => rounds * (cell === cells ? left : (1 / fill) * (1 - 1 / fill) ** cell))
  })
})
