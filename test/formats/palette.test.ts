// Palette images: class numbers by outputType 'index', and 16-bit colours of TIFF; made by test/golden/make_palette.py.
import { describe, expect, test } from 'vitest'
import { goldenTest, loadGolden } from '../util/golden.js'
import { bundled, decode } from './decode.js'

goldenTest('palette')

describe("outputType 'index'", () => {
  test.each(['rgb8.png', 'grey.png', 'lossy.webp', 'p5.pgm', 's420.jpg', 'rgb8.tiff', 'rgb24.bmp'])(
    '%s has no palette: a bad sample',
    async (file) => {
      await expect(decode(bundled(file), { outputType: 'index' })).rejects.toMatchObject({
        code: 'BAD_SAMPLE',
        message: expect.stringContaining("Expected an image with a palette for outputType 'index' but received a "),
        hint: expect.stringContaining("'gray'"),
      })
    },
  )
  test('it is 1 channel of uint8 and nothing else', async () => {
    const image = await decode(bundled('palette.png'), { outputType: 'index' })
    expect(image.shape).toEqual([47, 61, 1])
    await expect(decode(bundled('palette.png'), { outputType: 'index', dtype: 'float32' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining("Expected uint8 for dtype, as outputType is 'index', but received float32"),
    })
  })
})

// Pillow writes no interlaced PNG: here the palette, looked up, must give the colours.
describe('the numbers of interlaced PNG are those of its colours', () => {
  const { golden, stored } = loadGolden('formats')
  const cases = golden.cases.filter((c) => /^png_palette\d_interlaced rgb uint8$/.test(c.name))
  expect(cases.length).toBe(4)
  test.each(cases.map((c) => [c.name, c] as const))('%s', async (_, c) => {
    const file = Buffer.from(stored(c.inputs[0]!) as Uint8Array)
    const palette = file.subarray(file.indexOf('PLTE') + 4)
    const { data } = await decode(file, { outputType: 'index' })
    const colors = data.flatMap((i) => [...palette.subarray(3 * i, 3 * i + 3)])
    expect(colors).toEqual(Array.from(stored(c.outputs[0]!) as Uint8Array))
  })
})
