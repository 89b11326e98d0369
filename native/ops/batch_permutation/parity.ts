// Cases of batchPermutation for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'

export default parity({
  tolerance: 0,
  case: (d) => ({
    inputs: [],
    batchSize: 16,
    args: { allowRepetitions: d.maybe(() => d.bool()), noFixedPoints: d.maybe(() => d.bool()) },
  }),
  distribution: (sample) => ({ place: Array.from(sample.data as Int32Array, Number) }),
})
