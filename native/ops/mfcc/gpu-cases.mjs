// Cases of mfcc for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { maybe } from '../../../test/gpu/lib/draws.mjs'
import { floats } from '../../../test/gpu/lib/sounds.mjs'

export default {
  samples: (r, b) => floats(r, b, '', () => [r.int(2, 30), r.int(2, 30), r.int(1, 4)]),
  args: (r) => ({
    ...maybe(r, { axis: r.int(0, 1) }),
    ...maybe(r, { dctType: r.int(2, 4), normalize: r.coin() }),
    ...maybe(r, { nMfcc: r.int(1, 30), lifter: r.float(0, 30) }),
  }),
}
