// peekImageShape against reference outputs; see test/golden/make_peek_image_shape.py.
import { goldenTest } from '../util/golden.js'

goldenTest('peek_image_shape')
