// toDecibels against DALI (test/golden/make_audio.py) and against the library's logarithm, and what it refuses.
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('to_decibels')

test('the logarithm is exact to float32 for every magnitude', () => {
  const magnitude = fc.tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.integer({ min: -140, max: 126 }))
  fc.assert(
    fc.property(fc.array(magnitude, { minLength: 1, maxLength: 50 }), (parts) => {
      const x = Float32Array.from(parts, ([m, e]) => m * 2 ** e)
      const made = nd.toDecibels(nd.tensor(x), { reference: 1, cutoffDb: -440 })
      for (const [i, db] of [...(made.toTypedArray() as Float32Array)].entries()) {
        const want = Math.max(-440, 10 * Math.log10(x[i]!))
        expect(Math.abs(db - want)).toBeLessThan(3e-7 * Math.abs(want) + 1e-6)
      }
      made.dispose()
    }),
    { numRuns: 100 },
  )
})

refusedTest([
  ['int32', () => nd.toDecibels(i32([1, 2])), 'INVALID_INPUT', /float32 for the magnitudes but received int32/],
  [
    'a reference of 0, which has no ratio',
    () => nd.toDecibels(f32([1, 2]), { reference: 0 }),
    'INVALID_ARGUMENT',
    /a number > 0 for reference but received 0/,
  ],
])
