// random.coinFlip: shapes and dtypes as documented, the share of ones, and the same draws for the same seed.
import { fn } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { draws, moments } from '../util/random.js'
import { refusedTest } from '../util/refused.js'

const flip = (options: object = {}, seed = 42, count = 20000) => draws(() => fn.random.coinFlip(options), seed, count)

test('it draws one int32 of shape [] per sample by default, half of them 1', async () => {
  const { list, values } = await flip()
  expect(list).toEqual({ dtype: 'int32', layout: '', shape: [] })
  expect(new Set(values)).toEqual(new Set([0, 1]))
  expect(Math.abs(moments(values).mean - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / values.length))
  // Neighbouring samples do not follow each other.
  const same = values.slice(1).filter((v, i) => v === values[i]).length
  expect(Math.abs(same / values.length - 0.5)).toBeLessThan(0.02)
})

test.each([0.1, 0.75])('probability %d is the share of ones', async (probability) => {
  const { mean } = moments((await flip({ probability, shape: [3] })).values)
  expect(Math.abs(mean - probability)).toBeLessThan(4 * Math.sqrt((probability * (1 - probability)) / 60000))
})

test('0 and 1 are certain', async () => {
  expect(new Set((await flip({ probability: 0 })).values)).toEqual(new Set([0]))
  expect(new Set((await flip({ probability: 1 })).values)).toEqual(new Set([1]))
  await expect(flip({ probability: 1.5 })).rejects.toThrow(/probability/)
})

test('dtype and shape are those of the arguments', async () => {
  expect((await flip({ dtype: 'bool', shape: [2, 2] }, 1, 3)).list).toEqual({
    dtype: 'bool',
    layout: '',
    shape: [2, 2],
  })
})

test('one seed gives one result', async () => {
  const [a, b, c] = await Promise.all([flip({}, 7, 100), flip({}, 7, 100), flip({}, 8, 100)])
  expect(b.values).toEqual(a.values)
  expect(c.values).not.toEqual(a.values)
})

refusedTest([
  [
    'a chance that is no number',
    () => nd.random.coinFlip({ probability: Number.NaN, batchSize: 1 }),
    'INVALID_ARGUMENT',
    /from 0 to 1 for probability but received NaN/,
  ],
  ['a chance above 1', () => nd.random.coinFlip({ probability: 2, batchSize: 1 }), 'INVALID_ARGUMENT', /received 2/],
  ['a negative chance', () => nd.random.coinFlip({ probability: -1, batchSize: 1 }), 'INVALID_ARGUMENT', /received -1/],
  [
    'a negative extent',
    () => nd.random.coinFlip({ shape: [-1], batchSize: 1 }),
    'INVALID_ARGUMENT',
    /received -1 of int32/,
  ],
])
