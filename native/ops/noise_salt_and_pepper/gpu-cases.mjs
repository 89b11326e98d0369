// Cases of noise.saltAndPepper for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: any,
  exact: true,
  args: (r, b) => ({
    ...maybe(r, { prob: each(r, b, () => r.pick([0, 1, r.float(0, 1)])) }),
    ...maybe(r, { saltVsPepper: each(r, b, () => r.pick([0, 1, r.float(0, 1)])) }),
    ...maybe(r, { saltVal: each(r, b, () => r.float(-300, 300)) }),
    ...maybe(r, { pepperVal: each(r, b, () => r.float(-300, 300)) }),
    ...maybe(r, { perChannel: r.coin() }),
  }),
}
