// decoders.imageSlice against reference outputs; see test/golden/make_decoders_image_slice.py.
import { goldenTest } from '../util/golden.js'

goldenTest('decoders_image_slice')
