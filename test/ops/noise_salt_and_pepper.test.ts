// noise.saltAndPepper: shares, values of every dtype, which elements change together, and seeds.
import { type DType, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { refusedTest } from '../util/refused.js'

type Options = NonNullable<Parameters<typeof fn.noise.saltAndPepper>[1]>
type Input = { data: ArrayLike<number>; shape: number[]; layout?: string }

async function salted(input: Input, options: Options, seed = 42, dtype: DType = 'uint8', numThreads = 2) {
  const define = pipelineDef({ batchSize: 1, numThreads, seed }, () => {
    const x = fn.cast(fn.externalSource({ source: () => [input] as never }), { dtype })
    return fn.noise.saltAndPepper(x, options)
  })
  await using pipe = define()
  const [out] = await pipe.run()
  return Array.from(out!.at(0).dataSync(), Number)
}
const filled = (shape: number[], layout = 'HWC') => ({
  ...{ data: new Uint8Array(shape.reduce((a, b) => a * b, 1)).fill(7), shape },
  ...(layout && { layout }),
})
const near = (got: number, share: number, n: number) =>
  expect(Math.abs(got / n - share)).toBeLessThan(4.5 * Math.sqrt((share * (1 - share)) / n))

test('prob and saltVsPepper are shares of pixels', async () => {
  const n = 100_001
  const values = await salted(filled([n, 1, 1]), { prob: 0.3, saltVsPepper: 0.8 })
  const count = (value: number) => values.filter((v) => v === value).length
  near(count(255), 0.24, n)
  near(count(0), 0.06, n)
  expect(count(255) + count(0) + count(7)).toBe(n)
  const all = await salted(filled([5000, 1, 1]), { prob: 1, saltVsPepper: 1 })
  expect(new Set(all)).toEqual(new Set([255]))
  expect(new Set(await salted(filled([5000, 1, 1]), { prob: 0 }))).toEqual(new Set([7]))
})

test('the channels of a pixel change together, unless perChannel says otherwise', async () => {
  const mixed = (values: number[], of: (pixel: number, channel: number) => number) =>
    Array.from({ length: 400 }, (_, i) => values[of(i, 0)] !== values[of(i, 1)]).some(Boolean)
  const last = (i: number, c: number) => i * 2 + c
  const first = (i: number, c: number) => c * 400 + i
  const middle = (i: number, c: number) => Math.floor(i / 20) * 40 + c * 20 + (i % 20)
  for (const [shape, layout, of] of [
    [[20, 20, 2], 'HWC', last],
    [[2, 20, 20], 'CHW', first],
    [[20, 2, 20], 'HCW', middle],
    [[400, 2], '', last],
  ] as const) {
    const [joint, single] = [{ prob: 0.5 }, { prob: 0.5, perChannel: true }]
    expect(mixed(await salted(filled([...shape], layout), joint), of)).toBe(false)
    expect(mixed(await salted(filled([...shape], layout), single), of)).toBe(true)
  }
  // A layout without C has one element per pixel.
  expect(mixed(await salted(filled([400, 2], 'HW'), { prob: 0.5 }), last)).toBe(true)
})

test('the values of salt and pepper follow the dtype', async () => {
  const found = async (dtype: DType, options: Options = {}) =>
    [...new Set(await salted(filled([200, 1, 1]), { prob: 1, ...options }, 1, dtype))].sort((a, b) => a - b)
  expect(await found('int8')).toEqual([-128, 127])
  expect(await found('uint16')).toEqual([0, 65535])
  expect(await found('int32')).toEqual([-2147483648, 2147483647])
  expect(await found('float32')).toEqual([-1, 1])
  expect(await found('float64', { saltVal: 2.5 })).toEqual([-1, 2.5])
  expect(await found('uint8', { saltVal: 3.7, pepperVal: -3 })).toEqual([0, 3])
  expect(await found('uint8', { saltVal: 300, pepperVal: 9 })).toEqual([9, 255])
})

test('a seed gives the same bytes for any number of threads', async () => {
  const image = filled([7, 5, 3])
  const run = (seed: number, threads: number) => salted(image, { prob: 0.5 }, seed, 'uint8', threads)
  const [a, b, c] = [await run(7, 1), await run(7, 3), await run(8, 1)]
  expect(b).toEqual(a)
  expect(c).not.toEqual(a)
})

const byte = nd.tensor({ data: Uint8Array.of(1), shape: [1] })
refusedTest([
  ['bool', () => nd.noise.saltAndPepper(nd.cast(byte, { dtype: 'bool' })), 'INVALID_INPUT', /received bool/],
  ['a share', () => nd.noise.saltAndPepper(byte, { prob: 1.5 }), 'INVALID_ARGUMENT', /prob but received 1.5/],
])
