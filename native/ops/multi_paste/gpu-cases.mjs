// Cases of multiPaste for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, extent, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: ['HWC'],
  exact: true,
  args: (r, b) => {
    const extents = ['H', 'W'].map((axis) => b.map((s) => extent(s, axis)))
    const least = extents.map((list) => Math.min(...list))
    const regions = r.int(1, 5)
    const pairs = (make) => r.list(regions, () => least.map(make)).flat()
    const half = (n) => Math.floor(n / 2)
    return {
      inIds: each(r, b, () => r.list(regions, () => r.int(0, b.length - 1)), 'int32'),
      outputSize: extents.map((list) => 2 * Math.max(...list) + 3),
      ...maybe(r, { inAnchors: pairs((n) => r.int(0, half(n))) }),
      ...(r.coin()
        ? { shapes: pairs((n) => r.int(0, n - half(n))) }
        : { shapesRel: pairs(() => r.float(0, 0.5)), outAnchorsRel: pairs(() => r.float(0, 0.5)) }),
      ...maybe(r, { dtype: 'float32' }),
    }
  },
}
