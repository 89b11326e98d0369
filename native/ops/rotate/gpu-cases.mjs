// Cases of rotate for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { factor, frames, limited, maybe, warp, warped } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: warped,
  layouts: frames,
  args: (r, b) => ({
    angle: factor(r, b, -400, 400),
    ...(limited(b[0].layout) && { axis: [1, r.float(-1, 1), r.float(-1, 1)] }),
    ...maybe(r, { keepSize: true }),
    ...warp(r, b),
  }),
}
