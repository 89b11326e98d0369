// Cases of decoders.image for `npm run parity`.
import { decoder, decoderArguments, drawFiles } from '../../../tools/parity/decoders.js'

export default decoder((d) => ({ inputs: [drawFiles(d)], args: decoderArguments(d) }))
