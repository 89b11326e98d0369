// Cases of random.normal for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
// The tensor gives the shape; the draws are those of the CPU.
import { any, each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: any,
  args: (r, b) => ({
    ...maybe(r, { mean: each(r, b, () => r.float(-20, 100)), stddev: each(r, b, () => r.float(0, 30)) }),
    ...maybe(r, { dtype: r.pick([...numbers, 'bool']) }),
  }),
}
