// powerSpectrum against DALI (test/golden/make_audio.py), and what it refuses. The transform is tested with spectrogram.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('power_spectrum')

test('negative axes count from the last one', () => {
  const x = f32([
    [1, 2, 3],
    [4, 5, 7],
  ])
  const at = (axis: number) => [...(nd.powerSpectrum(x, { axis }).toTypedArray() as Float32Array)]
  expect(at(-2)).toEqual(at(0))
  expect(at(-2)).toEqual([25, 49, 100, 9, 9, 16])
  expect(nd.powerSpectrum(x).shape).toEqual([2, 2])
})

test('signals give the same bytes beside others as alone, along every axis', () => {
  for (const n of [1, 2, 3, 5, 8, 12, 17, 60, 77, 512]) {
    // Full sets of eight, and some that are not full.
    for (const count of [1, 8, 11]) {
      const rows = Array.from({ length: count }, (_, r) =>
        Array.from({ length: n }, (_, i) => Math.sin(i * (r + 1) + r)),
      )
      const alone = rows.map((row) => [...(nd.powerSpectrum(f32(row)).toTypedArray() as Float32Array)])
      expect([...(nd.powerSpectrum(f32(rows)).toTypedArray() as Float32Array)]).toEqual(alone.flat())
      const columns = rows[0]!.map((_, i) => rows.map((row) => row[i]!))
      const along = nd.powerSpectrum(f32(columns), { axis: 0 }).toTypedArray() as Float32Array
      expect([...along]).toEqual(alone[0]!.flatMap((_, f) => alone.map((spectrum) => spectrum[f]!)))
    }
  }
})

test('a dimension without elements beside the signal', () => {
  expect(nd.powerSpectrum(f32([], [0, 8])).shape).toEqual([0, 5])
})

refusedTest([
  ['int32', () => nd.powerSpectrum(i32([1])), 'INVALID_INPUT', /float32 for the signal but received int32/],
  ['a number', () => nd.powerSpectrum(f32(1)), 'INVALID_INPUT', /one dimension or more/],
  ['no element', () => nd.powerSpectrum(f32([], [3, 0])), 'INVALID_INPUT', /one element or more but received 3 x 0/],
  ['axis 1', () => nd.powerSpectrum(f32([1]), { axis: 1 }), 'INVALID_ARGUMENT', /-1 to 0 for axis but received 1/],
  ['axis -2', () => nd.powerSpectrum(f32([1]), { axis: -2 }), 'INVALID_ARGUMENT', /-1 to 0 for axis but received -2/],
  ['nfft 0', () => nd.powerSpectrum(f32([1]), { nfft: 0 }), 'INVALID_ARGUMENT', /for nfft.* but received 0/],
  ['power 3', () => nd.powerSpectrum(f32([1]), { power: 3 }), 'INVALID_ARGUMENT', /power but received 3/],
])
