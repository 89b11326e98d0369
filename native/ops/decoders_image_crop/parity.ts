// Cases of decoders.imageCrop for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import {
  decoderArguments,
  decoderDifferences,
  decoderTolerance,
  decoderToleranceText,
  drawFiles,
  isRisky,
} from '../../../tools/parity/decoders.js'
import { cropArguments, encoded, filesOf } from '../../../tools/parity/families.js'

const photos = filesOf('photos', /\.jpg$/)

export default parity({
  tolerance: decoderTolerance,
  toleranceText: decoderToleranceText,
  differs: decoderDifferences,
  case: (d) => {
    const window = cropArguments(d, { most: 20 })
    const args = decoderArguments(d)
    return {
      inputs: [drawFiles(d)],
      args: { ...args, ...window.args },
      argInputs: window.argInputs,
      risky: isRisky(args),
    }
  },
  speed: () => ({ inputs: [encoded(photos)], args: { crop: [128, 128] } }),
})
