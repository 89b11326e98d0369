// Cases of warpAffine for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, frames, maybe, spatial, warp, warped } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: warped,
  layouts: frames,
  args: (r, b) => {
    const n = spatial(b[0].layout).length
    const matrix = () =>
      r.list(n * (n + 1), (i) =>
        i % (n + 1) === n ? r.float(-9, 9) : r.float(-0.5, 0.5) + (i % (n + 2) === 0 ? 1 : 0),
      )
    return { matrix: each(r, b, matrix), ...maybe(r, { inverseMap: r.coin() }), ...warp(r, b) }
  },
}
