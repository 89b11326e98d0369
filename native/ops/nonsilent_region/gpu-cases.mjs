// Cases of nonsilentRegion for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { maybe, numbers } from '../../../test/gpu/lib/draws.mjs'
import { sounds } from '../../../test/gpu/lib/sounds.mjs'

export default {
  samples: (r, b) =>
    sounds(r, b, r.pick(['float32', 'int16', ...numbers]), r.pick([10, 700, 700, 20_000]), { quiet: true }),
  exact: true,
  outputs: 2,
  args: (r) => ({
    ...maybe(r, { windowLength: r.pick([1, r.int(1, 64), r.int(65, 400)]) }),
    ...maybe(r, { cutoffDb: r.float(-70, 3) }),
    ...maybe(r, { referencePower: r.float(0.01, 2000) }),
  }),
}
