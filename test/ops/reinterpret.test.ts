// reinterpret against reference outputs, and what it refuses; see test/golden/make_views.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('reinterpret')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'bytes that are no whole number of elements',
    () => nd.reinterpret({ data: new Uint8Array(5), shape: [5] }, { dtype: 'float32' }),
    'INVALID_INPUT',
    /5 bytes are a whole number of float32/,
  ],
  [
    'nothing new',
    () => nd.reinterpret(image, {}),
    'INVALID_ARGUMENT',
    /a new dtype, shape or layout but received none/,
  ],
])
