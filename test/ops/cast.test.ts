// cast against reference outputs, and what it refuses; see test/golden/make_cast.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('cast')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  ['a dtype that is none', () => nd.cast(image, { dtype: 'text' as never }), 'INVALID_ARGUMENT', /one of 'uint8', /],
  ['no dtype', () => nd.cast(image, {} as never), 'INVALID_ARGUMENT', /a value for dtype but received none/],
])
