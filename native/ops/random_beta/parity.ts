// Cases of random.beta for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { drawnValues } from '../../../tools/parity/distribution.js'

export default parity({
  tolerance: 0,
  distribution: drawnValues,
  case: (d) => {
    const like = d.chance(4)
    // One distribution for all samples of a case; from time to time a parameter that both refuse.
    const parameter = () => (d.chance(30) ? d.pick([0, -1, Number.NaN]) : d.bool() ? d.float(0.05, 1) : d.float(1, 30))
    return {
      batchSize: d.batch,
      inputs: like ? [d.tensor({ dtype: 'uint8', layout: 'HW', shape: () => [d.int(20, 50), 50] })] : [],
      args: {
        shape: like ? undefined : [d.int(1000, 3000)],
        alpha: d.maybe(parameter),
        beta: d.maybe(parameter),
        dtype: d.maybe(() => d.pick(['float32', 'float64', 'float16', 'int32'])),
      },
    }
  },
  speed: () => ({ inputs: [], batchSize: 32, args: { shape: [100_000], alpha: 0.4, beta: 0.4 } }),
})
