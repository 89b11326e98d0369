// crop against reference outputs; see test/golden/make_crop.py.
import { goldenTest } from '../util/golden.js'

goldenTest('crop')
