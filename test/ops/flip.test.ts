// flip against reference outputs, and what it refuses; see test/golden/make_flip.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('flip')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  ['one dimension', () => nd.flip(line), 'INVALID_INPUT', /received '' with 1 dimensions/],
  [
    'a switch that is no number',
    () => nd.flip(image, { horizontal: Number.NaN }),
    'INVALID_ARGUMENT',
    /an integer for horizontal but received NaN/,
  ],
])
