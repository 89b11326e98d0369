// Cases of random.choice for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { drawnValues } from '../../../tools/parity/distribution.js'
import { numberDtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  distribution: drawnValues,
  case: (d) => {
    const count = d.int(1, 6)
    const weights = d.list(count, () => d.int(1, 9))
    const sum = weights.reduce((a, b) => a + b, 0)
    return {
      // The choices are an input of one sample for all, so that all samples have one distribution.
      inputs: [d.tensor({ dtype: d.pick(numberDtypes), shape: [count], samples: 1 })],
      args: { shape: [d.int(1000, 3000)], p: d.maybe(() => weights.map((one) => one / sum)) },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'float32', shape: [10], samples: 32 })],
    args: { shape: [100_000] },
  }),
})
