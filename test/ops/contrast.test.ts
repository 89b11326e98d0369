// contrast against reference outputs, and what it refuses; see test/golden/make_brightness_contrast.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('contrast')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'a factor that is no number',
    () => nd.contrast(image, { contrast: Number.NaN }),
    'INVALID_ARGUMENT',
    /finite number for contrast but received NaN/,
  ],
  [
    'no values',
    () => nd.contrast(image, { contrast: [] as never }),
    'INVALID_ARGUMENT',
    /a number for contrast but received \[\]/,
  ],
])
