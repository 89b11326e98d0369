// Cases of posterize for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, colour, each } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: any,
  exact: true,
  args: (r, b) => ({ bits: each(r, b, () => r.int(0, 8), 'int32') }),
}
