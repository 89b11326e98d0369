// Cases of gaussianBlur for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { numberDtypes } from '../../../tools/parity/draw.js'
import { isFloating, vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: (c) => {
    if (c.inputs[0]!.dtype === 'float16') return { abs: 0.2 }
    return isFloating(c) ? { abs: 1e-4, rel: 1e-5, ulp: 1 } : { abs: 0, share: 0.001, most: 1 }
  },
  toleranceText: 'integers 1 on 0.1 %, floats 1e-5 relative; for float16 0.2, as DALI rounds the window to float16',
  case: (d) => {
    const layout = d.pick(['HWC', 'CHW', 'FHWC', 'FCHW', 'DHWC', 'HW'])
    const axes = [...layout].filter((axis) => axis !== 'C' && axis !== 'F').length
    const per = (make: () => number) => (d.bool() ? make() : d.list(axes, make))
    const sigma = () => d.float(0.2, 4)
    const windowSize = () => 2 * d.int(0, 8) + 1
    const which = d.pick(['sigma', 'window', 'both'])
    return {
      inputs: [d.images({ dtype: d.pick(numberDtypes), layout, most: 24 })],
      args: {
        sigma: which === 'window' ? undefined : per(sigma),
        windowSize: which === 'sigma' ? undefined : per(windowSize),
        dtype: d.chance(4) ? 'float32' : undefined,
      },
    }
  },
  ...vga({ sigma: 2 }),
})
