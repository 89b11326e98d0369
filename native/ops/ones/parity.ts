// Cases of ones for `npm run parity`.
import { filledCases } from '../../kernels/fill/parity.js'

export default filledCases
