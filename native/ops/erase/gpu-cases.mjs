// Cases of erase for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { channels, each, numbers, planar } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: planar,
  exact: true,
  args: (r, b) => {
    const n = r.int(1, 3)
    return r.pick([
      () => ({
        anchor: each(r, b, () => r.list(2 * n, () => r.float(-3, 40))),
        shape: r.list(2 * n, () => r.float(0, 20)),
        axisNames: 'HW',
      }),
      () => ({
        anchor: r.list(2 * n, () => r.float(0, 1)),
        shape: r.list(2 * n, () => r.float(0, 0.5)),
        axisNames: 'WH',
        normalized: true,
        centeredAnchor: r.coin(),
        fillValue: r.list(b.every((s) => channels(s) === channels(b[0])) ? channels(b[0]) : 1, () => r.int(0, 100)),
      }),
    ])()
  },
}
