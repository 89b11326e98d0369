// Cases of brightness for `npm run parity`.
import { moreDtypes, moreLayouts } from '../../../tools/parity/cases.js'
import { colour } from '../../../tools/parity/families.js'

export default colour((d) => ({ brightness: () => d.float(0, 3), brightnessShift: () => d.float(-0.5, 0.5) }), {
  args: { brightness: 1.3 },
  differs: [moreDtypes, moreLayouts],
  channels: [1, 2, 3, 4],
  layouts: ['HWC', 'FHWC', 'DHWC', 'FDHWC'],
})
