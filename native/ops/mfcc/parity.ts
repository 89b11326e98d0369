// Cases of mfcc for `npm run parity`.
import { daliRefuses, parity } from '../../../tools/parity/cases.js'

export default parity({
  tolerance: { rel: 1e-4, abs: 1e-3 },
  differs: [daliRefuses(/number of dimensions/, 'DALI refuses one spectrum alone, without a second dimension.')],
  case: (d) => {
    const ndim = d.int(1, 3)
    return {
      inputs: [
        d.tensor({
          dtype: d.chance(20) ? 'float64' : 'float32',
          layout: d.pick(['', 'ftx'.slice(0, ndim)]),
          shape: () => d.list(ndim, () => d.int(2, 30)),
          values: [-80, 20],
        }),
      ],
      args: {
        axis: d.maybe(() => d.int(0, d.chance(10) ? ndim : ndim - 1)),
        dctType: d.maybe(() => d.int(1, 4)),
        nMfcc: d.maybe(() => d.int(d.chance(10) ? 0 : 1, 30)),
        normalize: d.maybe(() => d.bool()),
        lifter: d.maybe(() => d.pick([0, 22, d.float(-5, 40)])),
      },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'float32', layout: 'ft', shape: [80, 1000], values: [-80, 0], samples: 32 })],
  }),
})
