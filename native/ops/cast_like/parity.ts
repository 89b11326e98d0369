// Cases of castLike for `npm run parity`.
import { halfTies, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [halfTies],
  case: (d) => {
    const layout = d.pick(['', 'HWC', 'FHWC'])
    const shape = () => d.list(layout.length || 2, () => d.int(d.chance(10) ? 0 : 1, 9))
    const dtype = d.pick(dtypes)
    const values = dtype.startsWith('float')
      ? d.pick([
          [-3, 3],
          [-300, 300],
          [-70000, 70000],
        ] as const)
      : undefined
    return {
      inputs: [
        d.tensor({ dtype, layout, shape, ...(values && { values }) }),
        d.tensor({ dtype: d.pick(dtypes), shape: () => [d.int(0, 3)] }),
      ],
    }
  },
  speed: (d) => ({
    inputs: [
      d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 32 }),
      d.tensor({ dtype: 'float32', shape: [1], samples: 32 }),
    ],
  }),
})
