// resizeCropMirror against reference outputs, and what it refuses; see test/golden/make_resize_crop_mirror.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('resize_crop_mirror')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  [
    'no size',
    () => nd.resizeCropMirror(image, { crop: [3, 3] }),
    'INVALID_ARGUMENT',
    /size, resizeX, resizeY, resizeZ, resizeShorter or resizeLonger but received none/,
  ],
  [
    'a crop that is too large',
    () => nd.resizeCropMirror(image, { size: [3, 3], crop: [4, 3] }),
    'INVALID_ARGUMENT',
    /a crop inside the resized image/,
  ],
  [
    'a size that is no number',
    () => nd.resizeCropMirror(image, { size: [Number.NaN, 3] }),
    'INVALID_ARGUMENT',
    /received NaN at \[0\]/,
  ],
  [
    'one dimension',
    () => nd.resizeCropMirror(line, { size: [3, 3] }),
    'INVALID_INPUT',
    /received none with 1 dimensions/,
  ],
])
