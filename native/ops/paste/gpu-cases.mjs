// Cases of paste for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, images, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: ['uint8'],
  layouts: images,
  exact: true,
  channels: 3,
  args: (r, b) => ({
    fillValue: r.coin() ? [r.int(0, 255)] : r.list(3, () => r.int(0, 255)),
    ratio: each(r, b, () => r.float(1, 4)),
    pasteX: each(r, b, () => r.float(0, 1)),
    pasteY: each(r, b, () => r.float(0, 1)),
    ...maybe(r, { minCanvasSize: r.int(1, 90) }),
  }),
}
