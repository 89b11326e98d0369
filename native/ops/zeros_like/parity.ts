// Cases of zerosLike for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const layout = d.pick(['', 'HWC', 'X', 'FDHWC'])
    const shape = () => d.list(layout.length || 2, () => d.int(d.chance(10) ? 0 : 1, 9))
    return {
      inputs: [d.tensor({ dtype: d.pick(dtypes), layout, shape })],
      args: { dtype: d.maybe(() => d.pick(dtypes)) },
    }
  },
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', layout: 'HWC', shape: [480, 640, 3], samples: 32 })] }),
})
