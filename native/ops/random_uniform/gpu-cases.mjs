// Cases of random.uniform for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
// The tensor gives the shape; the draws are those of the CPU.
import { any, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: any,
  exact: true,
  args: (r) => ({
    ...r.pick([
      () => ({}),
      () => ({ range: [r.float(-300, 0), r.float(1, 300)] }),
      () => ({ values: r.list(r.pick([1, 2, 7, 1000]), () => r.float(-200, 200)) }),
    ])(),
    ...maybe(r, { dtype: r.pick([...numbers, 'bool']) }),
  }),
}
