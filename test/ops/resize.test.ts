// resize against reference outputs, and what it refuses; see test/golden/make_resize.py.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('resize')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
test('without any size an image stays as it is, whatever its limits are', () => {
  expect(nd.resize(image, { size: [0, 0], maxSize: 3 }).shape).toEqual([2, 5, 3])
})

refusedTest([
  [
    'no size',
    () => nd.resize(image, {}),
    'INVALID_ARGUMENT',
    /size, resizeX, resizeY, resizeZ, resizeShorter or resizeLonger but received none/,
  ],
  ['no sizes', () => nd.resize(image, { size: [] }), 'INVALID_ARGUMENT', /1 to 3 values for size but received none/],
  [
    'too many sizes',
    () => nd.resize(image, { size: [1, 2, 3] }),
    'INVALID_ARGUMENT',
    /1 or 2 values for size but received 3/,
  ],
  [
    'a size that is no number',
    () => nd.resize(image, { size: [Number.NaN, 3] }),
    'INVALID_ARGUMENT',
    /for size but received NaN at \[0\]/,
  ],
  [
    'a size that is too large',
    () => nd.resize(image, { size: [2e7, 3] }),
    'INVALID_ARGUMENT',
    /pixels for the output size but received 2e\+07/,
  ],
  ['one dimension', () => nd.resize(line, { size: [3, 3] }), 'INVALID_INPUT', /received none with 1 dimensions/],
])
