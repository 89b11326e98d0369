// Cases of jpegCompressionDistortion for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: ['uint8'],
  layouts: ['HWC', 'FHWC'],
  channels: 3,
  exact: true,
  args: (r, b) => maybe(r, { quality: each(r, b, () => r.int(-2, 103), 'int32') }),
}
