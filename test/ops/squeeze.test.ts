// squeeze against reference outputs, and what it refuses; see test/golden/make_views.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('squeeze')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'an extent that is not 1',
    () => nd.squeeze(image, { axes: 0 }),
    'INVALID_INPUT',
    /an extent of 1 on axis 0 but received 2/,
  ],
  [
    'an axis that is too large',
    () => nd.squeeze(image, { axes: 7 }),
    'INVALID_ARGUMENT',
    /-3 to 2 for axes but received 7/,
  ],
  ['a name that is not there', () => nd.squeeze(image, { axisNames: 'X' }), 'INVALID_INPUT', /axis X of axisNames/],
  ['no axes', () => nd.squeeze(image, {}), 'INVALID_ARGUMENT', /axes or axisNames but received none/],
])
