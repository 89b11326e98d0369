// Cases of water for `npm run parity`.
import { displaced } from '../../../tools/parity/families.js'

export default displaced((d) => ({
  amplX: d.maybe(() => d.float(-20, 20)),
  amplY: d.maybe(() => d.float(-20, 20)),
  freqX: d.maybe(() => d.float(-0.5, 0.5)),
  freqY: d.maybe(() => d.float(-0.5, 0.5)),
  phaseX: d.maybe(() => d.float(-4, 4)),
  phaseY: d.maybe(() => d.float(-4, 4)),
}))
