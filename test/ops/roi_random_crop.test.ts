// roiRandomCrop: the positions that it may draw, each equally often, and what it refuses.
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { chiSquare } from '../util/random.js'
import { refusedTest } from '../util/refused.js'
import { check } from '../util/soak.js'

const starts = (options: object, count = 6000) => {
  const made = nd.roiRandomCrop({ ...options, batchSize: count, rng: new nd.random.RNG(3) } as never)
  return [...made.dataSync()].map(Number)
}

test.each<[string, object, number, number]>([
  ['a small region', { cropShape: 10, roiStart: 5, roiShape: 5 }, 0, 5],
  ['a small region within bounds', { cropShape: 10, roiStart: 5, roiEnd: 10, inShape: 13 }, 0, 3],
  ['a large region', { cropShape: 5, roiStart: 3, roiShape: 9, inShape: 30 }, 3, 7],
  ['a region of the same size', { cropShape: 5, roiStart: 3, roiShape: 5 }, 3, 3],
  ['a region at a negative place', { cropShape: 10, roiStart: -5, roiShape: 7 }, -8, -5],
])('%s has the window at each place equally often', (_, options, low, high) => {
  const values = starts(options)
  expect([Math.min(...values), Math.max(...values)]).toEqual([low, high])
  if (high > low)
    expect(
      Math.abs(
        chiSquare(
          values.map((v) => v - low),
          high - low + 1,
        ),
      ),
    ).toBeLessThan(4)
})

test('the window holds the region or lies in it, and stays within the bounds', async () => {
  const axis = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(), fc.nat(), fc.nat()).map(([bound, a, b, c]) => ({
    bound,
    start: a % bound,
    shape: b % (bound - (a % bound) + 1),
    crop: c % (bound + 1),
  }))
  await check(
    400,
    1,
    fc.asyncProperty(fc.array(axis, { minLength: 1, maxLength: 4 }), async (axes) => {
      const options = {
        cropShape: axes.map(({ crop }) => crop),
        roiStart: axes.map(({ start }) => start),
        roiShape: axes.map(({ shape }) => shape),
      }
      const data = {
        data: new Uint8Array(axes.reduce((n, { bound }) => n * bound, 1)),
        shape: axes.map((x) => x.bound),
      }
      for (const made of [
        nd.roiRandomCrop({ ...options, inShape: data.shape }),
        ...(data.data.length < 1e5 ? [nd.roiRandomCrop(data, options)] : []),
      ]) {
        expect([made.dtype, made.shape]).toEqual(['int64', [axes.length]])
        for (const [i, at] of [...made.dataSync()].map(Number).entries()) {
          const { bound, start, shape, crop } = axes[i]!
          expect(at >= 0 && at + crop <= bound).toBe(true)
          if (shape >= crop) expect(at >= start && at + crop <= start + shape).toBe(true)
          else expect(at <= start && at + crop >= start + shape).toBe(true)
        }
      }
    }),
    60,
  )
})

const crop = (options: object) => nd.roiRandomCrop({ cropShape: [4, 4], roiStart: [1, 1], ...options } as never)
const roiShape = [2, 2]
refusedTest([
  ['no end', () => crop({}), 'INVALID_ARGUMENT', /roiEnd or roiShape but received none/],
  ['two ends', () => crop({ roiShape, roiEnd: [5, 5] }), 'INVALID_ARGUMENT', /but received both/],
  ['three values', () => crop({ roiShape: [1, 2, 3] }), 'INVALID_ARGUMENT', /1 or 2 values .* for roiShape .* 3/],
  ['an end before the start', () => crop({ roiEnd: [0, 5] }), 'INVALID_ARGUMENT', /no negative extent .* \[1, 0\)/],
  [
    'a region beyond the bounds',
    () => crop({ roiShape: 9, inShape: [5, 50] }),
    'INVALID_ARGUMENT',
    /within 5 elements/,
  ],
  ['a window beyond the bounds', () => crop({ roiShape, inShape: [3, 50] }), 'INVALID_ARGUMENT', /window 4/],
  [
    'bounds twice',
    () => nd.roiRandomCrop(new Uint8Array(9), { cropShape: 4, roiStart: 1, roiShape: 2, inShape: 9 }),
    'INVALID_ARGUMENT',
    /inShape or the input data but received both/,
  ],
  [
    'an input of fewer dimensions',
    () => nd.roiRandomCrop(new Uint8Array(9), { cropShape: [4, 4], roiStart: 1, roiShape: 2 }),
    'INVALID_ARGUMENT',
    /at most 1 values/,
  ],
])
