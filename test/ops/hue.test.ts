// hue against reference outputs, and what it refuses; see test/golden/make_color_twist.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('hue')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  ['one dimension', () => nd.hue(line, { hue: 3 }), 'INVALID_INPUT', /with 1 dimensions/],
  [
    'a hue without end',
    () => nd.hue(image, { hue: Number.POSITIVE_INFINITY }),
    'INVALID_ARGUMENT',
    /finite number for hue but received Infinity/,
  ],
])
