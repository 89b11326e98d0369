// hsv against reference outputs, and what it refuses; see test/golden/make_color_twist.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('hsv')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  ['one dimension', () => nd.hsv(line, {}), 'INVALID_INPUT', /layout HWC, .* received '' with 1 dimensions/],
  [
    'a hue that is no number',
    () => nd.hsv(image, { hue: Number.NaN }),
    'INVALID_ARGUMENT',
    /finite number for hue but received NaN/,
  ],
])
