// Draws mixtures for property tests: sources of any size and order, and weights of any size.
import fc from 'fast-check'
import type { MixtureOrder, SourceOrder } from '../util/sampler.js'
import { range } from './helpers.js'

export const shuffles = (size: number): fc.Arbitrary<Partial<SourceOrder>> =>
  fc.oneof(
    fc.constant({}),
    fc.constant({ shuffleAfterEpoch: true }),
    fc.integer({ min: 1, max: size + 3 }).map((initialFill) => ({ randomShuffle: true, initialFill })),
    fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 })).map(([block, blockWindow]) => ({
      shuffleBlocks: true,
      blockWindow,
      edges: () => Int32Array.from([...range(Math.ceil(size / block)).map((k) => k * block), size]),
    })),
  )

export const orders = (min: number, max: number): fc.Arbitrary<SourceOrder> =>
  fc.integer({ min, max }).chain((size) => shuffles(size).map((shuffle): SourceOrder => ({ size, ...shuffle })))

const weight = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.double({ min: 0.001, max: 1, noNaN: true }),
  fc.constantFrom(1e-9, 0.1, 0.7, 1e-6, 1e6),
)

/** Weights of a mixture that change, or not, of which each source has one above 0. */
const changing = (count: number): fc.Arbitrary<Pick<MixtureOrder, 'weights' | 'weightsFrom'>> =>
  fc
    .array(
      fc.tuple(
        fc.integer({ min: 1, max: 150 }),
        fc.array(fc.oneof(weight, fc.constant(0)), { minLength: count, maxLength: count }),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((rows) => {
      const filled = rows.map(([, row]) => (row.some((of) => of) ? row : row.map(() => 1)))
      const weights = filled.flatMap((row, i) => row.map((of, k) => (i || filled.some((other) => other[k]) ? of : 1)))
      const lengths = rows.map(([length]) => length)
      const weightsFrom = rows.map((_, i) => lengths.slice(0, i).reduce((a, b) => a + b, 0))
      return { weights, weightsFrom }
    })

export const mixtures: fc.Arbitrary<MixtureOrder> = fc
  .array(fc.tuple(weight, fc.oneof(orders(1, 40), fc.constant({ size: 1 }))), { minLength: 1, maxLength: 7 })
  .chain((list) =>
    fc.constantFrom('repeat' as const, 'stop' as const, 'drop' as const).map((onEnd) => ({
      weights: list.map(([weight]) => weight),
      sources: list.map(([, source]) => source),
      onEnd,
    })),
  )

/** Mixtures whose weights change. */
export const schedules: fc.Arbitrary<MixtureOrder> = fc
  .array(orders(1, 40), { minLength: 1, maxLength: 5 })
  .chain((sources) => changing(sources.length).map((of) => ({ ...of, sources, onEnd: 'repeat' as const })))

/** Mixtures of all kinds of weights, whose sources are drawn or not. */
export const anyMixtures: fc.Arbitrary<MixtureOrder> = fc
  .tuple(fc.oneof(mixtures, schedules), fc.constantFrom('even' as const, 'random' as const))
  .map(([mixture, choice]) => ({ ...mixture, choice }))
