// Cases of experimental.resize for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { quality, resized, sizes } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: resized,
  layouts: ['HWC', 'CHW', 'HW', 'FHWC', 'FCHW', 'DHWC', 'CDHW'],
  args: (r, b) => ({ ...sizes(r, b), ...quality(r) }),
}
