// Cases of melFilterBank for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'

const layouts = ['ft', 'tf', 'f', '', 'Cft', 'ftx'] as const

export default parity({
  // DALI computes its weights in float32, so they are coarse where filters are narrow.
  tolerance: { rel: 1e-4, abs: 1e-4 },
  case: (d) => {
    const layout = d.pick(layouts)
    const ndim = layout.length || d.int(1, 3)
    const sampleRate = d.maybe(() => d.pick([8000, 16000, 22050, d.float(1000, 50000)]))
    const half = (sampleRate ?? 44100) / 2
    return {
      inputs: [
        d.tensor({
          dtype: d.chance(20) ? 'float64' : 'float32',
          layout: d.chance(20) ? 'xyzuvw'.slice(0, ndim) : layout,
          shape: () => d.list(ndim, () => d.int(2, d.pick([9, 40]))),
          values: [0, 1],
        }),
      ],
      args: {
        sampleRate,
        nfilter: d.maybe(() => d.int(d.chance(10) ? 0 : 1, 50)),
        freqLow: d.maybe(() => d.float(d.chance(10) ? -100 : 0, half * 0.6)),
        freqHigh: d.maybe(() => d.float(half * 0.5, half * (d.chance(10) ? 1.2 : 1))),
        melFormula: d.maybe(() => d.pick(['slaney', 'htk'])),
        normalize: d.maybe(() => d.bool()),
      },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'float32', layout: 'ft', shape: [257, 1000], values: [0, 1], samples: 32 })],
    args: { nfilter: 80, sampleRate: 16000 },
  }),
})
