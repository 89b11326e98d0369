// decoders.imageCrop against reference outputs; see test/golden/make_decoders_image_crop.py.
import { goldenTest } from '../util/golden.js'

goldenTest('decoders_image_crop')
