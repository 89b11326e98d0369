// Cases of contrast for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, colour, factor, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: any,
  args: (r, b) => ({ contrast: factor(r, b, 0, 2), ...maybe(r, { dtype: r.pick(colour) }) }),
}
