// Cases of jitter for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: ['HWC', 'FHWC'],
  exact: true,
  args: (r, b) => ({
    ...maybe(r, { nDegree: r.int(1, 40) }),
    ...maybe(r, { mask: each(r, b, () => r.int(0, 1), 'int32') }),
  }),
}
