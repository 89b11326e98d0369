// Cases of toDecibels for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'

export default parity({
  tolerance: { rel: 1e-5, abs: 1e-4 },
  case: (d) => {
    const ndim = d.int(1, 3)
    const values = d.pick([
      [0, 1],
      [0, 1e6],
      [-2, 3],
      [0, 1e-6],
    ] as const)
    const shape = () => d.list(ndim, () => d.int(1, 12))
    return {
      inputs: [d.tensor({ dtype: d.chance(10) ? 'float64' : 'float32', shape, values })],
      args: {
        multiplier: d.maybe(() => d.pick([10, 20, d.float(0.5, 30)])),
        cutoffDb: d.maybe(() => d.float(-300, 5)),
        reference: d.maybe(() => d.pick([0.5, 1, d.float(0.001, 100)])),
      },
    }
  },
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', shape: [257, 1000], values: [0, 1], samples: 32 })] }),
})
