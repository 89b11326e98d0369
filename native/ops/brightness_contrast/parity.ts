// Cases of brightnessContrast for `npm run parity`.
import { elementwise } from '../../../tools/parity/families.js'

export default elementwise(
  (d) => ({
    brightness: () => d.float(0, 3),
    brightnessShift: () => d.float(-0.5, 0.5),
    contrast: () => d.float(0, 3),
    contrastCenter: () => d.float(-1, 200),
  }),
  { brightness: 1.2, contrast: 1.3 },
)
