// saturation against reference outputs, and what it refuses; see test/golden/make_color_twist.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('saturation')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  ['one dimension', () => nd.saturation(line, { saturation: 1 }), 'INVALID_INPUT', /with 1 dimensions/],
  [
    'a factor that is no number',
    () => nd.saturation(image, { saturation: Number.NaN }),
    'INVALID_ARGUMENT',
    /received NaN/,
  ],
])
