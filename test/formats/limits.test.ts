// maxPixels and maxDecodeSeconds: what is beyond them is a bad sample, in every decoder and in both ways to call them.
import { deflateSync } from 'node:zlib'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { bundled, bytes } from './decode.js'

const small = bundled('p5.pgm') // 61 x 47
const large = bytes('P5 100 60 255\n', new Uint8Array(6000).fill(9))
const limits = { maxPixels: 5000 }

const decoders: Record<string, (f: DataNode, args: { maxPixels?: number; maxDecodeSeconds?: number }) => DataNode> = {
  image: (f, args) => fn.decoders.image(f, args),
  imageCrop: (f, args) => fn.decoders.imageCrop(f, { crop: [5, 5], ...args }),
  imageSlice: (f, args) => fn.decoders.imageSlice(f, { start: [1, 1], shape: [5, 5], axes: [0, 1], ...args }),
  imageRandomCrop: (f, args) => fn.decoders.imageRandomCrop(f, { seed: 1, ...args }),
}

type Policy = 'throw' | 'skip' | 'placeholder'

/** Decodes one batch; gives each image's shape, and what was reported. */
async function decodeAll(decoder: string, files: Uint8Array[], args: object, onError: Policy) {
  const define = pipelineDef({ batchSize: files.length, numThreads: 2, onError }, () =>
    decoders[decoder]!(fn.externalSource({ source: [files] }), args),
  )
  await using pipe = define()
  const [images] = await pipe.run()
  const shapes = Array.from({ length: images!.length }, (_, i) => images!.shape(i))
  return { shapes, bad: pipe.statistics().badSamples.map((b) => b.reason) }
}

describe.each(Object.keys(decoders))('maxPixels of decoders.%s', (decoder) => {
  test('a larger image is a bad sample, told by its header', async () => {
    await expect(decodeAll(decoder, [small, large], limits, 'throw')).rejects.toMatchObject({
      code: 'BAD_SAMPLE',
      message: expect.stringContaining(
        'Expected an image of at most 5000 pixels (maxPixels) but received a PNM of 100x60 (6000 pixels)',
      ),
      hint: expect.stringContaining('raise maxPixels'),
    })
  })
  test('onError is obeyed', async () => {
    const { shapes, bad } = await decodeAll(decoder, [small, large, small], limits, 'placeholder')
    expect(shapes.length).toBe(3)
    expect(bad).toEqual([expect.stringContaining('100x60')])
  })
  test('0 is no limit, and the limit itself is within it', async () => {
    expect((await decodeAll(decoder, [large], { maxPixels: 0 }, 'throw')).bad).toEqual([])
    expect((await decodeAll(decoder, [large], { maxPixels: 6000 }, 'throw')).bad).toEqual([])
  })
})

test("the default is sharp's: a PNG of 20000x20000 is a bad sample", async () => {
  const be32 = (v: number) => [v >>> 24, (v >> 16) & 255, (v >> 8) & 255, v & 255]
  const png = bytes(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    [...be32(13), ...Buffer.from('IHDR'), ...be32(20000), ...be32(20000), 8, 0, 0, 0, 0, ...be32(0)],
    deflateSync(new Uint8Array(9)),
    // As many bytes as pixels of this number take at least.
    new Uint8Array(400_000),
  )
  await expect(decodeAll('image', [png], {}, 'throw')).rejects.toMatchObject({
    code: 'BAD_SAMPLE',
    message: expect.stringMatching(/at most 268402689 pixels .* PNG of 20000x20000 \(400000000 pixels\)/),
  })
})

test('imperative mode has the same limits', async () => {
  const file = nd.asTensor(large)
  const decoded = async (args: typeof limits) => (await nd.decoders.image(file, args).data()).length
  await expect(decoded(limits)).rejects.toMatchObject({ code: 'BAD_SAMPLE' })
  expect(await decoded({ maxPixels: 6000 })).toBe(18000)
  expect(Array.from(await nd.peekImageShape(file).data(), Number)).toEqual([60, 100, 3])
})

describe('maxDecodeSeconds', () => {
  // Any file takes longer than a nanosecond; none here takes a thousand seconds.
  test.each(['s420.jpg', 'progressive.jpg', 'rgb8.png', 'lossy.webp'])('bounds the time of %s', async (name) => {
    const file = bundled(name)
    await expect(decodeAll('image', [file], { maxDecodeSeconds: 1e-9 }, 'throw')).rejects.toMatchObject({
      code: 'BAD_SAMPLE',
      message: expect.stringContaining('Expected to decode an image within 1e-09 s (maxDecodeSeconds)'),
      hint: expect.stringContaining('raise maxDecodeSeconds'),
    })
    expect((await decodeAll('image', [file], { maxDecodeSeconds: 1000 }, 'throw')).bad).toEqual([])
  })
  test('onError is obeyed', async () => {
    const { shapes } = await decodeAll('image', [small, bundled('s420.jpg')], { maxDecodeSeconds: 1e-9 }, 'placeholder')
    expect(shapes.length).toBe(2)
  })
})
