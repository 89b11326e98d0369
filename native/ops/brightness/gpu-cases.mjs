// Cases of brightness for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, colour, factor, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: any,
  args: (r, b) => ({
    brightness: factor(r, b, 0, 2),
    brightnessShift: r.float(-0.5, 0.5),
    ...maybe(r, { dtype: r.pick(colour) }),
  }),
}
