// resizeCropMirror against reference outputs; see test/golden/make_resize_crop_mirror.py.
import { goldenTest } from '../util/golden.js'

goldenTest('resize_crop_mirror')
