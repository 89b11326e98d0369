// contrast against reference outputs; see test/golden/make_brightness_contrast.py.
import { goldenTest } from '../util/golden.js'

goldenTest('contrast')
