// Cases of coordFlip for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, matrices, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  samples: (r, b) => matrices(r, b, 3, () => r.float(-2, 2)),
  exact: true,
  args: (r, b) => ({
    flipX: each(r, b, () => r.int(0, 1), 'int32'),
    flipZ: r.int(0, 1),
    centerX: each(r, b, () => r.float(-1, 1)),
    ...maybe(r, { layout: r.pick(['xyz', 'zyx', 'yzx']) }),
  }),
}
