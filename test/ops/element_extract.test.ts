// elementExtract against reference outputs (test/golden/make_views.py), and how many outputs there can be.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('element_extract')

const frames = f32([1, 2, 3])
const places = (elementMap: number[]) => () => nd.elementExtract(frames, { elementMap })
refusedTest([
  ['no place', places([]), 'INVALID_ARGUMENT', /1 to 999 values for elementMap, one per output, but received none/],
  ['too many places', places(Array(1000).fill(0)), 'INVALID_ARGUMENT', /1 to 999 values .* but received 1000/],
  ['a place that is not there', places([3]), 'INVALID_INPUT', /at least 4 elements but received one of 3/],
  ['a place that no sequence has', places([2 ** 31 - 1]), 'INVALID_INPUT', /at least 2147483648 elements/],
])
