// Cases of colorTwist for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { colour, factor, frames } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: frames,
  channels: 3,
  args: (r, b) => ({
    hue: factor(r, b, -180, 180),
    saturation: factor(r, b, 0, 2),
    brightness: factor(r, b, 0, 2),
    contrast: factor(r, b, 0, 2),
  }),
}
