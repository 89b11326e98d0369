// Cases of toDecibels for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: ['float32'],
  layouts: any,
  args: (r) => ({
    ...maybe(r, { reference: r.float(0.1, 10) }),
    ...maybe(r, { multiplier: 20, cutoffDb: r.float(-90, 0) }),
  }),
}
