// Rows of operators.mjs for operators of sounds and their spectra.

/** A batch of spectra, or sounds. */
const floats = (r, batch, layout, extents) => batch.map(() => r.tensor('float32', extents(), layout, true))

/** Sounds of a dtype, up to `most` frames: with silence around what is heard where `quiet`. */
const sounds = (r, batch, dtype, most, { columns = [], quiet = false } = {}) =>
  batch.map(() => {
    const sound = r.tensor(dtype, [r.int(1, most), ...columns], '', true)
    if (quiet && r.coin(0.8)) {
      const silent = r.int(0, sound.data.length)
      const zero = dtype.endsWith('int64') ? 0n : 0
      sound.data.fill(zero, 0, silent).fill(zero, silent + r.int(1, r.pick([200, sound.data.length])))
    }
    return sound
  })
const soundDtypes = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float32', 'float32']

/** The rows, made with the functions of operators.mjs. */
export const soundRows = ({ each, maybe, numbers, any }) => ({
  spectrogram: {
    samples: (r, b) => sounds(r, b, 'float32', r.pick([20, 400])),
    exact: true,
    args: (r) => {
      // Most transforms have several factors; a few do not fit in shared memory.
      const nfft = r.pick([
        () => r.int(1, 130),
        () => 1 << r.int(0, 12),
        () => 512,
        () => 400,
        () => r.int(6100, 6500),
      ])()
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
  },
  audioResample: {
    samples: (r, b) => sounds(r, b, r.pick(soundDtypes), r.pick([40, 900]), r.pick([{}, { columns: [r.int(1, 3)] }])),
    exact: true,
    args: (r, b) => ({
      ...r.pick([
        () => ({ scale: each(r, b, () => r.float(0.2, 4)) }),
        () => ({
          inRate: each(r, b, () => r.pick([8000, 16_000, 44_100])),
          outRate: each(r, b, () => r.pick([8000, 11_025, 22_050, 48_000])),
        }),
        () => ({ outLength: each(r, b, () => r.pick([0, 1, r.int(2, 3000)]), 'int32') }),
      ])(),
      ...maybe(r, { quality: r.float(0, 100) }),
      ...maybe(r, { dtype: r.pick(soundDtypes) }),
      ...(r.coin(0.3) && { antialias: true }),
    }),
  },
  nonsilentRegion: {
    samples: (r, b) =>
      sounds(r, b, r.pick(['float32', 'int16', ...numbers]), r.pick([10, 700, 700, 20_000]), { quiet: true }),
    exact: true,
    outputs: 2,
    args: (r) => ({
      ...maybe(r, { windowLength: r.pick([1, r.int(1, 64), r.int(65, 400)]) }),
      ...maybe(r, { cutoffDb: r.float(-70, 3) }),
      ...maybe(r, { referencePower: r.float(0.01, 2000) }),
    }),
  },
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
