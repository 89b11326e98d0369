// Cases of colorTwist for `npm run parity`.
import { colour } from '../../../tools/parity/families.js'

export default colour(
  (d) => ({
    brightness: () => d.float(0, 2),
    contrast: () => d.float(0, 2),
    hue: () => d.float(-200, 200),
    saturation: () => d.float(0, 2),
  }),
  { args: { brightness: 1.2, contrast: 1.1, hue: 30, saturation: 0.8 } },
)
