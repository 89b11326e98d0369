// boxEncoder against DALI (test/golden/make_boxes.py), boxes that are no boxes, and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('box_encoder')

const anchors = [0, 0, 0.5, 0.5, 0.5, 0.5, 1, 1]
const box = f32([[0, 0, 0.5, 0.4]])

test('boxes without an area, and those that are no numbers, go to the last anchor, as in DALI', () => {
  for (const odd of [
    [0.4, 0.4, 0.4, 0.4],
    [0.4, 0.4, 0.2, 0.2],
    [Number.NaN, 0.4, 0.5, 0.6],
    [3, 3, 4, 4],
  ]) {
    const [, labels] = nd.boxEncoder(f32([odd]), i32([7]), { anchors })
    expect([...labels.dataSync()]).toEqual([0, 7])
  }
})

const encode = (from: object, labels: object, more: object) =>
  nd.boxEncoder(from as never, labels as never, { anchors, ...more })
refusedTest([
  [
    'no anchors',
    () => encode(box, i32([1]), { anchors: [] }),
    'INVALID_ARGUMENT',
    /one value or more for anchors but received none/,
  ],
  [
    'five numbers for anchors',
    () => encode(box, i32([1]), { anchors: [0, 0, 1, 1, 1] }),
    'INVALID_ARGUMENT',
    /received 5/,
  ],
  [
    'three means',
    () => encode(box, i32([1]), { means: [0, 0, 0] }),
    'INVALID_ARGUMENT',
    /4 values for means but received 3/,
  ],
  [
    'a standard deviation of 0',
    () => encode(box, i32([1]), { stds: [1, 0, 1, 1] }),
    'INVALID_ARGUMENT',
    /other than 0 for stds/,
  ],
  ['criteria below 0', () => encode(box, i32([1]), { criteria: -0.1 }), 'INVALID_ARGUMENT', /criteria/],
  ['two labels for one box', () => encode(box, i32([1, 2]), {}), 'INVALID_INPUT', /one label for each of 1 boxes/],
  [
    'int64 labels',
    () => encode(box, { data: BigInt64Array.of(1n), shape: [1] }, {}),
    'INVALID_INPUT',
    /int32 for the labels/,
  ],
  ['one box without a list', () => encode(f32([0, 0, 1, 1]), i32([1]), {}), 'INVALID_INPUT', /shape \(n, 4\)/],
])
