// preemphasisFilter against DALI (test/golden/make_audio.py), and what DALI has no sound answer for.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('preemphasis_filter')

test('a signal of one element is its own mirror image, and one of none stays empty', () => {
  const one = nd.preemphasisFilter(f32([2]), { border: 'reflect', preemphCoeff: 0.25 })
  expect([...(one.toTypedArray() as Float32Array)]).toEqual([1.5])
  expect(nd.preemphasisFilter(f32([])).shape).toEqual([0])
})

test('float16 goes in and comes out', () => {
  const half = nd.preemphasisFilter(nd.cast(f32([1, 2, 4]), { dtype: 'float16' }), {
    preemphCoeff: 0.5,
    dtype: 'float16',
  })
  expect([...(nd.cast(half, { dtype: 'float32' }).toTypedArray() as Float32Array)]).toEqual([0.5, 1.5, 3])
})

test('a long sound, which goes past the caches, has the numbers of a short one', () => {
  // From 512 KB on; no multiple of a line.
  const x = Float32Array.from({ length: 140_003 }, (_, i) => Math.fround(Math.sin(i * i)))
  const c = Math.fround(0.97)
  const expected = x.map((value, i) => (i ? value - Math.fround(c * x[i - 1]!) : value))
  const made = nd.preemphasisFilter(nd.asTensor(x), { preemphCoeff: 0.97, border: 'zero' })
  expect(made.toTypedArray()).toEqual(expected)
})

refusedTest([
  [
    'a border that there is not',
    () => nd.preemphasisFilter(f32([1]), { border: 'wrap' as 'zero' }),
    'INVALID_ARGUMENT',
    /border but received "wrap"/,
  ],
])
