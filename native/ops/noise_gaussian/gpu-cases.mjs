// Cases of noise.gaussian for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: any,
  exact: true,
  args: (r, b) => ({
    ...maybe(r, { mean: each(r, b, () => r.float(-20, 100)) }),
    ...maybe(r, { stddev: each(r, b, () => r.float(0, 300)) }),
  }),
}
