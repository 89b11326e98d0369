// NaN and infinities as constants: operators whose numbers are data take them, in every way to run them, and all others refuse them.
// @module-tag shared
import { cond, type DataNode, fn, math, Pipeline, PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { type AnyPipeline, failure } from '../util/collect.js'

const options = { batchSize: 1, numThreads: 1, seed: 3 } as const
const [nan, inf] = [Number.NaN, Number.POSITIVE_INFINITY]
const ones = (shape: number[], dtype: 'float32' | 'uint8' = 'float32') => fn.ones({ shape, dtype })

/** Definitions, and what each gives. */
const cases: [string, () => DataNode, number[]][] = [
  ['constant', () => fn.constant({ fdata: [nan, inf, -inf, 1.5] }), [nan, inf, -inf, 1.5]],
  [
    'constant of an integer dtype',
    () => fn.constant({ fdata: [nan, inf, -inf], dtype: 'int32' }),
    [0, 2 ** 31 - 1, -(2 ** 31)],
  ],
  ['full of a number', () => fn.full(nan, { shape: [2] }), [nan, nan]],
  ['full of a list', () => fn.full([1, -inf], { shape: [2, 2] }), [1, -inf, 1, -inf]],
  ['fullLike', () => fn.fullLike(ones([2]), inf), [inf, inf]],
  ['pad', () => fn.pad(ones([1]), { shape: [3], fillValue: nan }), [1, nan, nan]],
  ['pad of an integer dtype', () => fn.pad(ones([1], 'uint8'), { shape: [3], fillValue: nan }), [1, 0, 0]],
  ['pad by a value per sample', () => fn.pad(ones([1]), { shape: [2], fillValue: fn.full(nan) }), [1, nan]],
  [
    'slice',
    () => fn.slice(ones([2]), { start: [1], shape: [2], axes: [0], outOfBoundsPolicy: 'pad', fillValues: [-inf] }),
    [1, -inf],
  ],
  [
    'crop',
    () => fn.crop(ones([1, 1, 1]), { crop: [1, 2], cropPosX: 0, outOfBoundsPolicy: 'pad', fillValues: [inf] }),
    [1, inf],
  ],
  [
    'cropMirrorNormalize',
    () =>
      fn.cropMirrorNormalize(ones([1, 1, 1]), {
        ...{ crop: [1, 2], cropPosX: 0, outOfBoundsPolicy: 'pad', fillValues: [nan], dtype: 'float32' },
      }),
    [1, nan],
  ],
  ['erase', () => fn.erase(ones([3]), { anchor: [0], shape: [2], axes: [0], fillValue: [nan] }), [nan, nan, 1]],
  [
    'oneHot',
    () => fn.oneHot(fn.constant({ idata: [1], shape: [] }), { numClasses: 2, onValue: inf, offValue: nan }),
    [nan, inf],
  ],
  [
    'lookupTable',
    () => fn.lookupTable(fn.constant({ idata: [0, 1] }), { keys: [0], values: [nan], defaultValue: inf }),
    [nan, inf],
  ],
  ['random.uniform', () => fn.random.uniform({ values: [inf], shape: [2] }), [inf, inf]],
  ['random.choice', () => fn.random.choice([nan], { shape: [1] }), [nan]],
  [
    'warpAffine',
    () => fn.warpAffine(ones([1, 2, 1]), { matrix: [1, 0, 1, 0, 1, 0], fillValue: nan, interpType: 'nn' }),
    [1, nan],
  ],
  [
    'rotate',
    () => fn.rotate(ones([1, 1, 1]), { angle: 0, size: [1, 3], fillValue: -inf, interpType: 'nn' }),
    [-inf, 1, -inf],
  ],
  [
    'warpPerspective',
    () =>
      fn.experimental.warpPerspective(ones([1, 1, 1]), {
        matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        size: [1, 2],
        fillValue: [nan],
        interpType: 'nn',
      }),
    [1, nan],
  ],
  ['arithmetic', () => math.add(fn.cat(ones([1]), fn.constant({ fdata: [-inf] }), { axis: 0 }), inf), [inf, nan]],
  ['math.constant', () => math.constant([nan, inf], 'float32'), [nan, inf]],
  [
    'a value of a branch',
    () =>
      cond(
        fn.constant({ idata: [1], shape: [] }),
        () => fn.full(nan, { shape: [1] }),
        () => ones([1]),
      ),
    [nan],
  ],
]

async function numbers(pipe: AnyPipeline): Promise<number[]> {
  const [out] = await pipe.run()
  const found = [...(out!.at(0).dataSync() as Iterable<number | bigint>)].map(Number)
  out!.release()
  return found
}

describe('a number that JSON does not have', () => {
  test.each(cases)('is data: %s', async (_, build, expected) => {
    await using pipe = pipelineDef({ ...options, enableConditionals: true }, build)()
    const text = pipe.serialize()
    expect(await numbers(pipe)).toEqual(expected)
    await using read = Pipeline.deserialize(text)
    expect(read.serialize()).toBe(text)
    expect(await numbers(read)).toEqual(expected)
  })

  test.each<[string, () => DataNode, string]>([
    ['constant', () => fn.rotate(ones([1, 1, 1]), { angle: nan }), 'a finite number for angle but received NaN'],
    [
      'constant of a list',
      () => fn.resize(ones([1, 1, 1]), { size: [1, inf] }),
      'a list of finite numbers for size but received Infinity at [1]',
    ],
    [
      'value per sample',
      () => fn.rotate(ones([1, 1, 1]), { angle: fn.full(inf) }),
      'a finite number for angle but received inf',
    ],
    [
      'value per sample that float32 does not have',
      () =>
        fn.rotate(ones([1, 1, 1]), { angle: math.mul(fn.constant({ fdata: [3e38], shape: [], dtype: 'float64' }), 9) }),
      'a float32 number for angle but received 2.7e+39',
    ],
  ])('is refused where it is no data: %s', async (_, build, words) => {
    const error = await failure(async () => {
      await using pipe = pipelineDef(options, build)()
      await pipe.run()
    })
    expect(error).toBeInstanceOf(PipelineError)
    expect([error.code, error.message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(`Expected ${words}`)])
  })

  test('is one of three texts in the text of a pipeline, and no other text is a number', () => {
    const text = pipelineDef(options, () => fn.pad(ones([1]), { fillValue: -inf }))().serialize()
    expect(text).toContain('"fillValue":"-Infinity"')
    for (const wrong of ['"nan"', '"inf"', '"1"', '""', 'true']) {
      const other = text.replace('"-Infinity"', wrong)
      expect(() => Pipeline.deserialize(other)).toThrow(`Expected a number for fillValue but received ${wrong}`)
    }
  })

  test('goes through imperative mode', async () => {
    const x = nd.tensor({ data: new Float32Array([1]), shape: [1] })
    const padded = nd.pad(x, { shape: [2], fillValue: nan })
    expect([...(await padded.data())]).toEqual([1, nan])
    const sum = nd.math.add(x, inf)
    expect([...(await sum.data())]).toEqual([inf])
    expect(() => nd.rotate(nd.ones({ shape: [1, 1, 1] }), { angle: nan })).toThrow('a finite number for angle')
  })

  test('is part of what a checkpoint knows of its pipeline', async () => {
    const define = (fillValue: number) =>
      pipelineDef(options, () => fn.pad(fn.random.uniform({ shape: [1] }), { shape: [2], fillValue }))
    await using first = define(nan)()
    await numbers(first)
    const checkpoint = await first.checkpoint()
    const second = await numbers(first)
    await using again = define(nan)({ checkpoint })
    expect(await numbers(again)).toEqual(second)
    expect(() => define(inf)({ checkpoint })).toThrow(PipelineError)
  })
})
