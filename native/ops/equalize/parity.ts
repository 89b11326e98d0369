// Cases of equalize for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const values = d.pick([undefined, [20, 90], [7, 7], [0, 1], [200, 255]] as const)
    const layout = d.pick(['HW', 'HWC', 'CHW', 'FHW', 'FHWC', 'FCHW'])
    return {
      inputs: [
        d.images({
          dtype: 'uint8',
          layout,
          most: 40,
          channels: [1, 2, 3, 4, 7],
          smooth: d.bool(),
          ...(values && { values }),
        }),
      ],
    }
  },
  ...vga({}),
})
