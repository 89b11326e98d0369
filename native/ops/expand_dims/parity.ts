// Cases of expandDims for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const layout = d.pick(['HWC', 'XY', 'N', ''])
    const ndim = layout.length || d.int(0, 3)
    const axes = d.some([0, 1, 2, 3], d.int(1, 2))
    return {
      inputs: [d.tensor({ dtype: d.pick(dtypes), layout, shape: () => d.list(ndim, () => d.int(1, 5)) })],
      args: { axes, newAxisNames: d.maybe(() => 'AB'.slice(0, axes.length)) },
    }
  },
})
