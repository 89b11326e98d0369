// colorTwist against reference outputs (see test/golden/make_color_twist.py), in batches, and what it refuses.
import { expect, test } from 'vitest'
import { batchOf } from '../util/elementwise.js'
import { goldenTest } from '../util/golden.js'

goldenTest('color_twist')

const pixels = (n: number) => Uint8Array.from({ length: 3 * n }, (_, i) => (i * i * 31 + i * 7 + 11) % 256)

test('samples of different sizes have arguments of their own, as if each were alone', async () => {
  const sizes = [1, 5, 16, 300, 1000]
  const hue = [0, 30, -60, 120, 360]
  const contrast = [1, 0.5, 2, 0, 1.3]
  const sample = (n: number) => ({ data: pixels(n), shape: [1, n, 3], layout: 'HWC' })
  const out = await batchOf('colorTwist', sizes.map(sample), { brightness: 1.1 }, { hue, contrast })
  for (const [i, n] of sizes.entries()) {
    const alone = await batchOf('colorTwist', [sample(n)], { brightness: 1.1, hue: hue[i], contrast: contrast[i] })
    expect(out[i]).toEqual(alone[0])
  }
  expect(new Set(out[3]!.data as Uint8Array).size).toBe(1) // contrast 0: uniform
})

test('it refuses other layouts, channels and dtypes', async () => {
  const rejected = async (sample: Parameters<typeof batchOf>[1][0], args: object, text: RegExp, code: string) =>
    expect(batchOf('colorTwist', [sample], { ...args })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(text),
    })
  const two = { data: pixels(2), shape: [1, 2, 3], layout: 'HWC' }
  await rejected({ ...two, shape: [1, 1, 6] }, {}, /Expected 3 channels for the input but received 6/, 'INVALID_INPUT')
  await rejected({ ...two, shape: [3, 1, 2], layout: 'CHW' }, {}, /Expected.*HWC.*CHW/s, 'INVALID_INPUT')
  await rejected({ data: pixels(2), shape: [6] }, {}, /with 1 dimensions/, 'INVALID_INPUT')
  await rejected(two, { dtype: 'bool' }, /for dtype but received bool/, 'INVALID_ARGUMENT')
})
