// Cases of pad for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: any,
  exact: true,
  args: (r, b) => ({
    ...maybe(r, { align: r.int(1, 5) }),
    ...maybe(r, { shape: b[0].shape.map(() => r.pick([-1, 1, r.int(2, 80)])) }),
    ...maybe(r, { fillValue: each(r, b, () => r.float(0, 100)) }),
  }),
}
