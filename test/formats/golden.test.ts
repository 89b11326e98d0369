// Every format but JPEG against DALI's decoders.image; made by test/golden/make_formats.py.
import { goldenTest } from '../util/golden.js'

goldenTest('formats')
