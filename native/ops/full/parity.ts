// Cases of full for `npm run parity`.
import { parity, penstockRefuses } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    penstockRefuses(
      /repeated to shape, which is one number/,
      'Without a shape the output is one number: of a larger fillValue DALI gives the first element, and penstock refuses it.',
    ),
    penstockRefuses(
      /repeated to shape, /,
      'DALI gives the first elements of a fillValue that has more dimensions, or larger ones, than the output; penstock refuses it.',
    ),
  ],
  case: (d) => {
    const ndim = d.int(0, 5)
    const shape = d.list(ndim, () => d.int(d.chance(20) ? 0 : 1, 7))
    // As many dimensions as the output or fewer, each equal, 1, or one that does not fit.
    const value = shape.slice(d.int(0, ndim)).map((extent) => (d.chance(25) ? extent + 1 : d.bool() ? extent : 1))
    return {
      inputs: [d.tensor({ dtype: d.pick(dtypes), shape: value.map((extent) => Math.max(1, extent)) })],
      args: { ...(!d.chance(12) && { shape }), ...(d.chance(3) && { layout: 'FDHWC'.slice(0, ndim) }) },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'float32', shape: [3], samples: 32 })],
    args: { shape: [480, 640, 3] },
  }),
})
