// brightnessContrast against reference outputs (see test/golden/make_brightness_contrast.py), in batches, and what it refuses.
import { expect, test } from 'vitest'
import { batchOf } from '../util/elementwise.js'
import { goldenTest } from '../util/golden.js'

goldenTest('brightness_contrast')

const pixels = (n: number) => Uint8Array.from({ length: n }, (_, i) => (i * 37 + 11) % 256)
const rounded = (v: number) => Math.min(255, Math.max(0, Math.floor(v + 0.5)))

test('samples of different sizes have arguments of their own', async () => {
  const sizes = [1, 3, 64, 257, 1000]
  const factors = [0, 0.5, 1, 2, -1]
  const samples = sizes.map((n) => ({ data: pixels(n), shape: [n] }))
  const out = await batchOf('brightnessContrast', samples, { brightnessShift: 0.2 }, { brightness: factors })
  sizes.forEach((n, i) => {
    expect(out[i]!.shape).toEqual([n])
    const want = pixels(n).map((v) => rounded(v * factors[i]! + 51))
    expect(out[i]!.data).toEqual(want)
  })
})

test('dtypes that pictures do not have are refused', async () => {
  const sample = { data: new Float64Array(3), shape: [1, 1, 3] }
  await expect(batchOf('brightnessContrast', [sample], {}, {}, 'float64')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/brightnessContrast.*Expected .*uint8.* but received.*float64/s),
  })
  await expect(
    batchOf('brightnessContrast', [{ data: pixels(3), shape: [1, 1, 3] }], { dtype: 'uint16' }),
  ).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/Expected uint8, int16, int32, float16 or float32 for dtype but received uint16/),
  })
})
