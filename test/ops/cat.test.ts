// cat against reference outputs, and what it refuses; see test/golden/make_join.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('cat')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const empty = nd.tensor({ data: new Uint8Array(0), shape: [0, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  ['another number of dimensions', () => nd.cat(image, line), 'INVALID_INPUT', /received float32, 1 as input 1/],
  [
    'an axis that is too large',
    () => nd.cat(image, image, { axis: 3 }),
    'INVALID_ARGUMENT',
    /axis from -3 to 2 .* received 3/,
  ],
  [
    'an axis that is too small',
    () => nd.cat(image, image, { axis: -4 }),
    'INVALID_ARGUMENT',
    /axis from -3 to 2 .* received -4/,
  ],
  [
    'an axis that is no number',
    () => nd.cat(image, image, { axis: Number.NaN }),
    'INVALID_ARGUMENT',
    /an integer for axis but received NaN/,
  ],
  [
    'an empty input beside others',
    () => nd.cat(image, empty, { axis: 1 }),
    'INVALID_INPUT',
    /extents 2 and 0 along axis 0/,
  ],
])
