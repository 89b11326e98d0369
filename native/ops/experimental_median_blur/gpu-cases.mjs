// Cases of experimental.medianBlur for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: ['uint8', 'uint16', 'int16', 'float32'],
  layouts: ['HWC', 'CHW', 'HW', 'FHWC', 'FCHW'],
  args: (r, b) => maybe(r, { windowSize: each(r, b, () => r.list(2, () => 2 * r.int(0, 6) + 1), 'int32') }),
}
