// transforms.crop against DALI (test/golden/make_transforms.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('transforms_crop')

const input = f32([
  [1, 0, 0],
  [0, 1, 0],
])
const { crop } = nd.transforms
refusedTest([
  [
    'boxes of 2 and 3 dimensions',
    () => crop({ fromStart: [1, 2, 3], fromEnd: [5, 6] }),
    'INVALID_ARGUMENT',
    /1 or 3 values for fromEnd but received 2/,
  ],
  [
    'an input of other dimensions',
    () => crop(input, { fromStart: 1, fromEnd: 5 }),
    'INVALID_INPUT',
    /input transform of 1 dimensions.*received one of 2/,
  ],
  [
    'a box without width',
    () => crop({ fromStart: [1, 2], fromEnd: [1, 6] }),
    'INVALID_ARGUMENT',
    /fromEnd other than fromStart along dimension 0 but received 1/,
  ],
  ['seven dimensions', () => crop({ fromStart: [1, 2, 3, 4, 5, 6, 7] }), 'INVALID_ARGUMENT', /1 to 6 dimensions .* 7/],
])
