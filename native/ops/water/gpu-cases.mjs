// Cases of water for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { displaced, maybe } from '../../../test/gpu/lib/draws.mjs'

export default displaced((r) => ({
  ...maybe(r, { amplX: r.float(-30, 30), freqX: r.float(-0.5, 0.5), phaseX: r.float(-4, 4) }),
  ...maybe(r, { amplY: r.float(-30, 30), freqY: r.float(-0.5, 0.5), phaseY: r.float(-4, 4) }),
}))
