// Cases of laplacian for `npm run parity`.
import { type Difference, parity } from '../../../tools/parity/cases.js'
import { numberDtypes } from '../../../tools/parity/draw.js'
import { vga } from '../../../tools/parity/families.js'

const halves: Difference = {
  when: ({ inputs }, found) =>
    inputs[0]!.dtype === 'float16' && !('error' in found.dali) && !('error' in found.penstock),
  reason: 'DALI rounds the sums of float16 inputs to float16 after each pass; penstock rounds the result alone.',
}

const doubles: Difference = {
  when: ({ inputs }, found) => inputs[0]!.dtype === 'float64' && 'error' in found.dali,
  reason: 'DALI takes no float64; penstock takes it, with sums of float32.',
}

export default parity({
  tolerance: 0,
  differs: [halves, doubles],
  case: (d) => {
    const layout = d.pick(['HWC', 'CHW', 'FHWC', 'FCHW', 'DHWC', 'HW'])
    const dtype = d.pick(numberDtypes)
    const axes = [...layout].filter((axis) => axis !== 'C' && axis !== 'F').length
    const list = (make: () => number) => d.list(axes, make)
    const { args, argInputs } = d.arguments(
      {
        windowSize: () => list(() => 2 * d.int(1, 6) + 1 + (d.chance(60) ? 1 : 0)),
        smoothingSize: () => list(() => 2 * d.int(0, 6) + 1),
        scale: () => list(() => d.float(-0.5, 0.5)),
      },
      ['windowSize', 'smoothingSize'],
    )
    const scaled = 'scale' in args || 'scale' in argInputs
    return {
      inputs: [d.images({ dtype, layout, most: 20 })],
      args: {
        ...args,
        normalizedKernel: scaled ? undefined : d.maybe(() => d.bool()),
        dtype: d.chance(3) ? 'float32' : undefined,
      },
      argInputs,
    }
  },
  ...vga({}),
})
