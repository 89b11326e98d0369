// transforms.scale against DALI (test/golden/make_transforms.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('transforms_scale')

const input = f32([
  [1, 0, 0],
  [0, 1, 0],
])
const { scale } = nd.transforms
refusedTest([
  [
    'a centre of two dimensions for one',
    () => scale({ scale: 2, center: [1, 2] }),
    'INVALID_ARGUMENT',
    /1 or 1 values/,
  ],
  ['three factors for a plane', () => scale(input, { scale: [1, 2, 3] }), 'INVALID_INPUT', /of 3 dimensions.*of 2/],
  ['seven factors', () => scale({ scale: [1, 2, 3, 4, 5, 6, 7] }), 'INVALID_ARGUMENT', /1 to 6 dimensions .* 7/],
  ['an ndim of seven', () => scale({ scale: 2, ndim: 7 }), 'INVALID_ARGUMENT', /ndim/],
])
