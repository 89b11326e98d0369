// randomResizedCrop against reference outputs; see test/golden/make_random_resized_crop.py.
import { goldenTest } from '../util/golden.js'

goldenTest('random_resized_crop')
