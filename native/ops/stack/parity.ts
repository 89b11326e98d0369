// Cases of stack for `npm run parity`.
import { daliRefuses, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    daliRefuses(
      /Invalid axis argument, -/,
      'DALI does not count from the last to the first place of the new axis, -(ndim + 1); penstock does, as numpy.stack.',
    ),
  ],
  case: (d) => {
    const layout = d.pick(['HWC', 'ABCD', 'XY', 'N', ''])
    const ndim = layout.length || d.int(0, 4)
    const dtype = d.pick(dtypes)
    const shapes = d.list(d.batch, () => d.list(ndim, () => d.int(1, 7)))
    const inputs = d.list(d.int(1, 5), () => {
      let s = 0
      return d.tensor({ dtype, layout, shape: () => shapes[s++]! })
    })
    return { inputs, args: { axis: d.maybe(() => d.int(-ndim - 1, ndim)), axisName: d.maybe(() => 'Z') } }
  },
  speed: (d) => ({
    inputs: d.list(3, () => d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 16 })),
    args: { axis: 0 },
  }),
})
