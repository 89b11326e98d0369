// Cases of sequenceRearrange for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const layout = d.pick(['FHWC', 'FX', 'FCHW', ''])
    const shape = () => [d.int(3, 5), ...d.list(Math.max(1, layout.length - 1), () => d.int(1, 6))]
    const inputs = [d.tensor({ dtype: d.pick(dtypes), layout, shape })]
    const order = () => d.list(d.int(1, 6), () => d.int(0, 2))
    if (d.bool()) return { inputs, args: { newOrder: order() } }
    return { inputs, argInputs: { newOrder: d.perSample(() => d.int(0, 2), { dtype: 'int32', length: d.int(1, 6) }) } }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', layout: 'FHWC', shape: [8, 240, 320, 3], samples: 8 })],
    args: { newOrder: [7, 6, 5, 4, 3, 2, 1, 0] },
  }),
})
