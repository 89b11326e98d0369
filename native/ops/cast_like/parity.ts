// Cases of castLike for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    {
      when: (c) => /int/.test(c.inputs[0]!.dtype) && c.inputs[1]!.dtype === 'float16',
      reason:
        'An integer half-way between two numbers of float16 becomes the one farther from 0 in DALI, and the even one in penstock, as IEEE 754 rounds.',
    },
  ],
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
