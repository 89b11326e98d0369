// cast against reference outputs; see test/golden/make_cast.py.
import { goldenTest } from '../util/golden.js'

goldenTest('cast')
