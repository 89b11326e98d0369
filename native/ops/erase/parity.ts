// Cases of erase for `npm run parity`.
import { daliRefuses, moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    moreDtypes,
    daliRefuses(
      /roi_anchor.size\(\) == roi_shape.size\(\)/,
      'Without an anchor DALI refuses shapes that differ per sample; penstock places the regions at 0.',
    ),
    {
      when: (c) => [c.args?.axes ?? []].flat().some((axis) => Number(axis) < 0),
      reason:
        'DALI does not know negative axes: it erases nothing, or writes outside of its memory; penstock counts from the last.',
    },
    {
      when: (c) => c.args?.anchor === undefined && c.argInputs?.anchor === undefined,
      reason: 'Without an anchor DALI erases the first region only; penstock places each region at 0.',
    },
    {
      when: (c) => [c.args?.fillValue ?? []].flat().some((value) => !(Number(value) >= 0 && Number(value) < 128)),
      reason: "DALI writes a fill value outside of an integer dtype's range modulo that range; penstock clamps it.",
    },
  ],
  case: (d) => {
    const layout = d.pick(['HWC', 'CHW', 'DHWC', 'FHWC', 'HW'])
    const axes = d.some(
      [...layout].flatMap((axis, i) => (axis === 'C' ? [] : [i])),
      d.int(1, 2),
    )
    const regions = d.int(1, 3)
    const normalized = d.bool()
    const list = (low: number, high: number) => () => d.list(axes.length * regions, () => d.float(low, high))
    const bounds = normalized ? [list(-0.3, 1), list(0, 0.8)] : [list(-4, 20), list(0, 20)]
    const named = d.bool()
    const negative = d.chance(20)
    const { args, argInputs } = d.arguments({ anchor: bounds[0]!, shape: bounds[1]! })
    return {
      inputs: [d.images({ dtype: d.pick(dtypes.filter((one) => one !== 'bool')), layout, most: 20, channels: [3] })],
      args: {
        ...args,
        ...(named
          ? { axisNames: axes.map((i) => layout[i]).join('') }
          : { axes: axes.map((i) => (negative ? i - layout.length : i)) }),
        fillValue: d.maybe(() => d.list(layout.includes('C') && d.bool() ? 3 : 1, () => d.float(-10, 300))),
        normalized: normalized || undefined,
        centeredAnchor: d.maybe(() => d.bool()),
      },
      argInputs,
      risky: negative,
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 32 })],
    args: { anchor: [100, 100], shape: [200, 300] },
  }),
})
