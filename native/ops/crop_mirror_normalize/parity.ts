// Cases of cropMirrorNormalize for `npm run parity`.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'
import { cropArguments, vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: ({ args = {} }) => ({ abs: 2e-5 * Math.max(1, Number(args.scale ?? 1)), rel: 1e-6, ulp: 1 }),
  toleranceText: '2e-5 of scale, or 1e-6 relative',
  differs: [
    moreDtypes,
    {
      when: ({ args = {} }) =>
        ['mean', 'std', 'scale', 'shift'].some((name) => args[name] !== undefined) &&
        [args.fillValues ?? []].flat().length > 1 &&
        [args.mean ?? 0].flat().length === 1 &&
        [args.std ?? 1].flat().length === 1,
      reason:
        'With a fill value per channel, and one mean and deviation for all channels, DALI leaves all channels but the first 0; penstock computes them.',
    },
  ],
  case: (d) => {
    const layout = d.pick(['HWC', 'CHW', 'DHWC', 'FHWC', 'FCHW', 'CFHW'])
    const channels = d.pick([1, 3, 4])
    const window = cropArguments(d, { most: 14, depth: layout.includes('D') })
    const perChannel = (low: number, high: number) => d.list(d.bool() ? 1 : channels, () => d.float(low, high))
    const { args, argInputs } = d.arguments({ mirror: () => d.int(0, 1) }, ['mirror'])
    return {
      inputs: [d.images({ dtype: d.pick(dtypes), layout, least: 6, most: 18, channels: [channels] })],
      args: {
        ...window.args,
        ...args,
        mean: d.maybe(() => perChannel(0, 255)),
        std: d.maybe(() => perChannel(1, 90)),
        scale: d.chance(4) ? d.float(0.1, 64) : undefined,
        shift: d.chance(4) ? d.float(-10, 128) : undefined,
        padOutput: d.chance(4) || undefined,
        fillValues: d.chance(4) ? perChannel(-10, 300) : undefined,
        outOfBoundsPolicy: d.chance(3) ? d.pick(['pad', 'trim_to_shape']) : undefined,
        dtype: d.maybe(() => d.pick(['float32', 'float16', 'uint8', 'int8', 'int16', 'int32'])),
        outputLayout: d.bool() ? layout : d.chance(2) ? d.some([...layout], layout.length).join('') : undefined,
      },
      argInputs: { ...window.argInputs, ...argInputs },
    }
  },
  ...vga({ crop: [224, 224], mirror: 1, mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375] }),
})
