// transpose against reference outputs; see test/golden/make_transpose.py.
import { goldenTest } from '../util/golden.js'

goldenTest('transpose')
