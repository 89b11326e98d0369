// Cases of flip for `npm run parity`.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [moreDtypes],
  case: (d) => {
    const layout = d.pick(['HWC', 'CHW', 'DHWC', 'CDHW', 'FHWC', 'FCHW', 'FDHWC', 'FCDHW'])
    const flag = () => d.int(0, 1)
    return {
      inputs: [d.images({ dtype: d.pick(dtypes), layout, most: 12 })],
      ...d.arguments({ horizontal: flag, vertical: flag, depthwise: flag }, ['horizontal', 'vertical', 'depthwise']),
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 32 })],
    args: { horizontal: 1 },
  }),
})
