// Cases of slice for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, extent, numbers, planar } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: planar,
  exact: true,
  args: (r, b) => {
    const w = () => [r.float(0, 0.5), r.float(0, 0.5)]
    return r.pick([
      () => ({ relStart: each(r, b, w), relShape: [0.5, 0.5] }),
      () => ({ start: each(r, b, (s) => ['W', 'H'].map((c) => r.int(0, extent(s, c) - 1)), 'int32') }),
      () => ({
        start: [-2, -3],
        shape: [9, 11],
        outOfBoundsPolicy: r.pick(['pad', 'trim_to_shape', 'edge', 'reflect_1001', 'reflect_101', 'wrap']),
      }),
    ])()
  },
}
