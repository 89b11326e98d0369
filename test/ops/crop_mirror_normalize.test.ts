// crop_mirror_normalize against reference outputs; see test/golden/make_crop_mirror_normalize.py.
import { goldenTest } from '../util/golden.js'

goldenTest('crop_mirror_normalize')
