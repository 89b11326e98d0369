// Cases of hsv for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { colour, factor, frames } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: frames,
  channels: 3,
  args: (r, b) => ({
    hue: factor(r, b, -180, 180),
    saturation: factor(r, b, 0, 2),
    value: factor(r, b, 0, 2),
    dtype: r.pick(colour),
  }),
}
