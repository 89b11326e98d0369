// Cases of reinterpret for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const layout = d.pick(['HWC', 'XY', ''])
    const ndim = layout.length || 3
    const shape = () => [...d.list(ndim - 1, () => d.int(1, 5)), d.pick([8, 16])]
    const inputs = [d.tensor({ dtype: d.pick(dtypes), layout, shape })]
    return { inputs, args: { dtype: d.pick(dtypes), shape: d.maybe(() => d.pick([[-1], [2, -1]])) } }
  },
})
