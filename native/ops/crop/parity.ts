// Cases of crop for `npm run parity`.
import { halfTies, moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'
import { cropArguments, vga } from '../../../tools/parity/families.js'

export const policies = ['error', 'pad', 'trim_to_shape'] as const

export default parity({
  tolerance: 0,
  differs: [moreDtypes, halfTies],
  case: (d) => {
    const layout = d.pick(['HWC', 'CHW', 'DHWC', 'CDHW', 'FHWC', 'FCHW', 'CFHW', 'FDHWC', ''])
    const window = cropArguments(d, { most: 14, depth: layout.includes('D') })
    const channels = d.int(1, 4)
    return {
      inputs: [
        d.images({ dtype: d.pick(dtypes), layout: layout || 'HWC', least: 6, most: 18, channels: [channels] }),
      ].map((one) => ({
        ...one,
        layout,
      })),
      args: {
        ...window.args,
        outOfBoundsPolicy: d.maybe(() => d.pick(policies)),
        fillValues: d.maybe(() => d.list(d.bool() ? 1 : channels, () => d.float(-10, 300))),
        dtype: d.chance(4) ? d.pick(dtypes) : undefined,
      },
      argInputs: window.argInputs,
    }
  },
  ...vga({ crop: [224, 224] }),
})
