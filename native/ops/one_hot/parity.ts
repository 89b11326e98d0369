// Cases of oneHot for `npm run parity`.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    moreDtypes,
    {
      when: (c) => [c.args?.onValue, c.args?.offValue].some((v) => Number(v) < 0 || Number(v) > 127),
      reason:
        'A value beyond the dtype wraps around in DALI, or is undefined; penstock clamps it to the range of the dtype.',
    },
  ],
  case: (d) => {
    const layout = d.pick(['', 'HW', 'W', 'FHW'])
    const ndim = layout.length || d.int(0, 3)
    const most = d.pick([1, 1, 4])
    const classes = d.int(d.chance(12) ? 0 : 1, 9)
    const plain = dtypes.filter((name) => !/float16|bool/.test(name))
    return {
      inputs: [
        d.tensor({
          dtype: d.chance(10) ? d.pick(dtypes) : d.pick(plain),
          layout,
          shape: () => d.list(ndim, () => d.int(d.chance(20) ? 0 : 1, most)),
          values: [0, classes],
        }),
      ],
      args: {
        numClasses: classes,
        axis: d.maybe(() => d.int(-1, ndim + (d.chance(10) ? 1 : 0))),
        axisName: d.maybe(() => 'C'),
        dtype: d.maybe(() => (d.chance(10) ? d.pick(dtypes) : d.pick(plain))),
        onValue: d.maybe(() => d.float(d.chance(6) ? -300 : 0, d.chance(6) ? 300 : 100)),
        offValue: d.maybe(() => d.float(0, 100)),
      },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', layout: 'HW', shape: [200, 300], values: [0, 20], samples: 32 })],
    args: { numClasses: 21, axis: 0 },
  }),
})
