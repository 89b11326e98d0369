// random.normal: shapes and dtypes as documented, draws that fit the distribution, and the same ones for the same seed.
import { fn } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { draws, moments } from '../util/random.js'
import { refusedTest } from '../util/refused.js'

const normal = (options: object = {}, seed = 42, count = 20000) => draws(() => fn.random.normal(options), seed, count)

test('it draws one float32 of shape [] per sample by default, mean 0, deviation 1', async () => {
  const { list, values } = await normal()
  expect(list).toEqual({ dtype: 'float32', layout: '', shape: [] })
  const { mean, variance, kurtosis } = moments(values)
  expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(values.length))
  expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / values.length))
  expect(Math.abs(kurtosis - 3)).toBeLessThan(4 * Math.sqrt(24 / values.length))
  // Shares within one and two deviations.
  const within = (d: number) => values.filter((v) => Math.abs(v) < d).length / values.length
  expect(within(1)).toBeCloseTo(0.6827, 1.7)
  expect(within(2)).toBeCloseTo(0.9545, 1.9)
})

test('mean and stddev move and scale the draws', async () => {
  const { values } = await normal({ mean: 5, stddev: 0.5, shape: [3] })
  const { mean, variance } = moments(values)
  expect(mean).toBeCloseTo(5, 1.5)
  expect(variance).toBeCloseTo(0.25, 1.9)
  expect(new Set((await normal({ mean: 5, stddev: 0 }, 1, 9)).values)).toEqual(new Set([5]))
})

test('integers round and saturate', async () => {
  const { list, values } = await normal({ mean: 250, stddev: 20, dtype: 'uint8' })
  expect(list.dtype).toBe('uint8')
  expect(Math.max(...values)).toBe(255)
  expect(values.filter((v) => v === 255).length / values.length).toBeCloseTo(0.41, 1.2)
})

test('one seed gives one result', async () => {
  const [a, b, c] = await Promise.all([normal({}, 7, 100), normal({}, 7, 100), normal({}, 8, 100)])
  expect(b.values).toEqual(a.values)
  expect(c.values).not.toEqual(a.values)
})

refusedTest([
  [
    'a mean that is no number',
    () => nd.random.normal({ mean: Number.NaN, batchSize: 1 }),
    'INVALID_ARGUMENT',
    /finite number for mean but received NaN/,
  ],
  [
    'a negative extent',
    () => nd.random.normal({ shape: [-2], batchSize: 1 }),
    'INVALID_ARGUMENT',
    /received -2 of float32/,
  ],
  [
    'a shape that is too large',
    () => nd.random.normal({ shape: [1048576, 1048576, 16777216], batchSize: 1 }),
    'INVALID_ARGUMENT',
    /1048576 x 1048576 x 16777216/,
  ],
])
