// perFrame against reference outputs, and what it refuses; see test/golden/make_views.py.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('per_frame')

refusedTest([
  ['no dimensions', () => nd.perFrame(f32(1)), 'INVALID_INPUT', /at least one dimension, of frames, but received none/],
])
