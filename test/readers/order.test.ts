// The shuffle buffer of randomShuffle: its bound, evenness and model, and seeking. A sample is told by its place in the
// fixed order that the buffer reads.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Sampler } from '../util/sampler.js'
import { expectCounts, factorial, range, rankOf } from './helpers.js'

const shuffled = (size: number, initialFill: number, seed = 1) =>
  new Sampler({ size, batchSize: 1, randomShuffle: true, initialFill, seed })

function buffer(size: number, fill: number, seed = 1) {
  const reading = shuffled(size, 1)
  const places = new Int32Array(size)
  for (let place = 0; place < size; place++) places[reading.next('epoch').indices[0]!] = place
  const sampler = shuffled(size, fill, seed)
  return {
    next: () => places[sampler.draw('epoch').ids[0]!]!,
    seek: (position: number, epoch = 0) => sampler.seek(epoch, position),
  }
}
const sizes = fc.record({
  size: fc.integer({ min: 1, max: 400 }),
  fill: fc.integer({ min: 1, max: 450 }),
  seed: fc.nat(),
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
    const order = shuffled(size, 64)
    order.seek(0, size - 1000)
    const rest = range(1000).map(() => order.next('epoch').indices[0]!)
    expect(new Set(rest).size).toBe(1000)
  })

  it('of one entry is the reading order', () => {
    const order = buffer(30, 1)
    expect(range(30).map(() => order.next())).toEqual(range(30))
  })

  it.each([4, 5, 9])('as large as the data set (4) or larger (%i) gives every permutation equally often', (fill) => {
    const counts = new Uint32Array(factorial(4))
    const order = buffer(4, fill, 3)
    for (let epoch = 0; epoch < 24 * 300; epoch++) {
      order.seek(0, epoch)
      counts[rankOf(range(4).map(() => order.next()))]!++
    }
    expectCounts(counts, () => 300)
  })

  it('keeps the first sample for a geometric time, as a buffer with even draws does', () => {
    const fill = 5
    const rounds = 40_000
    const cells = 12
    const counts = new Uint32Array(cells + 1)
    const order = buffer(40, fill, 3)
    for (let epoch = 0; epoch < rounds; epoch++) {
      order.seek(0, epoch)
      let position = 0
      while (position < cells && order.next() !== 0) position++
      counts[position]!++
    }
    const left = (1 - 1 / fill) ** cells
    expectCounts(counts, (cell) => rounds * (cell === cells ? left : (1 / fill) * (1 - 1 / fill) ** cell))
  })
})
