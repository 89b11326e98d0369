// Cases of sharpness for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { colour, factor } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: ['HW', 'HWC', 'CHW', 'FHW', 'FHWC', 'FCHW'],
  args: (r, b) => ({ factor: factor(r, b, 0, 3) }),
}
