// Cases of every-op.test.ts for operators of sounds and their spectra, and for decoders of what is no image.
import { readFileSync } from 'node:fs'
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

const files = (...contents: Uint8Array[]): Samples => ({
  dtype: 'uint8',
  samples: contents.map((data) => ({ data, shape: [data.length] })),
})
const sound = (name: string) => new Uint8Array(readFileSync(new URL(`../../data/sounds/${name}`, import.meta.url)))

/** A .npy file of version 1.0. */
function npy(descr: string, shape: string, data: Uint8Array): Uint8Array {
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117)
  return Uint8Array.from([0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0, ...Buffer.from(`${text}\n`), ...data])
}

/** An LZ4 block of up to 14 literals. */
const literals = (...bytes: number[]) => Uint8Array.from([bytes.length << 4, ...bytes])

export const audioCases: Record<string, Case[]> = {
  'decoders.audio': [
    { inputs: [files(sound('s16.wav'), sound('s8.flac'), sound('s16.aiff'))] },
    { inputs: [files(sound('u8.wav'), sound('alaw.wav'), sound('rifx.wav'))], args: { dtype: 'int16', downmix: true } },
  ],
  'decoders.inflate': [
    {
      inputs: [files(literals(1, 2, 3, 4), literals(5, 6, 7, 8), literals(9, 0, 1, 2))],
      args: { shape: [2], dtype: 'int16' },
    },
  ],
  'decoders.numpy': [
    {
      inputs: [
        files(
          npy('|u1', '(2, 3)', Uint8Array.of(1, 2, 3, 4, 5, 6)),
          npy('|u1', '(1, 1)', Uint8Array.of(7)),
          npy('|u1', '(0, 4)', Uint8Array.of()),
        ),
      ],
    },
  ],
  audioResample: [
    { inputs: [sounds], args: { inRate: 16000, outRate: 8000 } },
    { inputs: [sounds], args: { scale: 1.5, quality: 20, dtype: 'int16' } },
  ],
  powerSpectrum: [{ inputs: [sounds] }, { inputs: [sounds], args: { nfft: 256, power: 1 } }],
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
