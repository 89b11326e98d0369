// hsv against reference outputs; see test/golden/make_color_twist.py.
import { goldenTest } from '../util/golden.js'

goldenTest('hsv')
