// stack against reference outputs, and what it refuses; see test/golden/make_join.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('stack')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const empty = nd.tensor({ data: new Uint8Array(0), shape: [0, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  ['another shape', () => nd.stack(image, empty), 'INVALID_INPUT', /inputs of one shape/],
  ['another dtype', () => nd.stack(line, i32([1, 2, 3, 4])), 'INVALID_INPUT', /received int32, 1 as input 1/],
  [
    'an axis that is too large',
    () => nd.stack(image, image, { axis: 4 }),
    'INVALID_ARGUMENT',
    /axis from -4 to 3 .* received 4/,
  ],
  [
    'an axis that is too small',
    () => nd.stack(image, image, { axis: -5 }),
    'INVALID_ARGUMENT',
    /axis from -4 to 3 .* received -5/,
  ],
])
