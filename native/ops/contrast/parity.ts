// Cases of contrast for `npm run parity`.
import { elementwise } from '../../../tools/parity/families.js'

export default elementwise((d) => ({ contrast: () => d.float(0, 3), contrastCenter: () => d.float(-1, 200) }), {
  contrast: 1.3,
})
