// Cases of resize for `npm run parity`.
import { moreLayouts, parity } from '../../../tools/parity/cases.js'
import {
  filterArguments,
  mirroredNearest,
  resizeTolerance,
  sizeArguments,
  vga,
} from '../../../tools/parity/families.js'

export default parity({
  ...resizeTolerance,
  differs: [moreLayouts, mirroredNearest],
  case: (d) => {
    const layout = d.pick(['HWC', 'HW', 'CHW', 'FHWC', 'FCHW', 'CFHW', 'DHWC', 'CDHW'])
    const axes = layout.includes('D') ? 3 : 2
    const { args, argInputs } = sizeArguments(d, { most: axes === 3 ? 10 : 40, axes })
    const dtype = d.pick(['uint8', 'uint16', 'int16', 'float32'] as const)
    return {
      inputs: [d.images({ dtype, layout, most: axes === 3 ? 8 : 40, channels: [1, 2, 3, 4] })],
      args: { ...args, ...filterArguments(d), saveAttrs: d.chance(5) || undefined },
      argInputs,
    }
  },
  ...vga({ size: [224, 224] }),
})
