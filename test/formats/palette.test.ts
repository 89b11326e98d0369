// Palette images: class numbers by outputType 'index', and 16-bit colours of TIFF; made by test/golden/make_palette.py.
import { describe, expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
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
