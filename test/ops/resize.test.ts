// resize against reference outputs; see test/golden/make_resize.py.
import { goldenTest } from '../util/golden.js'

goldenTest('resize')
