// transpose against reference outputs, and what it refuses; see test/golden/make_transpose.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('transpose')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'an axis twice',
    () => nd.transpose(image, { perm: [0, 0, 1] }),
    'INVALID_ARGUMENT',
    /different values for perm but received 0 twice/,
  ],
  [
    'too few axes',
    () => nd.transpose(image, { perm: [0, 1] }),
    'INVALID_ARGUMENT',
    /3 values .* for perm but received 2/,
  ],
  [
    'an axis that is too large',
    () => nd.transpose(image, { perm: [0, 1, 3] }),
    'INVALID_ARGUMENT',
    /received 3 at place 2/,
  ],
  [
    'a negative axis',
    () => nd.transpose(image, { perm: [0, 1, -1] }),
    'INVALID_ARGUMENT',
    /a list of integers >= 0 for perm but received -1 at \[2\]/,
  ],
])
