// Cases of onesLike for `npm run parity`.
import { filledLikeCases } from '../../kernels/fill/parity.js'

export default filledLikeCases
