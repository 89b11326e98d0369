// audioResample against DALI (test/golden/make_audio.py) and against what a rate is, the filter of antialias, and what it
// refuses.
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('audio_resample')

const tone = (frequency: number, rate: number, n: number) =>
  Float32Array.from({ length: n }, (_, i) => 0.5 * Math.sin((2 * Math.PI * frequency * i) / rate))
const resample = (data: Float32Array, options: Parameters<typeof nd.audioResample>[1]) =>
  nd.audioResample(nd.tensor(data), options).toTypedArray() as Float32Array
/** The largest difference away from the ends, where the filter reaches beyond the sound. */
const apart = (a: Float32Array, b: Float32Array) =>
  Math.max(...a.slice(100, -100).map((v, i) => Math.abs(v - b[i + 100]!)))

test('a tone is the same tone at every rate', () => {
  const rates = fc.constantFrom(8000, 11_025, 16_000, 22_050, 44_100, 48_000)
  fc.assert(
    fc.property(rates, rates, fc.integer({ min: 50, max: 2500 }), (inRate, outRate, frequency) => {
      const made = resample(tone(frequency, inRate, 2000), { inRate, outRate })
      expect(made).toHaveLength(Math.ceil((2000 * outRate) / inRate))
      expect(apart(made, tone(frequency, outRate, made.length))).toBeLessThan(0.01)
    }),
    { numRuns: 40 },
  )
})

test('antialias removes what the new rate cannot hold, and keeps the rest', () => {
  const rates = { inRate: 16_000, outRate: 4000 }
  const high = tone(5000, 16_000, 4000)
  expect(Math.max(...resample(high, rates).slice(100, -100).map(Math.abs))).toBeGreaterThan(0.4)
  expect(
    Math.max(
      ...resample(high, { ...rates, antialias: true })
        .slice(100, -100)
        .map(Math.abs),
    ),
  ).toBeLessThan(0.002)
  expect(apart(resample(tone(700, 16_000, 4000), { ...rates, antialias: true }), tone(700, 4000, 1000))).toBeLessThan(
    0.002,
  )
  // At a higher rate there is nothing to remove.
  const up = { inRate: 4000, outRate: 16_000 }
  expect(resample(high, { ...up, antialias: true })).toEqual(resample(high, up))
})

test('an unsigned sound is silent in the middle of its range, also beyond its ends', () => {
  const silence = { data: new Uint8Array(50).fill(128), shape: [50] }
  const made = nd.audioResample(silence, { scale: 1.5 }).toTypedArray() as Uint8Array
  expect([...new Set(made)]).toEqual([128])
})

test('no elements, and lengths of 0 and 1', () => {
  expect(nd.audioResample(f32([]), { scale: 2 }).shape).toEqual([0])
  expect(nd.audioResample(f32([], [0, 2]), { outLength: 3 }).shape).toEqual([3, 2])
  expect(nd.audioResample(f32([1, 2]), { scale: 0 }).shape).toEqual([0])
  const [one] = resample(Float32Array.of(0.5, 9, 9), { outLength: 1 })
  expect(one).toBeCloseTo(0.5, 5)
})

const sound = f32([0.1, 0.2, 0.3])
const call = (options: Parameters<typeof nd.audioResample>[1]) => () => nd.audioResample(sound, options)
refusedTest([
  ['no rate', call({}), 'INVALID_ARGUMENT', /inRate with outRate, scale, or outLength but received none/],
  ['two ways', call({ scale: 1, outLength: 3 }), 'INVALID_ARGUMENT', /scale or outLength but received both/],
  ['a rate alone', call({ inRate: 1 }), 'INVALID_ARGUMENT', /outRate along with inRate but received inRate alone/],
  ['the other alone', call({ outRate: 1 }), 'INVALID_ARGUMENT', /inRate along with outRate but received outRate alone/],
  ['a rate of 0', call({ inRate: 0, outRate: 1 }), 'INVALID_ARGUMENT', /more than 0 for inRate but received 0/],
  ['a negative scale', call({ scale: -1 }), 'INVALID_ARGUMENT', /0 or more for scale but received -1/],
  ['a negative length', call({ outLength: -1 }), 'INVALID_ARGUMENT', /an integer >= 0 for outLength but received -1/],
  ['a long result', call({ scale: 1e30 }), 'INVALID_ARGUMENT', /Expected/],
  ['quality 101', call({ scale: 1, quality: 101 }), 'INVALID_ARGUMENT', /0 to 100 for quality but received 101/],
  [
    'a filter that is too long',
    call({ scale: 1e-5, antialias: true }),
    'INVALID_ARGUMENT',
    /at least 1\/2048 of the input's/,
  ],
  ['float64', call({ scale: 1, dtype: 'float64' as 'float32' }), 'INVALID_ARGUMENT', /dtype but received float64/],
  [
    'a sound of float64',
    () => nd.audioResample({ data: Float64Array.of(1), shape: [1] }, { scale: 1 }),
    'INVALID_INPUT',
    /for the sound but received float64/,
  ],
  ['three dimensions', () => nd.audioResample(f32([[[1]]]), { scale: 1 }), 'INVALID_INPUT', /\[frames, channels\]/],
])
