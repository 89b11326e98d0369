// Cases of transforms.crop for `npm run parity`.
import { daliRefuses, parity, penstockRefuses } from '../../../tools/parity/cases.js'
import { transform } from '../../kernels/affine/parity.js'

export default parity({
  ...transform(
    6,
    (d, n) => ({
      // Sides are at least 0.5 long, so that quotients stay small.
      fromStart: () => d.list(d.chance(8) ? 1 : n, () => d.float(-3, 0.6)),
      fromEnd: () => d.list(n, () => d.float(0.5, 4)),
      toStart: () => d.list(n, () => d.float(-4, 4)),
      toEnd: () => d.list(n, () => d.float(-4, 4)),
    }),
    (d) => ({ absolute: d.maybe(() => d.bool()) }),
  ),
  differs: [
    daliRefuses(
      /is_uniform/,
      'DALI wants as many values for every sample of a batch; penstock takes one value for one sample and several for another.',
    ),
    penstockRefuses(
      /fromEnd other than fromStart/,
      'A box without a length gives a matrix with infinite elements in DALI; penstock refuses it.',
    ),
  ],
})
