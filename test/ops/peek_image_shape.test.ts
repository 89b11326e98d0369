// peekImageShape against reference outputs, and what it refuses; see test/golden/make_peek_image_shape.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('peek_image_shape')

refusedTest([
  [
    'other elements',
    () => nd.peekImageShape(f32([1, 2])),
    'INVALID_INPUT',
    /bytes \(uint8\) for the input but received float32/,
  ],
  [
    'no bytes',
    () => nd.peekImageShape({ data: new Uint8Array(0), shape: [0] }),
    'BAD_SAMPLE',
    /received an empty file/,
  ],
])
