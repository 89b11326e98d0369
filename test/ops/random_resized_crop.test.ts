// randomResizedCrop against reference outputs, and what it refuses; see test/golden/make_random_resized_crop.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('random_resized_crop')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const empty = nd.tensor({ data: new Uint8Array(0), shape: [0, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  [
    'a size of 0',
    () => nd.randomResizedCrop(image, { size: 0 }),
    'INVALID_ARGUMENT',
    /integers >= 1 for size but received 0/,
  ],
  [
    'a negative size',
    () => nd.randomResizedCrop(image, { size: -3 }),
    'INVALID_ARGUMENT',
    /integers >= 1 for size but received -3/,
  ],
  [
    'a size that is too large',
    () => nd.randomResizedCrop(image, { size: 20_000_000 }),
    'INVALID_ARGUMENT',
    /pixels for the output size but received 2e\+07/,
  ],
  [
    'three sizes',
    () => nd.randomResizedCrop(image, { size: [1, 2, 3] }),
    'INVALID_ARGUMENT',
    /1 or 2 values for size but received 3/,
  ],
  [
    'an area that is no number',
    () => nd.randomResizedCrop(image, { size: 3, randomArea: [Number.NaN, 1] }),
    'INVALID_ARGUMENT',
    /for randomArea but received NaN at \[0\]/,
  ],
  [
    'an empty image',
    () => nd.randomResizedCrop(empty, { size: 3 }),
    'INVALID_INPUT',
    /pixels for the input but received an empty image/,
  ],
  ['one dimension', () => nd.randomResizedCrop(line, { size: 3 }), 'INVALID_INPUT', /received none with 1 dimensions/],
])
