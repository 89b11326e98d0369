// Cases of perFrame for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const layout = d.pick(['FHWC', 'FX', 'HWC', ''])
    const shape = () => d.list(layout.length || 3, () => d.int(1, 6))
    return { inputs: [d.tensor({ dtype: d.pick(dtypes), layout, shape })], args: { replace: d.maybe(() => d.bool()) } }
  },
})
