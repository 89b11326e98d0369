// Cases of decoders.image for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import {
  decoderArguments,
  decoderDifferences,
  decoderTolerance,
  decoderToleranceText,
  drawFiles,
} from '../../../tools/parity/decoders.js'
import { encoded, filesOf } from '../../../tools/parity/families.js'

const photos = filesOf('photos', /\.jpg$/)

export default parity({
  tolerance: decoderTolerance,
  toleranceText: decoderToleranceText,
  differs: decoderDifferences,
  case: (d) => ({ inputs: [drawFiles(d)], args: decoderArguments(d) }),
  speed: () => ({ inputs: [encoded(photos)], args: {} }),
})
