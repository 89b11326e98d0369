// Cases of random.coinFlip for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
// The tensor gives the shape; the draws are those of the CPU.
import { any, each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: any,
  exact: true,
  args: (r, b) => ({
    ...maybe(r, { probability: each(r, b, () => r.pick([0, 0.5, 1, r.float(0, 1)])) }),
    ...maybe(r, { dtype: r.pick([...numbers, 'bool']) }),
  }),
}
