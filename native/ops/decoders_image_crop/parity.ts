// Cases of decoders.imageCrop for `npm run parity`.
import { decoder, decoderArguments, drawFiles, isRisky } from '../../../tools/parity/decoders.js'
import { cropArguments } from '../../../tools/parity/families.js'

export default decoder(
  (d) => {
    const window = cropArguments(d, { most: 20 })
    const args = decoderArguments(d)
    return {
      inputs: [drawFiles(d)],
      args: { ...args, ...window.args },
      argInputs: window.argInputs,
      risky: isRisky(args),
    }
  },
  { crop: [128, 128] },
)
