// Cases of spectrogram for `npm run parity`.
import { daliRefuses, parity, penstockRefuses } from '../../../tools/parity/cases.js'

export default parity({
  tolerance: { abs: 2e-4, rel: 1e-4 },
  differs: [
    daliRefuses(/ffts plan/, 'DALI refuses transforms of one and two elements.'),
    penstockRefuses(
      /at least windowLength/,
      'Without centerWindows DALI makes one window of a sound that lacks less than windowStep elements for it; penstock refuses the sound.',
    ),
  ],
  case: (d) => {
    const column = d.chance(6) ? [1] : []
    const windowLength = d.maybe(() => d.int(1, 40))
    const length = windowLength ?? 512
    const nfft = d.maybe(() => d.int(d.chance(12) ? Math.max(1, length - 2) : length, length + 30))
    return {
      inputs: [
        d.tensor({
          dtype: d.chance(20) ? 'int16' : 'float32',
          shape: () => [d.int(1, 300), ...column],
          values: [-1, 1],
        }),
      ],
      args: {
        windowLength,
        nfft,
        windowStep: d.maybe(() => d.int(1, 50)),
        power: d.maybe(() => d.int(1, 2)),
        centerWindows: d.maybe(() => d.bool()),
        reflectPadding: d.maybe(() => d.bool()),
        layout: d.maybe(() => d.pick(['ft', 'tf'])),
        windowFn: d.chance(4) ? d.list(length, () => d.float(-1, 1)) : undefined,
      },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'float32', shape: [160_000], values: [-1, 1], samples: 32 })],
    args: { nfft: 512, windowLength: 400, windowStep: 160 },
  }),
})
