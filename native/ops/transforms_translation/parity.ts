// Cases of transforms.translation for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { transform } from '../../kernels/affine/parity.js'

export default parity(transform(6, (d, n) => ({ offset: () => d.list(n, () => d.float(-9, 9)) }), undefined, 'offset'))
