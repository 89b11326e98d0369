// transforms.translation against DALI (test/golden/make_transforms.py), what its input may not be, and a chain of
// transforms that warpAffine uses.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('transforms_translation')

const input = f32([
  [1, 0, 0],
  [0, 1, 0],
])
const { translation } = nd.transforms
const move = { offset: [2, 3] }
refusedTest([
  ['an offset of other dimensions', () => translation(input, { offset: 1 }), 'INVALID_INPUT', /of 1 .* of 2/],
  ['an empty offset', () => translation({ offset: [] }), 'INVALID_ARGUMENT', /1 to 6 dimensions .* 0/],
  ['seven values', () => translation({ offset: [1, 2, 3, 4, 5, 6, 7] }), 'INVALID_ARGUMENT', /1 to 6 dimensions .* 7/],
  [
    'a transform of float64',
    () => translation({ data: new Float64Array(6), shape: [2, 3] }, move),
    'INVALID_INPUT',
    /float32 for the input transform but received float64/,
  ],
  [
    'a square matrix',
    () => translation(f32([0, 0, 0, 0], [2, 2]), move),
    'INVALID_INPUT',
    /shape \(n, n \+ 1\) .* 2 x 2/,
  ],
  ['a vector', () => translation(f32([1, 2, 3]), move), 'INVALID_INPUT', /shape \(n, n \+ 1\)/],
  ['an empty transform', () => translation(f32([], [0, 1]), { offset: 1 }), 'INVALID_INPUT', /1 to 6 dimensions .* 0/],
])

test('each sample has its own transform, which warpAffine takes as its matrix', async () => {
  const define = pipelineDef({ batchSize: 3, numThreads: 2 }, () => {
    const image = fn.externalSource({
      source: () => Array.from({ length: 3 }, () => ({ data: Uint8Array.of(1, 2, 3, 4), shape: [1, 4, 1] })),
      layout: 'HWC',
    })
    const offset = fn.externalSource({ source: () => [0, 1, -2].map((x) => Float32Array.of(x, 0)) })
    const matrix = fn.transforms.translation(fn.transforms.scale({ scale: [1, 1] }), { offset })
    return [matrix, fn.warpAffine(image, matrix, { fillValue: 0, inverseMap: false })]
  })
  await using pipe = define()
  const [matrix, moved] = await pipe.run()
  expect(matrix!.shape(1)).toEqual([2, 3])
  expect([...matrix!.at(2).dataSync()]).toEqual([1, 0, -2, 0, 1, 0])
  expect([0, 1, 2].map((i) => [...moved!.at(i).dataSync()])).toEqual([
    [1, 2, 3, 4],
    [0, 1, 2, 3],
    [3, 4, 0, 0],
  ])
})

test('the shape of a transform is known before it is made', () => {
  const made = nd.withEvalMode('deferred', () => translation({ offset: [1, 2, 3] }))
  expect([made.dtype, made.shape]).toEqual(['float32', [3, 4]])
})
