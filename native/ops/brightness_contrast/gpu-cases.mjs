// Cases of brightnessContrast for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, colour, factor, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: any,
  args: (r, b) => ({
    brightness: factor(r, b, 0, 2),
    contrast: factor(r, b, 0, 2),
    ...maybe(r, { contrastCenter: r.float(0, 200) }),
    ...maybe(r, { dtype: r.pick(colour) }),
  }),
}
