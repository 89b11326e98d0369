// bBoxPaste against DALI (test/golden/make_boxes.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('b_box_paste')

refusedTest([
  ['int32', () => nd.bBoxPaste(i32([[0, 0, 1, 1]]), { ratio: 2 }), 'INVALID_INPUT', /float32 for the boxes/],
  ['five numbers', () => nd.bBoxPaste(f32([[0, 0, 1, 1, 1]]), { ratio: 2 }), 'INVALID_INPUT', /boxes of 4 numbers/],
  [
    'a ratio of 0',
    () => nd.bBoxPaste(f32([[0, 0, 1, 1]]), { ratio: 0 }),
    'INVALID_ARGUMENT',
    /a number > 0 for ratio but received 0/,
  ],
])
