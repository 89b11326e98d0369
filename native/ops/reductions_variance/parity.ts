// Cases of reductions.variance for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { reduction } from '../../kernels/reduce/parity.js'

export default parity(reduction('variance'))
