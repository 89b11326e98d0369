// Cases of cropMirrorNormalize for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe, window } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: ['uint8', 'int16', 'float32'],
  layouts: ['HWC', 'CHW', 'FHWC', 'FCHW'],
  channels: 3,
  args: (r, b) => ({
    ...window(r, b),
    mirror: each(r, b, () => r.int(0, 1), 'int32'),
    mean: r.list(3, () => r.float(0, 255)),
    std: r.list(3, () => r.float(0.5, 100)),
    dtype: r.pick(['float32', 'float16', 'uint8', 'int8']),
    outputLayout: r.pick(b[0].layout.includes('F') ? ['FHWC', 'FCHW'] : ['HWC', 'CHW']),
    ...maybe(r, { padOutput: true }),
    ...maybe(r, { scale: 0.5, shift: 3 }),
  }),
}
