// transforms.combine against DALI (test/golden/make_transforms.py), up to 99 transforms, and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('transforms_combine')

const plane = f32([
  [1, 0, 1],
  [0, 1, 2],
])
const space = f32([
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
])
const combine = (...given: unknown[]) => (nd.transforms.combine as (...all: unknown[]) => nd.Tensor)(...given)

test('99 moves are one', () => {
  expect([...combine(...Array(99).fill(plane)).dataSync()]).toEqual([1, 0, 99, 0, 1, 198])
})

refusedTest([
  [
    '100 transforms',
    () => combine(...Array(100).fill(plane)),
    'INVALID_ARGUMENT',
    /2 to 99 transforms but received 100/,
  ],
  ['transforms of plane and space', () => combine(plane, space), 'INVALID_INPUT', /2 x 3 for the first and 3 x 4/],
  ['a square matrix', () => combine(plane, f32([0, 0, 0, 0], [2, 2])), 'INVALID_INPUT', /shape \(n, n \+ 1\)/],
  [
    'float64',
    () => combine({ data: new Float64Array(6), shape: [2, 3] }, plane),
    'INVALID_INPUT',
    /float32 .* float64/,
  ],
])
