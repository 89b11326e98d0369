// reshape against reference outputs, and what it refuses; see test/golden/make_views.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('reshape')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  ['another number of elements', () => nd.reshape(image, { shape: [5, 5] }), 'INVALID_INPUT', /received one of 25/],
  ['two open extents', () => nd.reshape(image, { shape: [-1, -1] }), 'INVALID_ARGUMENT', /at most one negative extent/],
  [
    'an extent that is no number',
    () => nd.reshape(image, { shape: [Number.NaN, 3] }),
    'INVALID_ARGUMENT',
    /for shape but received NaN at \[0\]/,
  ],
  [
    'extents that are too large',
    () => nd.reshape(image, { shape: [2147483647, 2147483647] }),
    'INVALID_INPUT',
    /received one of 4611686014132420609/,
  ],
  ['no shape', () => nd.reshape(image, {}), 'INVALID_ARGUMENT', /a new shape or layout but received none/],
])
