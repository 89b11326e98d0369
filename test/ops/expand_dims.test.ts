// expandDims against reference outputs, and what it refuses; see test/golden/make_views.py.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('expand_dims')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'an axis that is too large',
    () => nd.expandDims(image, { axes: [9] }),
    'INVALID_ARGUMENT',
    /axes from 0 to 3 but received 9/,
  ],
  [
    'a negative axis',
    () => nd.expandDims(image, { axes: [-1] }),
    'INVALID_ARGUMENT',
    /integers >= 0 for axes but received -1 at \[0\]/,
  ],
  [
    'an axis twice',
    () => nd.expandDims(image, { axes: [1, 1] }),
    'INVALID_ARGUMENT',
    /different values for axes but received 1 twice/,
  ],
])

test('without new dimensions the layout stays, as in DALI', () => {
  expect(nd.expandDims(image, { axes: [] }).layout).toBe('HWC')
  expect(nd.expandDims(image, { axes: [0] }).layout).toBeFalsy()
})
