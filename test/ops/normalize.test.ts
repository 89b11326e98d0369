// normalize against reference outputs (see test/golden/make_normalize.py), what goes beyond the reference (lists, more
// dtypes, several shapes of given values), and what is refused.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { type Data, goldenTest } from '../util/golden.js'

goldenTest('normalize')

type Args = NonNullable<Parameters<typeof fn.normalize>[1]>
/** Tensors of the sample beside the input, for arguments. */
type Given = { [name in 'mean' | 'stddev']?: { data: Float32Array; shape: number[] } }

async function normalize(data: unknown, args: Args, given: Given = {}): Promise<number[]> {
  const names = Object.keys(given) as (keyof Given)[]
  const source = () => [data, ...names.map((name) => given[name])].map((x) => [x])
  const define = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1 }, () => {
    const made = fn.externalSource({ source, numOutputs: 1 + names.length } as never) as unknown as
      | DataNode
      | DataNode[]
    const [input, ...values] = [made].flat()
    return fn.normalize(input!, { ...args, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) })
  })
  await using pipe = define()
  const [list] = await pipe.run()
  return Array.from(list!.at(0).copy().dataSync() as Data, Number)
}

const image = { data: Uint8Array.from({ length: 60 }, (_, i) => (i * 37) % 251), shape: [4, 5, 3], layout: 'HWC' }
const tensor = (shape: number[], value = (i: number) => i + 1) => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => value(i)),
  shape,
})
const near = (got: number[], want: number[]) => {
  expect(got.length).toBe(want.length)
  got.forEach((v, i) => {
    expect(Math.abs(v - want[i]!), `element ${i}: ${v} and ${want[i]}`).toBeLessThan(1e-5 * Math.max(1, Math.abs(v)))
  })
}

test('a list has one value per element of the axes that are left, in any layout', async () => {
  const mean = [100, 90, 30]
  const stddev = [50, 40, 3]
  const want = Array.from(image.data, (v, i) => Math.fround((v - mean[i % 3]!) * Math.fround(1 / stddev[i % 3]!)))
  expect(await normalize(image, { axes: [0, 1], mean, stddev })).toEqual(want)
  expect(await normalize(image, { axisNames: 'HW', mean, stddev })).toEqual(want)
  expect(await normalize(image, { axes: [-3, -2], mean, stddev })).toEqual(want)
  const given = { mean: { data: Float32Array.from(mean), shape: [3] }, stddev: tensor([3], (i) => stddev[i]!) }
  expect(await normalize(image, { axes: [0, 1] }, given)).toEqual(want)
  const planar = {
    data: Uint8Array.from({ length: 60 }, (_, i) => image.data[(i % 20) * 3 + Math.floor(i / 20)]!),
    shape: [3, 4, 5],
  }
  const got = await normalize({ ...planar, layout: 'CHW' }, { axisNames: 'HW', mean, stddev })
  expect(got).toEqual(Array.from(want, (_, i) => want[(i % 20) * 3 + Math.floor(i / 20)]!))
  const rows = await normalize(image, { axes: [1], mean: Array.from({ length: 12 }, (_, i) => i), stddev: 1 })
  expect(rows).toEqual(Array.from(image.data, (v, i) => v - (Math.floor(i / 15) * 3 + (i % 3))))
})

test('given values broadcast along any axis, each in its own way', async () => {
  const both = await normalize(image, {}, { mean: tensor([1, 1, 3]), stddev: tensor([4, 1, 1], (i) => 2 ** i) })
  expect(both).toEqual(Array.from(image.data, (v, i) => (v - ((i % 3) + 1)) / 2 ** Math.floor(i / 15)))
  const scalar = await normalize(image, {}, { mean: tensor([]), stddev: tensor([1, 5, 1], (i) => 2 ** i) })
  expect(scalar).toEqual(Array.from(image.data, (v, i) => (v - 1) / 2 ** (Math.floor(i / 3) % 5)))
  // Around a mean of its own, the deviation of one element is its distance.
  const alone = await normalize(image, {}, { mean: tensor([4, 5, 3], () => -1) })
  near(
    alone,
    Array.from(image.data, () => 1),
  )
})

test('batch: true with mean and stddev given needs nothing of the batch', async () => {
  const args = { mean: 10, stddev: 4 }
  expect(await normalize(image, { ...args, batch: true })).toEqual(await normalize(image, args))
})

test.each(['float16', 'uint64', 'int64', 'float64'] as const)('it takes and gives %s', async (dtype) => {
  const build = (to: typeof dtype | 'float32', from: typeof dtype | 'uint8') => async () => {
    const define = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
      const input = fn.cast(fn.externalSource({ source: () => [image] }), { dtype: from })
      const out = fn.normalize(input, { axes: [0, 1], dtype: to, scale: 40, shift: 128 })
      return fn.cast(out, { dtype: 'float32' })
    })
    await using pipe = define()
    const [list] = await pipe.run()
    return Array.from(list!.at(0).copy().dataSync() as Float32Array)
  }
  const want = await build('float32', 'uint8')()
  near(await build('float32', dtype)(), want)
  const exact = dtype === 'float64'
  const tolerance = dtype === 'float16' ? 0.07 : 0.5001
  const got = await build(dtype, 'uint8')()
  got.forEach((v, i) => {
    expect(Math.abs(v - want[i]!)).toBeLessThanOrEqual(exact ? 0 : tolerance)
  })
})

test('large constant groups give the shift, and one odd pixel in a million is seen', async () => {
  const n = 1_000_000
  const data = new Uint8Array(n).fill(251)
  const flat = await normalize({ data, shape: [n] }, { shift: 3, scale: 2 })
  expect(flat.every((v) => v === 3)).toBe(true)
  data[7] = 252
  const odd = await normalize({ data, shape: [n] }, {})
  // The mean is a float32, here 251: the others are 0, and the deviation decides this one.
  near([odd[7]!], [1 / Math.sqrt((1 / n) * (1 - 1 / n))])
})

test('an empty input stays empty', async () => {
  expect(await normalize({ data: new Uint8Array(0), shape: [0, 3] }, {})).toEqual([])
  expect(await normalize({ data: new Uint8Array(0), shape: [0, 3] }, { axes: [0] })).toEqual([])
})

test.each<[string, Args, Given, string, RegExp]>([
  ['axes and axisNames', { axes: [0], axisNames: 'W' }, {}, 'INVALID_ARGUMENT', /axes or axisNames but received both/],
  ['no axes', { axes: [] }, {}, 'INVALID_ARGUMENT', /at least one axis for axes/],
  ['an axis beyond the last', { axes: [3] }, {}, 'INVALID_ARGUMENT', /-3 to 2 for axes but received 3/],
  ['an axis twice', { axes: [0, -3] }, {}, 'INVALID_ARGUMENT', /dimension 0 twice/],
  ['an unknown name', { axisNames: 'HX' }, {}, 'INVALID_INPUT', /axis X of axisNames .* 'HWC'/],
  ['a list without axes', { mean: [1, 2, 3] }, {}, 'INVALID_ARGUMENT', /along with a list for mean/],
  [
    'a list too long',
    { axes: [0, 1], stddev: [1, 2, 3, 4] },
    {},
    'INVALID_ARGUMENT',
    /1 or 3 values .* for stddev but received 4/,
  ],
  [
    'other dimensions',
    {},
    { mean: tensor([1, 3]) },
    'INVALID_ARGUMENT',
    /or 3 dimensions like the input's, for mean but received 2/,
  ],
  [
    'another extent',
    {},
    { mean: tensor([1, 1, 2]) },
    'INVALID_ARGUMENT',
    /1 or 3 along dimension 2 of mean but received 2/,
  ],
  [
    'values along a reduced axis',
    { axes: [0, 2] },
    { mean: tensor([1, 1, 3]) },
    'INVALID_ARGUMENT',
    /reduced dimension 2/,
  ],
  ['a negative epsilon', { epsilon: -1 }, {}, 'INVALID_ARGUMENT', /epsilon/],
  [
    'bool',
    { dtype: 'bool' },
    {},
    'INVALID_ARGUMENT',
    /one of 'uint8', 'uint16', 'uint32', 'uint64', 'int8', 'int16', 'int32', 'int64', 'float16', 'float32', 'float64' for dtype but received "bool"/,
  ],
])('%s: refused', async (_, args, given, code, message) => {
  await expect(normalize(image, args, given)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
