// Cases of transforms.rotation for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { transform } from '../../kernels/affine/parity.js'

const plane = transform(
  2,
  (d) => ({ angle: () => d.float(-400, 400), center: () => d.list(2, () => d.float(-3, 3)) }),
  undefined,
  'angle',
  2,
)
const space = transform(
  3,
  (d) => ({
    angle: () => d.float(-400, 400),
    axis: () => d.list(3, () => d.float(0.1, 3)),
    center: () => d.list(3, () => d.float(-3, 3)),
  }),
  undefined,
  'angle',
  3,
)
export default parity({
  ...plane,
  case: (d) => (d.bool() ? plane : space).case(d),
})
