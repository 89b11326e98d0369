// Cases of random.coinFlip for `npm run parity`.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { drawnValues } from '../../../tools/parity/distribution.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [moreDtypes],
  distribution: drawnValues,
  case: (d) => {
    const like = d.chance(4)
    return {
      batchSize: d.batch,
      inputs: like ? [d.tensor({ dtype: 'uint8', layout: 'HW', shape: () => [d.int(20, 50), 50] })] : [],
      args: {
        shape: like ? undefined : [d.int(1000, 3000)],
        probability: d.maybe(() => d.float(0, 1)),
        dtype: d.maybe(() => d.pick(dtypes)),
      },
    }
  },
  speed: () => ({ inputs: [], batchSize: 32, args: { shape: [100_000] } }),
})
