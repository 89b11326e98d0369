// Cases of spectrogram for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { maybe } from '../../../test/gpu/lib/draws.mjs'
import { sounds } from '../../../test/gpu/lib/sounds.mjs'

export default {
  samples: (r, b) => sounds(r, b, 'float32', r.pick([20, 400])),
  exact: true,
  args: (r) => {
    // Most transforms have several factors; a few do not fit in shared memory.
    const nfft = r.pick([() => r.int(1, 130), () => 1 << r.int(0, 12), () => 512, () => 400, () => r.int(6100, 6500)])()
    const windowLength = Math.min(nfft, r.pick([nfft, r.int(1, 300)]))
    return {
      ...{ nfft, windowLength, windowStep: r.int(nfft > 2000 ? 40 : 1, 200) },
      ...maybe(r, { power: 1 }),
      ...maybe(r, { layout: 'tf' }),
      ...maybe(r, { reflectPadding: false }),
      ...(windowLength < 20 && { centerWindows: r.coin() }),
      ...(windowLength < 40 && { windowFn: r.list(windowLength, () => r.float(-1, 1)) }),
    }
  },
}
