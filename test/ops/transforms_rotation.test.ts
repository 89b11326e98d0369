// transforms.rotation against DALI (test/golden/make_transforms.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('transforms_rotation')

const space = f32([
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
])
const { rotation } = nd.transforms
refusedTest([
  ['two values for the axis', () => rotation({ angle: 1, axis: [0, 1] }), 'INVALID_ARGUMENT', /3 values .* received 2/],
  ['an axis without length', () => rotation({ angle: 1, axis: [0, 0, 0] }), 'INVALID_ARGUMENT', /a direction for axis/],
  [
    'three values for the centre in the plane',
    () => rotation({ angle: 1, center: [1, 2, 3] }),
    'INVALID_ARGUMENT',
    /1 or 2 values for center but received 3/,
  ],
  ['an input in space without an axis', () => rotation(space, { angle: 1 }), 'INVALID_INPUT', /of 2 dimensions.*of 3/],
])
