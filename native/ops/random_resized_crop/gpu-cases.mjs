// Cases of randomResizedCrop for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { quality, resized } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: resized,
  layouts: ['HWC', 'CHW', 'FHWC'],
  args: (r) => ({ size: [r.int(1, 40), r.int(1, 40)], ...quality(r) }),
}
