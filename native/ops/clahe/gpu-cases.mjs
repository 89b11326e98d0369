// Cases of clahe for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { images, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: ['uint8'],
  layouts: images,
  channels: 3,
  exact: true,
  args: (r) => ({
    ...{ tilesX: r.int(1, 9), tilesY: r.int(1, 9), clipLimit: r.float(-1, 8) },
    ...maybe(r, { lumaOnly: r.coin() }),
  }),
}
