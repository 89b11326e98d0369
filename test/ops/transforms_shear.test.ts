// transforms.shear against DALI (test/golden/make_transforms.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('transforms_shear')

const input = f32([
  [1, 0, 0],
  [0, 1, 0],
])
const { shear } = nd.transforms
refusedTest([
  ['neither factors nor angles', () => shear(), 'INVALID_ARGUMENT', /shear or angles but received none/],
  ['both', () => shear({ shear: [1, 2], angles: [1, 2] }), 'INVALID_ARGUMENT', /but received both/],
  ['three factors', () => shear({ shear: [1, 2, 3] }), 'INVALID_ARGUMENT', /2 or 6 values for shear but received 3/],
  [
    'an angle beyond 90',
    () => shear({ angles: [91, 0] }),
    'INVALID_ARGUMENT',
    /a list of numbers from -90 to 90 for angles but received 91 at \[0\]/,
  ],
  ['an angle that is no number', () => shear({ angles: [0, Number.NaN] }), 'INVALID_ARGUMENT', /angles/],
  ['six factors for a plane', () => shear(input, { shear: [1, 2, 3, 4, 5, 6] }), 'INVALID_INPUT', /of 3 .* of 2/],
])
