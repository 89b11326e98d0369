// Cases of reshape for `npm run parity`.
import { daliRefuses, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    daliRefuses(
      /Unexpected layout of output/,
      'DALI fails where a reshaped tensor has another number of dimensions than the layout of its input and the shape is no constant.',
    ),
  ],
  case: (d) => {
    const layout = d.pick(['HWC', 'XY', ''])
    const ndim = layout.length || 3
    const extents = d.list(ndim, () => d.pick([2, 4, 6]))
    const inputs = [d.tensor({ dtype: d.pick(dtypes), layout, shape: extents })]
    const volume = extents.reduce((a, b) => a * b, 1)
    const shape = () => d.pick([[-1], [2, -1], [volume / 2, 2], [1, volume], [volume, 1, 1], [-1, 2, 1, 2], [volume]])
    switch (d.int(0, 5)) {
      case 0:
        return { inputs, args: { shape: shape() } }
      case 1: {
        const wanted = shape()
        return { inputs, args: { shape: wanted, layout: 'ABCDE'.slice(0, wanted.length) } }
      }
      case 2:
        return { inputs, args: { relShape: d.pick([[1, -1], [0.5, -1], [-1], [0.5, 2, 1]]) } }
      case 3:
        return { inputs, args: { srcDims: d.some([0, 1, 2].slice(0, ndim), ndim) } }
      case 4:
        return { inputs, args: { layout: 'UVW'.slice(0, ndim) } }
      default:
        return { inputs, argInputs: { shape: d.perSample(() => volume, { dtype: 'int32', length: 1 }) } }
    }
  },
})
