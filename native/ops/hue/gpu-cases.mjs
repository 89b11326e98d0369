// Cases of hue for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { colour, factor, frames, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: frames,
  channels: 3,
  args: (r, b) => ({ hue: factor(r, b, -360, 360), ...maybe(r, { dtype: r.pick(colour) }) }),
}
