// AVIF against Pillow, made by test/golden/make_avif.py; and HEIF of a codec that npm's libvips does not have.
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { bundled, decode } from './decode.js'

goldenTest('avif')

async function peek(file: Uint8Array, options: Parameters<typeof fn.peekImageShape>[1] = {}): Promise<number[]> {
  const define = pipelineDef({ batchSize: 1, numThreads: 1 }, () =>
    fn.peekImageShape(fn.externalSource({ source: () => [file] }), options),
  )
  await using pipe = define()
  const [shape] = await pipe.run()
  return Array.from(shape!.at(0).dataSync(), Number)
}

describe('peekImageShape of AVIF and HEIF', () => {
  test.each([
    ['rgb.avif', [37, 51, 3]],
    ['orientation_3.avif', [37, 51, 3]],
    ['orientation_6.avif', [51, 37, 3]],
    ['alpha.avif', [37, 51, 4]],
    ['grey.avif', [37, 51, 1]],
    ['rgb10.avif', [37, 51, 3]],
    ['hevc.heic', [37, 51, 3]],
  ])('gives the shape of %s', async (file, shape) => {
    expect(await peek(bundled(file), { imageType: 'any' })).toEqual(shape)
  })
  test('rotation is left out with adjustOrientation: false', async () => {
    expect(await peek(bundled('orientation_6.avif'), { adjustOrientation: false })).toEqual([37, 51, 3])
  })
})

describe('files that are refused', () => {
  test('HEVC names the codec, the library that lacks it, and a way out', async () => {
    await expect(decode(bundled('hevc.heic'))).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(/libvips [\d.]+ can decode but received HEIF with the codec 'hvc1'/),
      hint: expect.stringContaining('AVIF or JPEG'),
    })
  })
  test('each of many images that fail at the same moment has its own reason', async () => {
    const hevc = bundled('hevc.heic')
    const cut = bundled('rgb.avif').slice(0, 400)
    const files = Array.from({ length: 64 }, (_, i) => (i % 2 ? cut : hevc))
    const define = pipelineDef({ batchSize: files.length, numThreads: 4, onError: 'placeholder' }, () =>
      fn.decoders.image(fn.externalSource({ source: [files] })),
    )
    await decode(bundled('rgb.avif'))
    await using pipe = define()
    await pipe.run()
    const bad = pipe.statistics().badSamples
    expect(bad.length).toBe(files.length)
    for (const { index, reason } of bad) {
      if (files[index] === hevc) expect(reason).toContain("codec 'hvc1'")
      else expect(reason).toContain('refuses')
    }
  })
  test.each([20, 200, 400])('an AVIF file is refused that is cut after %i bytes', async (size) => {
    await expect(decode(bundled('rgb.avif').slice(0, size))).rejects.toMatchObject({ code: 'BAD_SAMPLE' })
  })
})
