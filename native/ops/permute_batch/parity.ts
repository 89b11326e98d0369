// Cases of permuteBatch for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const inputs = [d.images({ dtype: d.pick(dtypes) })]
    const index = () => d.int(0, d.batch - 1)
    if (d.bool()) return { inputs, args: { indices: d.list(d.batch, index) } }
    return { inputs, argInputs: { indices: d.perSample(index, { dtype: 'int32' }) } }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 16 })],
    args: { indices: Array.from({ length: 16 }, (_, i) => 15 - i) },
  }),
})
