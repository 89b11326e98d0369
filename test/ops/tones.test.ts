// posterize, solarize, invert, autocontrast and sharpness against torchvision's results (see test/golden/make_tones.py),
// values per sample and frame, what torchvision lacks or refuses, errors.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('tones')

const line = { data: Uint8Array.of(0, 1, 100, 127, 128, 200, 254, 255), shape: [1, 8, 1], layout: 'HWC' }
const onLine = async (build: (x: DataNode) => DataNode) => [...(await runOn([line], (x) => build(x!))).data]

test.each([
  ['posterize', { bits: -1 }],
  ['posterize', { bits: 2.5 }],
  ['sharpness', { factor: Number.NaN }],
] as const)('%s refuses %o', async (name, options) => {
  const call = fn[name] as (x: DataNode, options: object) => DataNode
  await expect(onLine((x) => call(x, options))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})

test('each sample has its own arguments', async () => {
  const define = pipelineDef({ batchSize: 2, numThreads: 1 }, () => {
    const x = fn.externalSource({ source: () => [line, line] })
    const numbers = (values: number[], dtype: 'int32' | 'float32') => fn.externalSource({ source: () => values, dtype })
    return [
      fn.posterize(x, { bits: numbers([1, 4], 'int32') }),
      fn.solarize(x, { threshold: numbers([200, 1], 'float32') }),
      fn.sharpness(x, { factor: numbers([0, 2], 'float32') }),
    ]
  })
  await using pipe = define()
  const [bits, threshold, factor] = await pipe.run()
  const rows = (list: typeof bits) => [0, 1].map((i) => [...list!.at(i).dataSync()])
  expect(rows(bits)).toEqual([
    [0, 0, 0, 0, 128, 128, 128, 128],
    [0, 0, 96, 112, 128, 192, 240, 240],
  ])
  expect(rows(threshold)).toEqual([
    [0, 1, 100, 127, 128, 55, 1, 0],
    [0, 254, 155, 128, 127, 55, 1, 0],
  ])
  expect(rows(factor)).toEqual([[...line.data], [...line.data]])
})

test('frames have arguments of their own', async () => {
  const frames = { data: Uint8Array.of(10, 200, 10, 200), shape: [2, 1, 2, 1], layout: 'FHWC' }
  const define = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
    const x = fn.externalSource({ source: () => [frames] })
    const threshold = fn.perFrame(fn.externalSource({ source: () => [{ data: Float32Array.of(0, 100), shape: [2] }] }))
    return fn.solarize(x, { threshold })
  })
  await using pipe = define()
  const [out] = await pipe.run()
  expect([...out!.at(0).dataSync()]).toEqual([245, 55, 10, 55])
})

test('solarize begins at the middle, and changes nothing from a threshold above the range on', async () => {
  expect(await onLine((x) => fn.solarize(x))).toEqual([0, 1, 100, 127, 127, 55, 1, 0])
  expect(await onLine((x) => fn.solarize(x, { threshold: 256 }))).toEqual([...line.data])
  const unit = { data: Float32Array.of(0, 0.25, 0.5, 1), shape: [4] }
  expect([...(await runOn([unit], (x) => fn.solarize(x!))).data]).toEqual([0, 0.25, 0.5, 0])
})

test('solarize with an addition brightens what lies below the threshold', async () => {
  expect(await onLine((x) => fn.solarize(x, { addition: 110 }))).toEqual([110, 111, 210, 237, 128, 200, 254, 255])
  const added = await onLine((x) => fn.solarize(x, { addition: -50, threshold: 255 }))
  expect(added).toEqual([0, 0, 50, 77, 78, 150, 204, 255])
  expect((await onLine((x) => fn.solarize(x, { addition: 200 })))[2]).toBe(255)
  const unit = { data: Float32Array.of(0.25, 0.75), shape: [2] }
  expect([...(await runOn([unit], (x) => fn.solarize(x!, { addition: 2 }))).data]).toEqual([1, 0.75])
})

test('int32 saturates at the top, where torchvision overflows', async () => {
  const image = { data: Int32Array.of(0, 2 ** 31 - 1), shape: [1, 2], layout: 'HW' }
  expect([...(await runOn([image], (x) => fn.autocontrast(x!))).data]).toEqual([0, 2 ** 31 - 1])
})

test('NaN is no limit of autocontrast, and a channel without numbers stays', async () => {
  const image = { data: Float32Array.of(Number.NaN, 0.25, 0.5), shape: [1, 3], layout: 'HW' }
  expect([...(await runOn([image], (x) => fn.autocontrast(x!))).data]).toEqual([Number.NaN, 0, 1])
})

type Plain = 'autocontrast' | 'sharpness' | 'invert' | 'solarize'
const one = (name: Plain, x: DataNode): DataNode => (fn[name] as (x: DataNode) => DataNode)(x)

test('empty images pass', async () => {
  for (const name of ['autocontrast', 'sharpness', 'invert'] as const) {
    const empty = { data: new Uint8Array(0), shape: [0, 3, 3], layout: 'HWC' }
    expect((await runOn([empty], (x) => one(name, x!))).shape).toEqual([0, 3, 3])
  }
})

test('refuses other dtypes, layouts and values', async () => {
  const wrong = { data: new Uint16Array(4), shape: [2, 2, 1], layout: 'HWC' }
  const deep = { data: new Uint8Array(4), shape: [1, 2, 2, 1], layout: 'DHWC' }
  for (const name of ['autocontrast', 'sharpness', 'invert', 'solarize'] as const) {
    const made = runOn([wrong], (x) => one(name, x!))
    await expect(made).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/uint16/) })
  }
  for (const name of ['autocontrast', 'sharpness'] as const) {
    const made = runOn([deep], (x) => one(name, x!))
    await expect(made).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/DHWC/) })
  }
  const argument = { code: 'INVALID_ARGUMENT' }
  await expect(onLine((x) => fn.posterize(x, { bits: 9 }))).rejects.toMatchObject(argument)
  await expect(onLine((x) => fn.sharpness(x, { factor: -1 }))).rejects.toMatchObject(argument)
})

test('autocontrast rounds to nearest where it is asked to', async () => {
  const steps = { data: Uint8Array.of(10, 11, 12, 13, 14, 15, 16, 17), shape: [1, 8, 1], layout: 'HWC' }
  const made = async (rounding: 'truncate' | 'nearest') =>
    Array.from((await runOn([steps], (x) => fn.autocontrast(x!, { rounding }))).data as Uint8Array)
  const stretched = Array.from({ length: 8 }, (_, i) => (i * 255) / 7)
  expect(await made('nearest')).toEqual(stretched.map(Math.round))
  // As in torchvision, single precision makes the brightest value 254.99998.
  expect(await made('truncate')).toEqual([...stretched.slice(0, 7).map(Math.floor), 254])
})
