// Cases of squeeze for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    {
      when: ({ args = {} }) => ((args.axes ?? []) as number[]).some((axis) => axis < 0),
      reason:
        'DALI leaves a dimension that a negative axis names, without an error; penstock removes it, as numpy does.',
    },
  ],
  case: (d) => {
    const layout = d.pick(['FHWC', 'HWC', 'XY', ''])
    const ndim = layout.length || 4
    const ones = d.some([0, 1, 2, 3].slice(0, ndim), d.int(1, ndim))
    const shape = () => d.list(ndim, () => d.int(1, 5)).map((extent, i) => (ones.includes(i) ? 1 : extent))
    const inputs = [d.tensor({ dtype: d.pick(dtypes), layout, shape })]
    const gone = d.some(ones, d.int(1, ones.length))
    if (layout && d.bool()) return { inputs, args: { axisNames: gone.map((axis) => layout[axis]).join('') } }
    return { inputs, args: { axes: gone.map((axis) => (d.chance(4) ? axis - ndim : axis)) } }
  },
})
