// getProperty against reference outputs; see test/golden/make_views.py.
import { goldenTest } from '../util/golden.js'

goldenTest('get_property')
