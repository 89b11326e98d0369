// JPEG 2000 against Pillow and against the pixels that went in, made by test/golden/make_jpeg2000.py; windows, and files that are
// refused. OpenJPEG is a library of the system, which the set-up for tests installs.
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { bundled, bytes, decode } from './decode.js'
import { openJpeg } from './openjpeg.js'

const here = describe.skipIf(!openJpeg)
here('decoding', () => goldenTest('jpeg2000'))

here('windows', () => {
  const names = ['rgb.jp2', 'lossy.jp2', 'tiles.jp2', 'sycc420.jp2', 'palette.jp2', 'cmyk.jp2']
  const files = names.map(bundled)
  test('each window is the crop of the whole image', async () => {
    const define = pipelineDef({ batchSize: files.length, numThreads: 2 }, (at: { x: number; y: number }) => {
      const encoded = fn.externalSource({ source: [files] })
      const crop = { crop: [13, 17] as [number, number], cropPosX: at.x, cropPosY: at.y }
      return [fn.decoders.imageCrop(encoded, crop), fn.crop(fn.decoders.image(encoded), crop)]
    })
    for (const [x, y] of [
      [0, 0],
      [0.31, 0.77],
      [0.5, 0.5],
      [1, 1],
    ] as const) {
      await using pipe = define({ x, y })
      const [window, crop] = await pipe.run()
      for (const [i, name] of names.entries())
        expect(window!.at(i).dataSync(), `${name} at ${x}, ${y}`).toEqual(crop!.at(i).dataSync())
    }
  })
})

here('files that are refused', () => {
  const damaged = (change: (file: DataView) => void) => {
    const file = bundled('rgb.j2k').slice()
    change(new DataView(file.buffer))
    return file
  }
  const huge = damaged((d) => {
    for (const at of [8, 12, 24, 28]) d.setUint32(at, 60000)
  })
  test.each([
    ['a file without a codestream', bytes([0, 0, 0, 12], 'jP  \r\n\x87\n'), /without a codestream/],
    ['a codestream that ends at once', bytes([0xff, 0x4f, 0xff, 0x51], [0, 0]), /cut in its header/],
    ['half a codestream', bundled('rgb.j2k').slice(0, 700), /cut in its header/],
    ['half a file', bundled('rgb.jp2').slice(0, 700), /cut in its header/],
    ['an image of no columns', damaged((d) => d.setUint32(8, 0)), /at least 1x1/],
    ['60000x60000 pixels', huge, /claims 60000x60000/],
    ['no components', damaged((d) => d.setUint16(40, 0)), /without components/],
    ['a sample distance of 0', damaged((d) => d.setUint8(43, 0)), /sample distance of 0/],
    ['an image without most of its tiles', damaged((d) => d.setUint32(24, 7)), /Expected 8 tiles .* received 1/],
    ['tiles of no columns', damaged((d) => d.setUint32(24, 0)), /tiles that do not cover/],
    ['a coding style that is none', damaged((d) => d.setUint8(62, 99)), /OpenJPEG refuses: /],
  ])('%s', async (_, file, message) => {
    await expect(decode(file)).rejects.toMatchObject({ code: 'BAD_SAMPLE', message: expect.stringMatching(message) })
  })
  test('38 bits per channel', async () => {
    const file = damaged((d) => d.setUint8(42, 37))
    await expect(decode(file)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('at most 16 bits per channel but received 38'),
    })
  })
  test('grey values are no palette', async () => {
    await expect(decode(bundled('signed.jp2'), { outputType: 'index' })).rejects.toMatchObject({ code: 'BAD_SAMPLE' })
  })
})
