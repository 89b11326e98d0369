// Cases of jpegCompressionDistortion for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  case: (d) => ({
    inputs: [d.images({ dtype: 'uint8', layout: d.pick(['HWC', 'FHWC']), channels: [3], most: 40 })],
    ...d.arguments({ quality: () => d.int(-5, 105) }, ['quality']),
  }),
  ...vga({ quality: 50 }),
})
