// Cases of lookupTiles for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  exact: true,
  /** Gives the images whole numbers of groups of tiles, and the dtype that goes with a table. */
  args: (r, batch) => {
    const channels = r.int(1, 4)
    const tile = r.coin() && [r.int(1, 9), r.int(1, 9)]
    const group = tile ? r.int(1, 3) : 1
    const dtype = r.pick(numbers)
    const extents = (shape) => (tile ? tile.map((n) => n * group * r.int(1, 4)) : shape.slice(0, 2))
    for (const sample of batch) Object.assign(sample, { dtype, shape: [...extents(sample.shape), channels] })
    return {
      ...(tile && { tile, group, ...r.pick([{}, { channelsLast: true }, { frames: r.int(1, 3) }]) }),
      ...(!tile && maybe(r, { channelsLast: true })),
      ...(dtype === 'uint8' && { values: r.list(256 * channels, () => r.float(-3, 3)) }),
    }
  },
  samples: (r, batch) => batch.map(({ dtype, shape, layout }) => r.tensor(dtype, shape, layout)),
}
