// Cases of normalize for `npm run parity`.
import { daliRefuses, moreDtypes, parity } from '../../../tools/parity/cases.js'
import { numberDtypes } from '../../../tools/parity/draw.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: ({ args = {} }) => {
    if (/int/.test(`${args.dtype}`)) return { abs: 0, share: 0.001, most: 1 }
    const [scale, stddev] = [Number(args.scale ?? 1), Number(args.stddev ?? 1)]
    return { abs: (1e-4 * scale) / Math.min(1, stddev), rel: 2e-5, ulp: 1 }
  },
  toleranceText: 'integers 1 on 0.1 %, floats 1e-4 of scale',
  differs: [
    moreDtypes,
    daliRefuses(
      /Axes must not be specified when both/,
      'DALI refuses axes beside a mean and a deviation of one value each; penstock takes them, as they change nothing.',
    ),
  ],
  case: (d) => {
    const layout = d.pick(['HWC', 'CHW', 'HW', ''])
    const names = layout || 'HWC'
    const axes = d.some(
      [...names].map((_, i) => i),
      d.int(1, names.length),
    )
    const whole = d.bool()
    const batch = d.chance(3) || undefined
    const given = whole ? {} : d.bool() && layout ? { axisNames: axes.map((i) => names[i]).join('') } : { axes }
    return {
      inputs: [
        (batch && d.bool()
          ? d.tensor({
              dtype: d.pick(numberDtypes),
              layout: names,
              values: [0, 120],
              shape: d.shape(names, { least: 2, most: 20, channels: [3] }),
            })
          : undefined) ??
          d.images({ dtype: d.pick(numberDtypes), layout: names, values: [0, 120], least: 2, most: 20, channels: [3] }),
      ].map((one) => ({ ...one, layout })),
      args: {
        ...given,
        batch,
        mean: d.chance(3) ? d.float(-50, 200) : undefined,
        stddev: d.chance(3) ? d.float(0.5, 60) : undefined,
        scale: d.chance(3) ? d.float(0.5, 64) : undefined,
        shift: d.chance(3) ? d.float(-10, 128) : undefined,
        ddof: d.chance(3) ? d.int(0, 2) : undefined,
        epsilon: d.chance(3) ? d.float(0, 2) : undefined,
        dtype: d.chance(3) ? d.pick(['uint8', 'int16', 'int32', 'float16', 'float64']) : undefined,
      },
    }
  },
  ...vga({ axisNames: 'HW' }),
})
