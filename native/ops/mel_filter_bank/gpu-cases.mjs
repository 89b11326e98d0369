// Cases of melFilterBank for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { maybe } from '../../../test/gpu/lib/draws.mjs'
import { floats } from '../../../test/gpu/lib/sounds.mjs'

const layouts = ['ft', 'tf', 'Cft', 'f']

export default {
  samples: (r, b) => {
    const layout = r.pick(layouts)
    return floats(r, b, layout, () => [...layout].map(() => r.int(1, 40)))
  },
  args: (r) => ({
    ...maybe(r, { nfilter: r.int(1, 60) }),
    ...maybe(r, { sampleRate: 16000, freqLow: r.float(0, 2000), freqHigh: r.float(3000, 8000) }),
    ...maybe(r, { melFormula: 'htk' }),
    ...maybe(r, { normalize: false }),
  }),
}
