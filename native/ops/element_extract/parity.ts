// Cases of elementExtract for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const layout = d.pick(['FHWC', 'FX', 'FCHW', ''])
    const shape = () => [d.int(3, 5), ...d.list(Math.max(1, layout.length - 1), () => d.int(1, 6))]
    const inputs = [d.tensor({ dtype: d.pick(dtypes), layout, shape })]
    return { inputs, args: { elementMap: d.list(d.int(1, 4), () => d.int(0, 2)) } }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', layout: 'FHWC', shape: [8, 240, 320, 3], samples: 8 })],
    args: { elementMap: [0, 3, 7] },
  }),
})
