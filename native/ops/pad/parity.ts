// Cases of pad for `npm run parity`.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    moreDtypes,
    {
      when: (c) => /^u|^bool/.test(c.inputs[0]!.dtype),
      reason:
        'A fill value beyond the dtype wraps around in DALI, or is undefined; penstock clamps it to the range of the dtype.',
    },
  ],
  case: (d) => {
    const layout = d.pick(['', 'HWC', 'HW', 'W', 'FHWC'])
    const ndim = layout.length || d.int(1, 4)
    const shape = () => d.list(ndim, () => d.int(d.chance(15) ? 0 : 1, 9))
    const dtype = d.pick(dtypes)
    const count = d.int(1, ndim)
    const some = d.some([...Array(ndim).keys()], count).map((axis) => (d.bool() ? axis : axis - ndim))
    const which = d.pick([
      {},
      { axes: some },
      ...(layout ? [{ axisNames: some.map((axis) => layout.at(axis)).join('') }] : []),
      ...(d.chance(20) ? [{ axes: [ndim] }] : []),
    ])
    const all = Object.keys(which).length ? count : ndim
    const extents = () => d.list(d.chance(25) ? 2 : all, () => d.pick([-1, 0, 1, d.int(2, 14)]))
    const aligns = () => d.list(d.bool() ? 1 : all, () => d.int(d.chance(40) ? 0 : 1, 5))
    const perSample = d.chance(4)
    const int32 = (length: number, low: number) => d.perSample(() => d.int(low, 9), { dtype: 'int32', length })
    return {
      inputs: [d.tensor({ dtype, layout, shape })],
      args: {
        ...which,
        ...(!perSample && { shape: d.maybe(extents), align: d.maybe(aligns) }),
        fillValue: d.maybe(() => (d.chance(6) ? d.int(-5, -1) : d.int(0, 120))),
      },
      argInputs: perSample ? { shape: int32(all, -1), align: int32(all, 1) } : {},
    }
  },
  speed: (d) => ({
    inputs: [
      d.tensor({ dtype: 'uint8', layout: 'HWC', shape: () => [d.int(300, 480), d.int(400, 640), 3], samples: 32 }),
    ],
  }),
})
