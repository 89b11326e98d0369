// coordTransform against DALI (test/golden/make_boxes.py), matrices of transforms.*, no points, and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('coord_transform')

const { coordTransform } = nd
const points = f32([[1, 2]])

test('a matrix that transforms.* has made is MT', () => {
  const matrix = nd.transforms.translation(nd.transforms.scale({ scale: [2, 3] }), { offset: [10, 20] })
  expect([...coordTransform(points, { MT: matrix }).dataSync()]).toEqual([12, 26])
})

test('no points give none, of as many coordinates as the matrix has rows', () => {
  expect(coordTransform(f32([], [0, 2]), { M: [1, 2, 3, 4, 5, 6] }).shape).toEqual([0, 3])
  const none = coordTransform({ data: new Float64Array(0), shape: [0, 2] }, { M: 2 })
  expect([none.dtype, none.shape]).toEqual(['float32', [0, 2]])
})

test('shape and dtype are known before the points are there', () => {
  const made = nd.withEvalMode('deferred', () => coordTransform(i32([[1, 2]]), { M: [1, 2] }))
  expect([made.dtype, made.shape]).toEqual(['float32', [1, 1]])
})

refusedTest([
  ['int64', () => coordTransform({ data: new BigInt64Array(2), shape: [1, 2] }), 'INVALID_INPUT', /received int64/],
  ['one dimension', () => coordTransform(f32([1, 2])), 'INVALID_INPUT', /last of 2 or more dimensions, but received 2/],
  ['seven coordinates', () => coordTransform(f32([[1, 2, 3, 4, 5, 6, 7]])), 'INVALID_INPUT', /1 to 6 coordinates/],
  ['M and MT', () => coordTransform(points, { M: 1, MT: 1 }), 'INVALID_ARGUMENT', /MT or M but received both/],
  ['T and MT', () => coordTransform(points, { T: 1, MT: 1 }), 'INVALID_ARGUMENT', /MT or T but received both/],
  ['three values for M', () => coordTransform(points, { M: [1, 2, 3] }), 'INVALID_ARGUMENT', /rows of 2 .* for M .* 3/],
  ['four values for MT', () => coordTransform(points, { MT: [1, 2, 3, 4] }), 'INVALID_ARGUMENT', /rows of 3 .* 4/],
  ['seven rows', () => coordTransform(points, { M: Array(14).fill(1) }), 'INVALID_ARGUMENT', /1 to 6 rows for M .* 7/],
  [
    'three values for T',
    () => coordTransform(points, { T: [1, 2, 3] }),
    'INVALID_ARGUMENT',
    /1 or 2 values for T .* 3/,
  ],
  [
    'a matrix per sample of three columns',
    () => coordTransform(points, { M: nd.asTensor(f32([[1, 2, 3]])) }),
    'INVALID_ARGUMENT',
    /a matrix of 2 columns per sample for M/,
  ],
  ['another dtype', () => coordTransform(points, { dtype: 'int32' }), 'INVALID_ARGUMENT', /float32 or float32.*int32/],
])

// A list that changes from call to call becomes a value: see src/dynamic/operators/changing.ts.
test('many different lists give what each list says', () => {
  for (let i = 0; i < 12; i++) {
    const moved = coordTransform(nd.asTensor(f32([[1, 10]])), { M: [1, i, 0, 2] })
    expect([...(moved.dataSync() as Float32Array)]).toEqual([1 + 10 * i, 20])
  }
})
