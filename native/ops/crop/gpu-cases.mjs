// Cases of crop for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { maybe, numbers, window } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: ['HWC', 'CHW', 'FHWC', 'FCHW', 'CFHW'],
  args: (r, b) => ({ ...window(r, b), ...maybe(r, { dtype: r.pick(numbers) }) }),
}
