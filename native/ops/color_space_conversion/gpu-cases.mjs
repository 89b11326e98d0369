// Cases of colorSpaceConversion for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { frames } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: ['uint8'],
  layouts: frames,
  channels: (args) => (args.imageType === 'gray' ? 1 : 3),
  args: (r) => ({
    imageType: r.pick(['rgb', 'bgr', 'gray', 'ycbcr']),
    outputType: r.pick(['rgb', 'bgr', 'gray', 'ycbcr']),
  }),
}
