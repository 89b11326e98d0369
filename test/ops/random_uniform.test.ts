// random.uniform: shapes and dtypes as documented, draws that fit the distribution, and the same ones for the same seed.
import { type DType, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { chiSquare, draws, moments } from '../util/random.js'
import { refusedTest } from '../util/refused.js'

const uniform = (options: object = {}, seed = 42, count = 20000) => draws(() => fn.random.uniform(options), seed, count)

test('it draws one float32 of shape [] per sample by default, in [-1, 1)', async () => {
  const { list, values } = await uniform()
  expect(list).toEqual({ dtype: 'float32', layout: '', shape: [] })
  expect(Math.min(...values)).toBeGreaterThanOrEqual(-1)
  expect(Math.max(...values)).toBeLessThan(1)
  const { mean, variance } = moments(values)
  expect(Math.abs(mean)).toBeLessThan(4 * Math.sqrt(1 / 3 / values.length))
  expect(variance).toBeCloseTo(1 / 3, 1.5)
  expect(
    Math.abs(
      chiSquare(
        values.map((v) => Math.floor((v + 1) * 10)),
        20,
      ),
    ),
  ).toBeLessThan(4)
})

test('a range may differ per sample', async () => {
  const { values } = await uniform({ range: [10, 30], shape: [4] })
  expect(moments(values).mean).toBeCloseTo(20, 0)
  const define = pipelineDef({ batchSize: 3, seed: 1 }, () => {
    const range = fn.externalSource({ source: () => [0, 5, 9].map((low) => Float32Array.of(low, low + 0.5)) })
    return fn.random.uniform({ range })
  })
  await using pipe = define()
  const [out] = await pipe.run()
  for (const [i, low] of [0, 5, 9].entries()) {
    const v = Number(out!.at(i).dataSync()[0])
    expect(v >= low && v < low + 0.5).toBe(true)
  }
})

test('values come up equally often', async () => {
  const { values } = await uniform({ values: [3, 7, 11.5], shape: [2] })
  expect(new Set(values)).toEqual(new Set([3, 7, 11.5]))
  expect(
    Math.abs(
      chiSquare(
        values.map((v) => [3, 7, 11.5].indexOf(v)),
        3,
      ),
    ),
  ).toBeLessThan(4)
})

test('integers round the real numbers; unsigned ones default to their whole range', async () => {
  const { list, values } = await uniform({ dtype: 'int32', range: [0, 3] })
  expect(list.dtype).toBe('int32')
  const share = [0, 1, 2, 3].map((v) => values.filter((x) => x === v).length / values.length)
  for (const [i, expected] of [1 / 6, 1 / 3, 1 / 3, 1 / 6].entries()) expect(share[i]).toBeCloseTo(expected, 1.7)
  expect(moments((await uniform({ dtype: 'uint8' })).values).mean).toBeCloseTo(127.5, -0.7)
})

test('the shape is an argument, or that of an input', async () => {
  expect((await uniform({ shape: [2, 3] }, 1, 2)).list.shape).toEqual([2, 3])
  const like = await draws(() => fn.random.uniform(fn.externalSource({ source: () => [new Uint8Array(7)] })), 1, 1)
  expect(like.list.shape).toEqual([7])
})

test('one seed gives one result; samples and seeds differ', async () => {
  const [a, b, c] = await Promise.all([uniform({}, 7, 100), uniform({}, 7, 100), uniform({}, 8, 100)])
  expect(b.values).toEqual(a.values)
  expect(c.values).not.toEqual(a.values)
  expect(new Set(a.values).size).toBe(100)
})

test.each<[object, RegExp]>([
  [{ range: [1, 1] }, /\[lowest, highest\], the second above the first, for range but received \[1, 1\]/],
  [{ range: [0, 1, 2] }, /range/],
  [{ shape: [-1] }, /shape/],
  [{ dtype: 'float' as DType }, /dtype/],
])('%j is refused', async (options, text) => {
  await expect(uniform(options, 1, 1)).rejects.toThrow(text)
})

refusedTest([
  [
    'a range of nothing',
    () => nd.random.uniform({ range: [2, 1], batchSize: 1 }),
    'INVALID_ARGUMENT',
    /\[lowest, highest\], the second above the first, for range but received \[2, 1\]/,
  ],
  [
    'an end that is no number',
    () => nd.random.uniform({ range: [Number.NaN, 1], batchSize: 1 }),
    'INVALID_ARGUMENT',
    /received NaN at \[0\]/,
  ],
  [
    'half a range',
    () => nd.random.uniform({ range: [1], batchSize: 1 }),
    'INVALID_ARGUMENT',
    /2 values for range but received 1/,
  ],
  [
    'no values',
    () => nd.random.uniform({ values: [], batchSize: 1 }),
    'INVALID_ARGUMENT',
    /one value or more for values but received none/,
  ],
])
