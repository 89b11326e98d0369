// bBoxRotate against DALI (test/golden/make_boxes.py), beside rotate, and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('b_box_rotate')

const boxes = f32([
  [0.1, 0.2, 0.4, 0.6],
  [0.5, 0.5, 0.9, 0.8],
])
const inputShape = [100, 200]

test('there may be no boxes', () => {
  expect(nd.bBoxRotate(f32([], [0, 4]), { angle: 10, inputShape }).shape).toEqual([0, 4])
})

test('there are labels where labels are given', () => {
  const alone = nd.bBoxRotate(boxes, { angle: 10, inputShape })
  const [kept, labels] = nd.bBoxRotate(boxes, i32([3, 4]), { angle: 10, inputShape })
  expect([...alone.dataSync()]).toEqual([...kept.dataSync()])
  expect([...labels.dataSync()]).toEqual([3, 4])
})

test.each([0, 17, 45, 90, 135, -60, 200])('a box encloses its rotated pixels at %s degrees', (angle) => {
  const [height, width, top, left, high, wide] = [60, 90, 12, 50, 20, 30] as const
  const data = new Uint8Array(height * width)
  for (let y = top; y < top + high; y++) data.fill(255, y * width + left, y * width + left + wide)
  const image = nd.rotate({ data, shape: [height, width, 1], layout: 'HWC' }, { angle, fillValue: 0 })
  const box = nd.bBoxRotate(f32([[left, top, left + wide, top + high]]), {
    ...{ angle, inputShape: [height, width], bboxNormalized: false },
  })
  const [l, t, r, b] = box.dataSync() as Float32Array
  const [, across] = image.shape as [number, number, number]
  const lit = [...image.dataSync()].flatMap((v, i) => (v > 127 ? [[i % across, Math.floor(i / across)] as const] : []))
  const bounds = [
    Math.min(...lit.map(([x]) => x)),
    Math.min(...lit.map(([, y]) => y)),
    Math.max(...lit.map(([x]) => x)) + 1,
    Math.max(...lit.map(([, y]) => y)) + 1,
  ]
  for (const [i, side] of [l, t, r, b].entries()) expect(Math.abs(side! - bounds[i]!)).toBeLessThan(1.5)
})

const rotate = (more: object, from: object = boxes) => nd.bBoxRotate(from as never, { angle: 30, inputShape, ...more })
refusedTest([
  [
    'one box without a list',
    () => rotate({}, f32([0, 0, 1, 1])),
    'INVALID_INPUT',
    /boxes of shape \(n, 4\) but received 4/,
  ],
  ['five numbers', () => rotate({}, f32([[0, 0, 1, 1, 1]])), 'INVALID_INPUT', /boxes of 4 numbers/],
  ['int32', () => rotate({}, i32([[0, 0, 1, 1]])), 'INVALID_INPUT', /float32 for the boxes/],
  [
    'a box that is no number',
    () => rotate({}, f32([[0, 0, 1, Number.NaN]])),
    'INVALID_INPUT',
    /finite numbers .* box 0/,
  ],
  ['an endless angle', () => rotate({ angle: Number.POSITIVE_INFINITY }), 'INVALID_ARGUMENT', /angle/],
  [
    'no extent',
    () => rotate({ inputShape: [0, 5] }),
    'INVALID_ARGUMENT',
    /a list of integers >= 1 for inputShape but received 0 at \[0\]/,
  ],
  ['one extent', () => rotate({ inputShape: [5] }), 'INVALID_ARGUMENT', /2 values or more for inputShape/],
  [
    'a layout without W',
    () => rotate({ shapeLayout: 'HC' }),
    'INVALID_ARGUMENT',
    /H and W in shapeLayout but received 'HC'/,
  ],
  [
    'a size and keepSize',
    () => rotate({ size: [5, 5], keepSize: true }),
    'INVALID_ARGUMENT',
    /size or keepSize but received both/,
  ],
  ['one value for size', () => rotate({ size: [5] }), 'INVALID_ARGUMENT', /2 values for size but received 1/],
  [
    'a size below 1',
    () => rotate({ size: [0.5, 3] }),
    'INVALID_ARGUMENT',
    /a list of numbers >= 1 for size but received 0\.5 at \[0\]/,
  ],
  ['a threshold of 1', () => rotate({ removeThreshold: 1 }), 'INVALID_ARGUMENT', /below 1 for removeThreshold/],
  ['another mode', () => rotate({ mode: 'foo' }), 'INVALID_ARGUMENT', /'halfway'/],
  [
    'one label for two boxes',
    () => nd.bBoxRotate(boxes, i32([1]), { angle: 1, inputShape }),
    'INVALID_INPUT',
    /one label for each of 2 boxes/,
  ],
  [
    'float32 labels',
    () => nd.bBoxRotate(boxes, f32([1, 2]), { angle: 1, inputShape }),
    'INVALID_INPUT',
    /int32 for the labels/,
  ],
  [
    'labels of two columns',
    () =>
      nd.bBoxRotate(
        boxes,
        i32([
          [1, 2],
          [1, 2],
        ]),
        { angle: 1, inputShape },
      ),
    'INVALID_INPUT',
    /\(n\) or \(n, 1\), but received 2 x 2/,
  ],
])
