// Cases of random.normal for `npm run parity`.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { drawnValues } from '../../../tools/parity/distribution.js'
import { numberDtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [moreDtypes],
  distribution: drawnValues,
  case: (d) => {
    // One mean and one deviation for all samples of a case, so that they have one distribution.
    const args = { mean: d.maybe(() => d.float(-20, 100)), stddev: d.maybe(() => d.float(0, 30)) }
    return {
      inputs: [],
      batchSize: d.batch,
      args: { ...args, shape: [d.int(1000, 3000)], dtype: d.maybe(() => d.pick(numberDtypes)) },
    }
  },
  speed: () => ({ inputs: [], batchSize: 32, args: { shape: [100_000] } }),
})
