// crop_mirror_normalize against reference outputs, and what it refuses; see test/golden/make_crop_mirror_normalize.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('crop_mirror_normalize')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  [
    'one dimension',
    () => nd.cropMirrorNormalize(line),
    'INVALID_INPUT',
    /3 to 5 dimensions for the input but received 1/,
  ],
  [
    'means of other channels',
    () => nd.cropMirrorNormalize(image, { mean: [1, 2] }),
    'INVALID_ARGUMENT',
    /1 or 3 values .* for mean but received 2/,
  ],
  [
    'a deviation that is no number',
    () => nd.cropMirrorNormalize(image, { std: [Number.NaN] }),
    'INVALID_ARGUMENT',
    /for std but received NaN at \[0\]/,
  ],
])
