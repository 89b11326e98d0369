// Cases of every-op.test.ts for operators of sounds and their spectra.
import type { Case, Samples } from './cases.js'

const waves = (shapes: readonly (readonly number[])[], layout?: string): Samples => ({
  dtype: 'float32',
  samples: shapes.map((shape, sample) => {
    const count = shape.reduce((a, b) => a * b, 1)
    const data = Float32Array.from({ length: count }, (_, i) => Math.sin(i / (2 + sample)) + 1.1)
    return { data, shape: [...shape], ...(layout && { layout }) }
  }),
})

const sounds = waves([[90], [33], [200]])
const spectra = waves(
  [
    [9, 4],
    [9, 1],
    [17, 3],
  ],
  'ft',
)

export const audioCases: Record<string, Case[]> = {
  spectrogram: [
    { inputs: [sounds], args: { windowLength: 16, windowStep: 8 } },
    { inputs: [sounds], args: { windowLength: 5, windowStep: 3, nfft: 9, power: 1, layout: 'tf' } },
  ],
  melFilterBank: [
    { inputs: [spectra], args: { nfilter: 4 } },
    { inputs: [spectra], args: { nfilter: 3, melFormula: 'htk', normalize: false, sampleRate: 8000 } },
  ],
  mfcc: [
    { inputs: [spectra], args: { nMfcc: 4 } },
    { inputs: [spectra], args: { axis: 1, dctType: 3, lifter: 20, normalize: true } },
  ],
  toDecibels: [{ inputs: [spectra] }, { inputs: [spectra], args: { reference: 2, multiplier: 20, cutoffDb: -30 } }],
  preemphasisFilter: [
    { inputs: [sounds] },
    { inputs: [sounds], args: { border: 'reflect', dtype: 'int16' }, perSample: { preemphCoeff: waves([[], [], []]) } },
  ],
  nonsilentRegion: [{ inputs: [sounds], args: { windowLength: 8, cutoffDb: -3 } }],
}
