// bbFlip against DALI (test/golden/make_boxes.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('bb_flip')

refusedTest([
  ['int32', () => nd.bbFlip(i32([[0, 0, 1, 1]])), 'INVALID_INPUT', /float32 for the boxes but received int32/],
  ['five numbers', () => nd.bbFlip(f32([[0, 0, 1, 1, 1]])), 'INVALID_INPUT', /boxes of 4 numbers but received 5/],
])
