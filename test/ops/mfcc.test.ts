// mfcc against DALI (test/golden/make_audio.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('mfcc')

test.each([2, 3] as const)('the orthonormal transform of type %i is undone by the other one', (dctType) => {
  const bands = [-3, 1, 4, -1, 5, 9, 2, -6]
  const options = { nMfcc: 8, normalize: true }
  const there = nd.mfcc(f32(bands), { ...options, dctType })
  const back = nd.mfcc(there, { ...options, dctType: 5 - dctType })
  for (const [i, x] of [...(back.toTypedArray() as Float32Array)].entries()) expect(x).toBeCloseTo(bands[i]!, 4)
})

const spectrum = f32([
  [1, 2],
  [3, 4],
])
const refused = (args: nd.MfccOptions) => () => nd.mfcc(spectrum, args)
refusedTest([
  ['int32', () => nd.mfcc(i32([1, 2])), 'INVALID_INPUT', /float32 for the spectrogram but received int32/],
  ['no coefficient', refused({ nMfcc: 0 }), 'INVALID_ARGUMENT', /an integer >= 1 for nMfcc but received 0/],
  ['an axis that is not there', refused({ axis: 2 }), 'INVALID_ARGUMENT', /0 to 1 for axis but received 2/],
  ['a negative axis', refused({ axis: -1 }), 'INVALID_ARGUMENT', /axis but received -1/],
  ['type 5', refused({ dctType: 5 }), 'INVALID_ARGUMENT', /dctType but received 5/],
  ['type 1, orthonormal', refused({ dctType: 1, normalize: true }), 'INVALID_ARGUMENT', /2, 3 or 4 with normalize/],
  ['type 1 of one band', () => nd.mfcc(f32([[1, 2]]), { dctType: 1 }), 'INVALID_INPUT', /two bands or more/],
  ['a scalar', () => nd.mfcc(f32(1)), 'INVALID_ARGUMENT', /axis/],
])
