// Cases of rotate for `npm run parity`.
import { fewDiffer, parity } from '../../../tools/parity/cases.js'
import { isFloating, vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: (c) => (isFloating(c) ? { abs: 1e-3, rel: 1e-4, share: 0.002 } : { abs: 1, share: 0.002 }),
  toleranceText: 'integers 1, floats 1e-4 relative, on 99.8 %',
  differs: [
    {
      when: (c, found) => c.args?.interpType === 'nn' && fewDiffer(found, 0.34),
      reason:
        'Where the position of a nearest neighbour falls on the border of two pixels, the last bits of the matrix decide, which DALI computes in another order.',
    },
  ],
  case: (d) => {
    const layout = d.pick(['HWC', 'FHWC', 'DHWC'])
    const volume = layout.includes('D')
    const dtype = d.pick(['uint8', 'int16', 'int32', 'float32'] as const)
    const { args, argInputs } = d.arguments({ ...(volume && { axis: () => d.list(3, () => d.float(-1, 1)) }) })
    if (volume && !args.axis && !argInputs.axis) args.axis = [0, 0, 1]
    const angle = () => (d.chance(4) ? 90 * d.int(-4, 4) : d.float(-400, 400))
    const perSample = d.bool()
    return {
      inputs: [d.images({ dtype, layout, least: 2, most: 24, smooth: true, values: [0, 250] })],
      args: {
        ...args,
        ...(perSample ? {} : { angle: angle() }),
        keepSize: d.maybe(() => d.bool()),
        size: d.chance(5) ? d.list(volume ? 3 : 2, () => d.int(1, 20)) : undefined,
        fillValue: d.maybe(() => d.float(0, 200)),
        interpType: d.maybe(() => d.pick(['nn', 'linear'])),
        dtype: d.chance(4) ? 'float32' : undefined,
      },
      argInputs: { ...argInputs, ...(perSample && { angle: d.perSample(angle) }) },
    }
  },
  ...vga({ angle: 20, fillValue: 0 }),
})
