// brightness against reference outputs, and what it refuses; see test/golden/make_brightness_contrast.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('brightness')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'a factor that is no number',
    () => nd.brightness(image, { brightness: Number.NaN }),
    'INVALID_ARGUMENT',
    /finite number for brightness but received NaN/,
  ],
  [
    'a text',
    () => nd.brightness(image, { brightness: 'x' as never }),
    'INVALID_ARGUMENT',
    /a number for brightness but received "x"/,
  ],
])
