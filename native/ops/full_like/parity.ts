// Cases of fullLike for `npm run parity`.
import { parity, penstockRefuses } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    penstockRefuses(
      /repeated to the shape of dataLike/,
      'DALI gives the first elements of a fillValue that is larger than the output; penstock refuses it.',
    ),
  ],
  case: (d) => {
    const ndim = d.int(0, 5)
    const shape = d.list(ndim, () => d.int(d.chance(20) ? 0 : 1, 7))
    const value = shape.slice(d.int(0, ndim)).map((extent) => (d.chance(25) ? extent + 1 : d.bool() ? extent : 1))
    return {
      inputs: [
        d.tensor({ dtype: d.pick(dtypes), shape, layout: d.pick(['', 'FDHWC'.slice(0, ndim)]) }),
        d.tensor({ dtype: d.pick(dtypes), shape: value.map((extent) => Math.max(1, extent)), values: [0, 1] }),
      ],
    }
  },
  speed: (d) => ({
    inputs: [
      d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 32 }),
      d.tensor({ dtype: 'float32', shape: [3], samples: 32 }),
    ],
  }),
})
