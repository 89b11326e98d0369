// Cases of brightness for `npm run parity`.
import { elementwise } from '../../../tools/parity/families.js'

export default elementwise((d) => ({ brightness: () => d.float(0, 3), brightnessShift: () => d.float(-0.5, 0.5) }), {
  brightness: 1.3,
})
