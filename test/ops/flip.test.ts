// flip against reference outputs; see test/golden/make_flip.py.
import { goldenTest } from '../util/golden.js'

goldenTest('flip')
