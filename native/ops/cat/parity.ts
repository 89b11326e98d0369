// Cases of cat for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const layout = d.pick(['HWC', 'ABCD', 'XY', 'N', ''])
    const ndim = layout.length || d.int(1, 4)
    const axis = d.int(0, ndim - 1)
    const dtype = d.pick(dtypes)
    // The extents beside the axis are those of the sample in all inputs.
    const beside = d.list(d.batch, () => d.list(ndim, () => d.int(1, 7)))
    const inputs = d.list(d.int(1, 5), () => {
      let s = 0
      return d.tensor({ dtype, layout, shape: () => beside[s++]!.with(axis, d.int(0, 5)) })
    })
    const way = d.pick(['axis', 'negative', 'name', 'none'])
    if (way === 'name' && layout) return { inputs, args: { axisName: layout[axis] } }
    return { inputs, args: way === 'none' ? {} : { axis: way === 'negative' ? axis - ndim : axis } }
  },
  speed: (d) => ({
    inputs: d.list(3, () => d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 16 })),
    args: { axis: 1 },
  }),
})
