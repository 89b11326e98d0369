// colorSpaceConversion against reference outputs (see test/golden/make_color_space_conversion.py), equal types, no pixels,
// and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { batchOf } from '../util/elementwise.js'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('color_space_conversion')

const pixels = Uint8Array.from({ length: 60 }, (_, i) => (i * 37 + 11) % 256)
const sample = { data: pixels, shape: [4, 5, 3], layout: 'HWC' }

test('equal types copy', async () => {
  for (const type of ['rgb', 'bgr', 'ycbcr'] as const) {
    const [out] = await batchOf('colorSpaceConversion', [sample], { imageType: type, outputType: type })
    expect(out).toEqual({ dtype: 'uint8', shape: [4, 5, 3], data: pixels })
  }
})

test('an image without pixels stays one', async () => {
  const none = { data: new Uint8Array(0), shape: [0, 5, 3], layout: 'HWC' }
  const [out] = await batchOf('colorSpaceConversion', [none], { imageType: 'rgb', outputType: 'gray' })
  expect(out!.shape).toEqual([0, 5, 1])
})

test('it refuses other types, channels and dtypes', async () => {
  const cases = [
    [
      sample,
      { imageType: 'any', outputType: 'rgb' },
      /one of 'rgb', 'bgr', 'gray', 'ycbcr' for imageType but received "any"/,
    ],
    [
      sample,
      { imageType: 'rgb', outputType: 'any' },
      /one of 'rgb', 'bgr', 'gray', 'ycbcr' for outputType but received "any"/,
    ],
    [sample, { imageType: 'gray', outputType: 'rgb' }, /Expected 1 channel for the input but received 3/],
    [{ ...sample, shape: [4, 15, 1] }, { imageType: 'rgb', outputType: 'bgr' }, /Expected 3 channels .*received 1/],
  ] as const
  for (const [s, args, text] of cases) {
    const call = batchOf('colorSpaceConversion', [{ ...s, shape: [...s.shape] }], args)
    await expect(call).rejects.toThrow(text)
  }
  const floats = { data: new Float32Array(3), shape: [1, 1, 3], layout: 'HWC' }
  const call = batchOf('colorSpaceConversion', [floats], { imageType: 'rgb', outputType: 'bgr' }, {}, 'float32')
  await expect(call).rejects.toThrow(/Expected uint8 .*received float32/)
})

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  [
    'another dtype',
    () => nd.colorSpaceConversion(line, { imageType: 'rgb', outputType: 'gray' }),
    'INVALID_INPUT',
    /uint8 for the input but received float32/,
  ],
  [
    'other channels',
    () => nd.colorSpaceConversion(image, { imageType: 'gray', outputType: 'rgb' }),
    'INVALID_INPUT',
    /1 channel for the input but received 3/,
  ],
  [
    'any colours',
    () => nd.colorSpaceConversion(image, { imageType: 'any', outputType: 'rgb' }),
    'INVALID_ARGUMENT',
    /one of 'rgb', 'bgr', 'gray', 'ycbcr' for imageType but received "any"/,
  ],
])
