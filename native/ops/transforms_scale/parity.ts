// Cases of transforms.scale for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { transform } from '../../kernels/affine/parity.js'

export default parity(
  transform(
    6,
    (d, n) => ({
      scale: () => d.list(n, () => d.float(-3, 3)),
      center: () => d.list(n, () => d.float(-3, 3)),
    }),
    (d, n) => ({ ndim: d.maybe(() => n) }),
    'scale',
  ),
)
