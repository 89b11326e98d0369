// decoders.imageCrop against reference outputs, and what it refuses; see test/golden/make_decoders_image_crop.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('decoders_image_crop')

refusedTest([
  [
    'a size that is no number',
    () => nd.decoders.imageCrop({ data: new Uint8Array(0), shape: [0] }, { crop: [Number.NaN, 3] }),
    'INVALID_ARGUMENT',
    /received NaN at \[0\]/,
  ],
  [
    'no bytes',
    () => nd.decoders.imageCrop({ data: new Uint8Array(0), shape: [0] }, { crop: [2, 3] }),
    'BAD_SAMPLE',
    /received an empty file/,
  ],
])
