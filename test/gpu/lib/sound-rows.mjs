// Rows of operators.mjs for operators of sounds and their spectra.

/** A batch of spectra, or sounds. */
const floats = (r, batch, layout, extents) => batch.map(() => r.tensor('float32', extents(), layout, true))

/** The rows, made with the functions of operators.mjs. */
export const soundRows = ({ each, maybe, numbers, any }) => ({
  melFilterBank: (() => {
    const layouts = ['ft', 'tf', 'Cft', 'f']
    return {
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
  })(),
  mfcc: {
    samples: (r, b) => floats(r, b, '', () => [r.int(2, 30), r.int(2, 30), r.int(1, 4)]),
    args: (r) => ({
      ...maybe(r, { axis: r.int(0, 1) }),
      ...maybe(r, { dctType: r.int(2, 4), normalize: r.coin() }),
      ...maybe(r, { nMfcc: r.int(1, 30), lifter: r.float(0, 30) }),
    }),
  },
  toDecibels: {
    dtypes: ['float32'],
    layouts: any,
    args: (r) => ({
      ...maybe(r, { reference: r.float(0.1, 10) }),
      ...maybe(r, { multiplier: 20, cutoffDb: r.float(-90, 0) }),
    }),
  },
  preemphasisFilter: {
    dtypes: numbers,
    layouts: any,
    args: (r, b) => ({
      ...maybe(r, { preemphCoeff: each(r, b, () => r.float(-1, 1.5)) }),
      ...maybe(r, { border: r.pick(['clamp', 'zero', 'reflect']) }),
      ...maybe(r, { dtype: r.pick([...numbers, 'bool']) }),
    }),
  },
})
