// Cases of transforms.combine for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { matrices } from '../../kernels/affine/parity.js'

export default parity({
  // Products of up to six matrices of elements up to 3.
  tolerance: { abs: 2e-3, rel: 2e-6 },
  case: (d) => {
    const n = d.int(1, 6)
    const count = d.int(2, 6)
    return {
      inputs: d.list(count, () => matrices(d, d.chance(40) ? d.int(1, 6) : n)),
      args: { reverseOrder: d.maybe(() => d.bool()) },
    }
  },
  speed: (d) => ({
    inputs: d.list(4, () => d.tensor({ dtype: 'float32', shape: [2, 3], samples: 256, values: [-3, 3] })),
  }),
})
