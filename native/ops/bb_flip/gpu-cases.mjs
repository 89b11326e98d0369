// Cases of bbFlip for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, matrices } from '../../../test/gpu/lib/draws.mjs'

export default {
  samples: (r, b) => matrices(r, b, 4, () => r.float(-0.5, 1.5)),
  exact: true,
  args: (r, b) => ({
    horizontal: each(r, b, () => r.int(0, 1), 'int32'),
    vertical: each(r, b, () => r.int(0, 1), 'int32'),
    ltrb: r.coin(),
  }),
}
