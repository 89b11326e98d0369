// Cases of solarize for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, colour, factor, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: any,
  exact: true,
  args: (r, b) => ({
    ...maybe(r, { threshold: r.coin() ? factor(r, b, 0, 256) : factor(r, b, 0, 1) }),
    ...maybe(r, { addition: factor(r, b, -20, 120) }),
  }),
}
