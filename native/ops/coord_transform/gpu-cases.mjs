// Cases of coordTransform for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, matrices } from '../../../test/gpu/lib/draws.mjs'

export default {
  samples: (r, b) => matrices(r, b, 3, () => r.float(-2, 2)),
  args: (r, b) =>
    r.pick([
      () => ({ M: r.list(3 * r.int(1, 6), () => r.float(-2, 2)), T: each(r, b, () => r.float(-9, 9)) }),
      () => ({ MT: r.list(4 * r.int(1, 6), () => r.float(-2, 2)) }),
      () => ({ M: each(r, b, () => r.float(-2, 2)) }),
    ])(),
}
