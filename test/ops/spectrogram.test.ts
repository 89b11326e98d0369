// spectrogram against DALI (test/golden/make_audio.py) and against the definition of the transform, and what it refuses.
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('spectrogram')

test('a transform of any length has the sums of its definition', () => {
  const length = fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constantFrom(127, 169, 256, 343, 509, 1024))
  const signal = (n: number) => fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n })
  fc.assert(
    fc.property(
      length.chain((n) => signal(n)),
      (x) => {
        const n = x.length
        const given = Float32Array.from(x)
        const options = { windowLength: n, windowFn: Array(n).fill(1), centerWindows: false } as const
        const made = nd.spectrogram(nd.tensor(given), options)
        const got = made.toTypedArray() as Float32Array
        expect(got).toHaveLength(Math.floor(n / 2) + 1)
        const energy = given.reduce((sum, v) => sum + v * v, 0)
        for (const k of new Set([0, 1, got.length >> 1, got.length - 1].filter((k) => k < got.length))) {
          let [re, im] = [0, 0]
          for (let i = 0; i < n; i++) {
            re += given[i]! * Math.cos((2 * Math.PI * k * i) / n)
            im -= given[i]! * Math.sin((2 * Math.PI * k * i) / n)
          }
          expect(Math.abs(got[k]! - (re * re + im * im))).toBeLessThan(1e-5 * n * energy + 1e-9)
        }
        made.dispose()
      },
    ),
    { numRuns: 60 },
  )
})

const sound = f32([0.1, 0.2, 0.3, 0.4])
const small = { windowLength: 2, windowStep: 1 }
refusedTest([
  ['int32', () => nd.spectrogram(i32([1, 2])), 'INVALID_INPUT', /float32 for the sound but received int32/],
  [
    'two channels',
    () =>
      nd.spectrogram(
        f32([
          [1, 2],
          [3, 4],
        ]),
      ),
    'INVALID_INPUT',
    /1-D sound .* received 2 x 2/,
  ],
  ['a scalar', () => nd.spectrogram(f32(1)), 'INVALID_INPUT', /1-D sound/],
  ['no element', () => nd.spectrogram(f32([])), 'INVALID_INPUT', /one element or more/],
  [
    'a sound shorter than a window',
    () => nd.spectrogram(sound, { windowLength: 9, centerWindows: false }),
    'INVALID_INPUT',
    /at least windowLength, 9,/,
  ],
  ['no window', () => nd.spectrogram(sound, { windowLength: 0 }), 'INVALID_ARGUMENT', /windowLength but received 0/],
  ['no step', () => nd.spectrogram(sound, { windowStep: 0 }), 'INVALID_ARGUMENT', /windowStep but received 0/],
  ['a short transform', () => nd.spectrogram(sound, { ...small, nfft: 1 }), 'INVALID_ARGUMENT', /nfft but received 1/],
  ['power 3', () => nd.spectrogram(sound, { ...small, power: 3 as 2 }), 'INVALID_ARGUMENT', /power but received 3/],
  [
    'layout fx',
    () => nd.spectrogram(sound, { ...small, layout: 'fx' }),
    'INVALID_ARGUMENT',
    /one of 'ft', 'tf' for layout but received "fx"/,
  ],
  [
    'a window function of another length',
    () => nd.spectrogram(sound, { ...small, windowFn: [1, 2, 3] }),
    'INVALID_ARGUMENT',
    /windowLength, 2, numbers for windowFn but received 3/,
  ],
])
