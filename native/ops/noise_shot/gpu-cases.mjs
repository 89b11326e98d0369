// Cases of noise.shot for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: any,
  exact: true,
  args: (r, b) => ({
    ...maybe(r, { factor: each(r, b, () => r.pick([0, 0.01, 1, r.float(0, 40)])) }),
  }),
}
