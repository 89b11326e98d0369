// shrink: 'fast' by format: which files are decoded smaller, told by the bytes that the decoder makes, and that the resized pixels
// are near those of the whole image.
import { describe, expect, it } from 'vitest'
import { fn, pipelineDef } from '../../src/index.js'
import { bundled } from './decode.js'
import { openJpeg } from './openjpeg.js'

async function resized(file: Uint8Array, size: number[], shrink: 'fast' | 'off') {
  const define = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
    const image = fn.decoders.image(fn.externalSource({ source: () => [file] }), { shrink })
    return fn.resize(image, { size })
  })
  await using pipe = define()
  const [images] = await pipe.run()
  const pixels = Uint8Array.from(images!.at(0).dataSync() as unknown as Uint8Array)
  const { stages } = pipe.statistics()
  return { pixels, decoded: stages.flatMap(({ ops }) => ops ?? []).find(({ op }) => op === 'decoders.image')!.maxBytes }
}

/** Root of the mean squared difference, and the share of the image's bytes that were decoded. */
async function compare(file: Uint8Array, size: number[]) {
  const [off, fast] = [await resized(file, size, 'off'), await resized(file, size, 'fast')]
  const sum = off.pixels.reduce((s, v, i) => s + (v - fast.pixels[i]!) ** 2, 0)
  return { rms: Math.sqrt(sum / off.pixels.length), share: fast.decoded! / off.decoded! }
}

describe('files that are decoded smaller', () => {
  it.each([
    // Extents in [height, width] of the result, and the share of the decoded bytes that a factor leaves.
    ['a WebP to a quarter, turned', 'turned.webp', [40, 28], 1 / 16],
    ['a WebP to a half', 'turned.webp', [70, 40], 1 / 4],
    ['the second level of a pyramid', 'pyramid.tiff', [28, 39], 1 / 16],
    ['the first level of a pyramid', 'pyramid.tiff', [40, 70], 1 / 4],
    ['a JPEG, 4:2:0, to an eighth', 's420.jpg', [5, 7], 1 / 64],
    ['a JPEG, turned', 'orientation_6.jpg', [20, 14], 1 / 4],
    ['a CMYK JPEG', 'ycck_adobe.jpg', [11, 15], 1 / 16],
    ['a progressive JPEG', 'progressive.jpg', [11, 15], 1 / 16],
  ] as const)('%s', async (_, name, size, share) => {
    const found = await compare(bundled(name), [...size])
    expect(found.share).toBeGreaterThan(share * 0.9)
    expect(found.share).toBeLessThan(share * 1.5)
    expect(found.rms).toBeLessThan(6)
  })
})

it.skipIf(!openJpeg)('a JPEG 2000 without its finest levels', async () => {
  const found = await compare(bundled('rgb.jp2'), [18, 25])
  expect(found.share).toBeCloseTo((19 * 26) / (37 * 51), 2)
  expect(found.rms).toBeLessThan(6)
  const tiles = await compare(bundled('tiles.jp2'), [9, 12])
  expect(tiles.share).toBeLessThan(0.1)
  expect(tiles.rms).toBeLessThan(12)
})

describe('files that are decoded whole', () => {
  it.each(['rgb8.png', 'rgb.avif', 'rgb24.bmp', 'palette.gif', 'p6.ppm', 'rgb8.tiff', 's411.jpg'])(
    '%s',
    async (name) => {
      // 4:1:1 keeps colours at a quarter of the width: a half of that would be too few of them for this size.
      expect(await compare(bundled(name), [20, 28])).toEqual({ rms: 0, share: 1 })
    },
  )
})

it('a file whose smaller versions cannot be read is decoded whole', async () => {
  const file = bundled('pyramid.tiff')
  const view = new DataView(file.buffer)
  const first = view.getUint32(4, true)
  view.setUint32(first + 2 + 12 * view.getUint16(first, true), 0x7fffffff, true)
  expect(await compare(file, [28, 39])).toEqual({ rms: 0, share: 1 })
})
