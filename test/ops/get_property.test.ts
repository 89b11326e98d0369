// getProperty against reference outputs, and what it refuses; see test/golden/make_views.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('get_property')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'a key that is not there',
    () => nd.getProperty(image, { key: 'x' as never }),
    'INVALID_ARGUMENT',
    /one of 'source_info', 'layout' for key/,
  ],
])
