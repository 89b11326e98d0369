// Cases of powerSpectrum for `npm run parity`.
import { daliRefuses, parity } from '../../../tools/parity/cases.js'

export default parity({
  tolerance: { abs: 1e-4, rel: 1e-4 },
  differs: [
    daliRefuses(/ffts plan/, 'DALI refuses transforms of one element.'),
    {
      when: ({ args = {} }) => Number(args.axis) < -1,
      reason: 'DALI takes every negative axis for the last one; penstock counts from the last one.',
    },
  ],
  case: (d) => {
    const ndim = d.int(1, 3)
    return {
      inputs: [
        d.tensor({
          dtype: 'float32',
          shape: () => Array.from({ length: ndim }, () => d.int(1, 24)),
          values: [-1, 1],
        }),
      ],
      args: {
        axis: d.maybe(() => d.int(d.chance(8) ? -ndim : -1, ndim - 1)),
        nfft: d.maybe(() => d.int(1, 40)),
        power: d.maybe(() => d.int(1, 2)),
      },
    }
  },
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', shape: [1000, 512], values: [-1, 1], samples: 32 })] }),
})
