// Cases of resizeCropMirror for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, quality, resized } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: resized,
  layouts: ['HWC', 'CHW', 'FHWC', 'FCHW'],
  args: (r, b) => ({
    size: [r.int(20, 60), r.int(20, 60)],
    crop: [r.int(1, 20), r.int(1, 20)],
    mirror: each(r, b, () => r.int(0, 3), 'int32'),
    ...quality(r),
  }),
}
