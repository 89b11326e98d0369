// Cases of crop for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe, numbers, window } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: ['HWC', 'CHW', 'FHWC', 'FCHW', 'CFHW'],
  args: (r, b) => ({
    ...window(r, b),
    ...maybe(r, { dtype: r.pick(numbers) }),
    ...maybe(r, {
      padding: each(r, b, () => r.list(4, () => r.int(0, 5)), 'int32'),
      fillValues: r.int(0, 99),
      outOfBoundsPolicy: r.pick(['error', 'pad', 'edge', 'reflect_101']),
    }),
  }),
}
