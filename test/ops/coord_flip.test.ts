// coordFlip against DALI (test/golden/make_boxes.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('coord_flip')

const points = f32([[0.1, 0.2]])
refusedTest([
  ['int32', () => nd.coordFlip(i32([[1, 2]])), 'INVALID_INPUT', /float32 for the coordinates but received int32/],
  [
    'four coordinates',
    () => nd.coordFlip(f32([[1, 2, 3, 4]])),
    'INVALID_INPUT',
    /\(n, 2\) or \(n, 3\) but received 1 x 4/,
  ],
  ['one point without a list', () => nd.coordFlip(f32([1, 2])), 'INVALID_INPUT', /shape \(n, 1\)/],
  ['three dimensions', () => nd.coordFlip(f32([[[1, 2]]])), 'INVALID_INPUT', /shape \(n, 1\)/],
  ['a layout without y', () => nd.coordFlip(points, { layout: 'xz' }), 'INVALID_ARGUMENT', /with y among its first 2/],
  [
    'x beyond the columns',
    () => nd.coordFlip(points, { layout: 'zyx' }),
    'INVALID_ARGUMENT',
    /with x among its first 2/,
  ],
  ['capitals', () => nd.coordFlip(points, { layout: 'XY' }), 'INVALID_ARGUMENT', /with x among .* received 'XY'/],
])
