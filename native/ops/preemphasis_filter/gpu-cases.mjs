// Cases of preemphasisFilter for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: any,
  args: (r, b) => ({
    ...maybe(r, { preemphCoeff: each(r, b, () => r.float(-1, 1.5)) }),
    ...maybe(r, { border: r.pick(['clamp', 'zero', 'reflect']) }),
    ...maybe(r, { dtype: r.pick([...numbers, 'bool']) }),
  }),
}
