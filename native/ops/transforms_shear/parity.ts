// Cases of transforms.shear for `npm run parity`.
import { daliRefuses, parity } from '../../../tools/parity/cases.js'
import { transform } from '../../kernels/affine/parity.js'

const [factors, angles] = ['shear', 'angles'].map((name) =>
  transform(
    3,
    (d, n) => ({
      [name]: () => d.list(n * (n - 1), () => d.float(-3, 3)),
      center: () => d.list(n, () => d.float(-3, 3)),
    }),
    undefined,
    name,
    2,
  ),
)

export default parity({
  ...factors!,
  differs: [
    daliRefuses(
      /D x \(D-1\) matrix/,
      'Per sample DALI takes six values as a matrix of 3 x 2 only; penstock takes them as a list too, as both do for constants.',
    ),
  ],
  case: (d) => (d.bool() ? factors! : angles!).case(d),
})
