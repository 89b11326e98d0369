// random.choice against reference outputs where they are certain (see test/golden/make_random_choice.py), and the
// distribution of its draws where they are not.
import { fn } from 'penstock-data'
import { expect, test } from 'vitest'
import { failure } from '../util/collect.js'
import { goldenTest } from '../util/golden.js'
import { chiSquare, draws } from '../util/random.js'

goldenTest('random_choice')

test('all are equally likely without p', async () => {
  const { list, values } = await draws(() => fn.random.choice(7, { shape: [3] }), 42, 5000)
  expect(list).toEqual({ dtype: 'int32', layout: '', shape: [3] })
  expect(new Set(values).size).toBe(7)
  expect(Math.abs(chiSquare(values, 7))).toBeLessThan(4)
})

test('p gives the shares', async () => {
  const { values } = await draws(() => fn.random.choice([10, 20, 30, 40], { p: [0.1, 0, 0.6, 0.3] }), 5, 20000)
  const share = (v: number) => values.filter((x) => x === v).length / values.length
  expect(share(10)).toBeCloseTo(0.1, 1.9)
  expect(share(20)).toBe(0)
  expect(share(30)).toBeCloseTo(0.6, 1.9)
  expect(share(40)).toBeCloseTo(0.3, 1.9)
})

test('a constant in place of the input leaves room for shapeLike', async () => {
  const like = () => fn.externalSource({ source: () => [new Uint8Array(6), new Uint8Array(6)] })
  const one = await draws(() => fn.random.choice(3, like()), 1, 2)
  expect(one.list).toEqual({ dtype: 'int32', layout: '', shape: [6] })
  const two = await draws(() => fn.random.choice(Float32Array.of(0.5, 1.5) as never, like()), 1, 2)
  expect(two.list).toEqual({ dtype: 'float32', layout: '', shape: [6] })
  expect(two.values.every((v) => v === 0.5 || v === 1.5)).toBe(true)
})

test.each<[{ shape?: number[] }, string]>([
  [{}, 'S'],
  [{ shape: [5] }, 'NS'],
  [{ shape: [1, 2] }, ''],
])('choices by %j among entries with a layout have layout %j', async (args, layout) => {
  const entries = () => fn.externalSource({ source: () => [{ data: new Int32Array(6), shape: [2, 3], layout: 'NS' }] })
  const { list } = await draws(() => fn.random.choice(entries(), args), 1, 1)
  expect(list.layout).toBe(layout)
})

test('there may be more than 2^32 choices', async () => {
  const count = () => fn.externalSource({ source: () => [{ data: BigInt64Array.of(3n << 40n), shape: [] }] })
  const { list, values } = await draws(() => fn.random.choice(count(), { shape: [9000] }), 3, 9000)
  expect(list.dtype).toBe('int64')
  const thirds = values.map((v) => Math.floor(v / 2 ** 40))
  expect(chiSquare(thirds, 3)).toBeLessThan(4)
  expect(values.every((v) => v >= 0 && v < 3 * 2 ** 40)).toBe(true)
})

test('one seed gives one result', async () => {
  const many = (seed: number) => draws(() => fn.random.choice(1000), seed, 50)
  const [a, b, c] = await Promise.all([many(7), many(7), many(8)])
  expect(b.values).toEqual(a.values)
  expect(c.values).not.toEqual(a.values)
})

const bytes = (data: Float32Array | Int32Array, shape = [data.length]) =>
  fn.externalSource({ source: () => [{ data, shape }] })

test.each<[string, () => ReturnType<typeof fn.random.choice>, string, string]>([
  ['0 choices', () => fn.random.choice(0), 'INVALID_ARGUMENT', 'Expected an integer >= 1 for count but received 0'],
  ['half a choice', () => fn.random.choice(2.5), 'INVALID_ARGUMENT', 'Expected an integer >= 1 for count'],
  ['no choices', () => fn.random.choice([]), 'INVALID_ARGUMENT', 'Expected 1 or more things to choose from for a'],
  ['nothing', () => fn.random.choice(), 'INVALID_ARGUMENT', 'Expected a number, a list or a node for a'],
  ['both', () => fn.random.choice(3, { values: [1] }), 'INVALID_ARGUMENT', 'Expected one a but received both'],
  [
    'sum of p',
    () => fn.random.choice(2, { p: [0.5, 0.6] }),
    'INVALID_ARGUMENT',
    'sum to 1 for p but received a sum of 1.1',
  ],
  ['length of p', () => fn.random.choice(2, { p: 1 }), 'INVALID_ARGUMENT', 'Expected 2 numbers for p (one per choice)'],
  [
    'p below 0',
    () => fn.random.choice(2, { p: [-1, 2] }),
    'INVALID_ARGUMENT',
    'Expected a list of numbers from 0 to 1',
  ],
  [
    'one float',
    () => fn.random.choice(bytes(Float32Array.of(3), [])),
    'INVALID_INPUT',
    'Expected an integer or a list',
  ],
  ['a scalar of 0', () => fn.random.choice(bytes(Int32Array.of(0), [])), 'INVALID_ARGUMENT', 'received 0'],
  [
    'shape twice',
    () => fn.random.choice(2, bytes(Int32Array.of(0)), { shape: [1] }),
    'INVALID_ARGUMENT',
    'Expected either shape or a shapeLike input',
  ],
])('%s is refused', async (_, node, code, text) => {
  const error = await failure(() => draws(node, 1, 1))
  expect(error).toMatchObject({ code, op: 'random.choice' })
  expect(error.message).toContain(text)
})
