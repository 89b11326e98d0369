// slice against reference outputs; see test/golden/make_slice.py.
import { goldenTest } from '../util/golden.js'

goldenTest('slice')
