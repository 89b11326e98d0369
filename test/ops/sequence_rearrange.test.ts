// sequenceRearrange against reference outputs; see test/golden/make_join.py.
import { goldenTest } from '../util/golden.js'

goldenTest('sequence_rearrange')
