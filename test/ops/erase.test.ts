// erase against reference outputs (see test/golden/make_erase.py), what DALI refuses or leaves open, per-sample regions.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

type EraseOptions = Parameters<typeof fn.erase>[1]

goldenTest('erase')

const erase = (input: object, options: EraseOptions) => runOn([input], (x) => fn.erase(x!, options))
const line = { data: Uint8Array.of(1, 2, 3, 4, 5, 6), shape: [6] }

test('each sample has its own regions, as many as it likes', async () => {
  const lists = [[9], [1], [0, 4]].map((v) => Float32Array.from(v))
  const define = pipelineDef({ batchSize: 3, numThreads: 2 }, () => {
    const x = fn.externalSource({ source: () => Array(3).fill(line) })
    const anchor = fn.externalSource({ source: () => lists })
    const shape = fn.externalSource({ source: () => lists.map((v) => new Float32Array(v.length).fill(2)) })
    return fn.erase(x, { anchor, shape })
  })
  await using pipe = define()
  const [out] = await pipe.run()
  expect([0, 1, 2].map((i) => [...out!.at(i).dataSync()])).toEqual([
    [1, 2, 3, 4, 5, 6],
    [1, 0, 0, 4, 5, 6],
    [0, 0, 3, 4, 0, 0],
  ])
})

test('without layout and axes every dimension counts', async () => {
  const out = await erase({ data: new Int8Array(8).fill(1), shape: [2, 2, 2] }, { anchor: [1, 1, 1], shape: [1, 1, 1] })
  expect([...out.data]).toEqual([1, 1, 1, 1, 1, 1, 1, 0])
})

test('it takes float64 and bool, which DALI does not', async () => {
  const wide = await erase({ data: Float64Array.of(1, 2, 3), shape: [3] }, { anchor: 1, shape: 1, fillValue: 0.5 })
  expect([wide.dtype, ...wide.data]).toEqual(['float64', 1, 0.5, 3])
  const define = pipelineDef({ batchSize: 1 }, () => {
    const x = fn.cast(fn.externalSource({ source: () => [Uint8Array.of(0, 0, 0)] }), { dtype: 'bool' })
    return fn.erase(x, { anchor: 1, shape: 2, fillValue: 1 })
  })
  await using pipe = define()
  const [out] = await pipe.run()
  expect([out!.dtype, ...out!.at(0).dataSync()]).toEqual(['bool', 0, 1, 1])
})

test('fill values are clamped to the dtype', async () => {
  const made = async (fillValue: number) => (await erase(line, { anchor: 0, shape: 1, fillValue })).data[0]
  expect([await made(300), await made(-3), await made(7.9)]).toEqual([255, 0, 7])
})

test('regions may be far larger than the input', async () => {
  const made = async (anchor: number, shape: number) => [...(await erase(line, { anchor, shape })).data].join('')
  expect(await made(2, 1e30)).toBe('120000')
  expect(await made(-1e30, 2e30)).toBe('000000')
  expect(await made(1e30, 5)).toBe('123456')
  expect(await made(3, -1e30)).toBe('123456')
})

test('empty tensors pass', async () => {
  expect((await erase({ data: new Uint8Array(0), shape: [0, 3] }, { anchor: [0, 0], shape: [1, 1] })).shape).toEqual([
    0, 3,
  ])
})

const image = { data: new Uint8Array(12), shape: [2, 2, 3], layout: 'HWC' }
test.each<[string, object, EraseOptions, string, RegExp]>([
  [
    'fewer shapes',
    image,
    { anchor: [1, 1], shape: [1] },
    'INVALID_ARGUMENT',
    /2 values for shape \(one per value of anchor\) but received 1/,
  ],
  ['half a region', image, { shape: [1, 1, 1] }, 'INVALID_ARGUMENT', /multiple of 2 values .* received 3/],
  [
    'normalized twice',
    image,
    { shape: [1, 1], normalized: true, normalizedShape: false },
    'INVALID_ARGUMENT',
    /either normalized or normalizedAnchor/,
  ],
  [
    'an axis twice',
    image,
    { shape: [1, 1], axes: [0, 0] },
    'INVALID_ARGUMENT',
    /different values for axes but received 0 twice/,
  ],
  ['an axis too far', image, { shape: [1], axes: [3] }, 'INVALID_ARGUMENT', /-3 to 2 for axes but received 3/],
  ['another axis', image, { shape: [1], axisNames: 'D' }, 'INVALID_INPUT', /axis D of axisNames/],
  ['2 values for 3 channels', image, { shape: [1, 1], fillValue: [1, 2] }, 'INVALID_ARGUMENT', /1 or 3 values/],
  ['values without channels', line, { shape: [1], fillValue: [1, 2] }, 'INVALID_ARGUMENT', /has no C\) but received 2/],
])('refuses %s', async (_, input, options, code, message) => {
  await expect(runOn([input], (x: DataNode) => fn.erase(x, options))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
})
