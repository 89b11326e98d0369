// Cases of laplacian for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe, numbers, spatial } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: ['HWC', 'CHW', 'HW', 'FHWC', 'FCHW', 'DHWC'],
  args: (r, b) => {
    const n = spatial(b[0].layout).length
    return {
      ...maybe(r, { windowSize: each(r, b, () => r.list(n, () => 2 * r.int(1, 3) + 1), 'int32') }),
      ...maybe(r, { smoothingSize: 2 * r.int(0, 3) + 1 }),
      ...(r.coin() ? { normalizedKernel: true } : maybe(r, { scale: each(r, b, () => r.float(-1, 1)) })),
      ...maybe(r, { dtype: 'float32' }),
    }
  },
}
