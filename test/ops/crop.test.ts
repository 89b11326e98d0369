// crop against reference outputs, and what it refuses; see test/golden/make_crop.py.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('crop')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  ['a window that is too large', () => nd.crop(image, { crop: [99, 3] }), 'INVALID_INPUT', /a window inside the input/],
  [
    'a size that is no number',
    () => nd.crop(image, { crop: [Number.NaN, 3] }),
    'INVALID_ARGUMENT',
    /received NaN at \[0\]/,
  ],
  ['no sizes', () => nd.crop(image, { crop: [] }), 'INVALID_ARGUMENT', /2 or 3 values for crop but received none/],
  [
    'one dimension',
    () => nd.crop(line, { crop: [1, 1] }),
    'INVALID_INPUT',
    /3 to 5 dimensions for the input but received 1/,
  ],
  [
    'a position outside',
    () => nd.crop(image, { crop: [1, 1], cropPosX: 2 }),
    'INVALID_ARGUMENT',
    /from 0 to 1 for cropPosX but received 2/,
  ],
  ['three sides of padding', () => nd.crop(image, { padding: [1, 2, 3] }), 'INVALID_ARGUMENT', /padding/],
  ['negative padding', () => nd.crop(image, { padding: -1 }), 'INVALID_ARGUMENT', />= 0 for padding but received -1/],
  [
    'a window larger than the padded image',
    () => nd.crop(image, { crop: [9, 3], padding: 3 }),
    'INVALID_INPUT',
    /a window inside the input .* received \[-1, 8\) along dimension 0 of extent 8/,
  ],
])

test('padding may differ per sample', () => {
  const two = nd.batch([0, 1].map(() => ({ data: Uint8Array.of(7), shape: [1, 1, 1], layout: 'HWC' })))
  const padding = nd.batch([Int32Array.of(0, 1, 0, 0), Int32Array.of(1, 0, 0, 1)])
  const out = nd.crop(two, { padding, fillValues: 3 })
  expect([0, 1].map((i) => [out.at(i).shape, ...(out.at(i).dataSync() as Uint8Array)])).toEqual([
    [[1, 2, 1], 3, 7],
    [[2, 2, 1], 3, 3, 7, 3],
  ])
})
