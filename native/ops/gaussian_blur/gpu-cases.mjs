// Cases of gaussianBlur for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: ['HWC', 'CHW', 'HW', 'FHWC', 'FCHW', 'DHWC'],
  args: (r, b) => ({
    ...r.pick([() => ({ sigma: each(r, b, () => r.float(0.3, 4)) }), () => ({ windowSize: r.int(0, 6) * 2 + 1 })])(),
    ...maybe(r, { dtype: 'float32' }),
  }),
}
