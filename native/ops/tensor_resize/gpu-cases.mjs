// Cases of tensorResize for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe, quality, resized } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: resized,
  layouts: ['X', 'XY', 'HWC', 'CHW', 'FHWC', 'ABCD', 'ABCDE'],
  args: (r, b) => {
    const ndim = b[0].shape.length
    const count = r.int(1, Math.min(3, ndim))
    const first = r.int(0, ndim - count)
    const list = (make) => r.list(count, make)
    return {
      axes: r.shuffled(list(() => 0).map((_, i) => first + i - (r.coin() ? ndim : 0))),
      ...(r.coin()
        ? { sizes: each(r, b, () => list(() => r.int(1, 20) * (r.coin(0.2) ? -1 : 1))) }
        : { scales: list(() => r.float(0.2, 2.5)), sizeRounding: r.pick(['round', 'truncate', 'ceil']) }),
      ...maybe(r, { alignment: list(() => r.float(0, 1)) }),
      ...maybe(r, {
        roiRelative: true,
        roiStart: list(() => r.float(0, 0.4)),
        roiEnd: list(() => r.float(0.5, 1)),
      }),
      ...quality(r),
    }
  },
}
