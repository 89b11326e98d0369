// Cases of contrast for `npm run parity`.
import { moreDtypes, moreLayouts } from '../../../tools/parity/cases.js'
import { colour } from '../../../tools/parity/families.js'

export default colour((d) => ({ contrast: () => d.float(0, 3), contrastCenter: () => d.float(-1, 200) }), {
  args: { contrast: 1.3 },
  differs: [moreDtypes, moreLayouts],
  channels: [1, 2, 3, 4],
  layouts: ['HWC', 'FHWC', 'DHWC', 'FDHWC'],
})
