// Cases of hsv for `npm run parity`.
import { colour } from '../../../tools/parity/families.js'

export default colour(
  (d) => ({ hue: () => d.float(-200, 200), saturation: () => d.float(0, 2), value: () => d.float(0, 2) }),
  { args: { hue: 30, saturation: 1.2, value: 0.9 } },
)
