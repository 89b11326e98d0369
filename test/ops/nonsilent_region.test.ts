// nonsilentRegion against DALI (test/golden/make_audio.py) and against a plain search, and what it refuses.
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('nonsilent_region')

test('the region is that of a search over all windows', () => {
  const element = fc.constantFrom(0, 0, 0, 1, -3, 40, -127)
  const silence = fc.integer({ min: 0, max: 500 }).map((n) => Array<number>(n).fill(0))
  const heard = fc.array(element, { minLength: 1, maxLength: 400 })
  const sounds = fc.tuple(silence, heard, silence).map((parts) => parts.flat())
  fc.assert(
    fc.property(sounds, fc.integer({ min: 1, max: 20 }), fc.integer({ min: -40, max: 0 }), (x, length, cutoffDb) => {
      const window = Math.min(length, x.length)
      const power = (i: number) => x.slice(i, i + window).reduce((sum: number, v) => sum + v * v, 0)
      const powers = Array.from({ length: x.length - window + 1 }, (_, i) => power(i))
      const least = Math.max(...powers) * 10 ** (cutoffDb / 10)
      const [first, last] = [powers.findIndex((p) => p >= least), powers.findLastIndex((p) => p >= least)]
      const [begin, count] = nd.nonsilentRegion(nd.tensor(Int8Array.from(x)), { windowLength: length, cutoffDb })
      expect([begin.item(), count.item()]).toEqual([first, last - first + window])
    }),
    { numRuns: 100 },
  )
})

test('quiet ends of a long sound are found as exact sums find them', () => {
  // A float32 that runs along would have lost them after the loud middle. Elements are whole numbers, so that sums are exact.
  const random = fc.sample(fc.integer({ min: -1000, max: 1000 }), { numRuns: 9000, seed: 5 })
  for (const [begin, end] of [
    [2600, 6100],
    [900, 8300],
    [4000, 4100],
  ] as const) {
    const x = random.map((v, i) => (i < begin || i >= end ? Math.round(v / 300) : 1000 * v))
    const sums: number[] = []
    for (let sum = 0, i = 0; i < x.length; i++) {
      sum += x[i]! ** 2 - (i >= 2048 ? x[i - 2048]! ** 2 : 0)
      if (i >= 2047) sums.push(sum)
    }
    expect(sums.every(Number.isSafeInteger)).toBe(true)
    for (const cutoffDb of [-60, -100, -115]) {
      const loud = sums.map((one) => one >= Math.max(...sums) * 10 ** (cutoffDb / 10))
      const [first, last] = [loud.indexOf(true), loud.lastIndexOf(true)]
      const [start, length] = nd.nonsilentRegion(nd.tensor(Float32Array.from(x)), { cutoffDb })
      expect([start.item(), length.item()]).toEqual([first, last - first + 2048])
    }
  }
})

const sound = f32([1, 2, 3])
const refused = (args: nd.NonsilentRegionOptions) => () => nd.nonsilentRegion(sound, args)
refusedTest([
  [
    'two channels',
    () =>
      nd.nonsilentRegion(
        f32([
          [1, 2],
          [3, 4],
        ]),
      ),
    'INVALID_INPUT',
    /1-D sound but received 2 x 2/,
  ],
  ['bool', () => nd.nonsilentRegion(nd.cast(sound, { dtype: 'bool' })), 'INVALID_INPUT', /numbers but received bool/],
  ['a scalar', () => nd.nonsilentRegion(f32(1)), 'INVALID_INPUT', /1-D sound/],
  ['no window', refused({ windowLength: 0 }), 'INVALID_ARGUMENT', /an integer >= 1 for windowLength but received 0/],
  ['no interval', refused({ resetInterval: 0 }), 'INVALID_ARGUMENT', /resetInterval but received 0/],
  ['no power', refused({ referencePower: 0 }), 'INVALID_ARGUMENT', /a number > 0 for referencePower but received 0/],
])
