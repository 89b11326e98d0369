// encoders.image: JPEG files against those of Pillow (see test/golden/make_encoders_image.py), to the byte; PNG and
// WebP by what decoders.image reads; what is refused.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'

goldenTest('encoders_image')

type Args = Parameters<typeof fn.encoders.image>[1]
type Pixels = Uint8Array | Uint16Array

const picture = (shape: number[], deep = false) => {
  const volume = shape.reduce((a, b) => a * b)
  const at = (i: number) => (i * 31 + ((i >> 4) * i) / 3) % (deep ? 65536 : 256)
  const data = deep
    ? Uint16Array.from({ length: volume }, (_, i) => at(i))
    : Uint8Array.from({ length: volume }, (_, i) => at(i))
  return { data, shape, ...(shape.length === 3 && { layout: 'HWC' }) }
}

/** Encodes images and decodes the files. */
async function roundTrip(images: unknown[], args: Args, decode: Parameters<typeof fn.decoders.image>[1] = {}) {
  const define = pipelineDef({ batchSize: images.length, numThreads: 2, prefetchQueueDepth: 1 }, () => {
    const files = fn.encoders.image(fn.externalSource({ source: () => images as never }), args)
    return [files, fn.decoders.image(files, { outputType: 'any', ...decode })]
  })
  await using pipe = define()
  const [files, decoded] = await pipe.run()
  return images.map((_, i) => ({
    file: files!.at(i).copy().dataSync() as Uint8Array,
    shape: decoded!.at(i).shape,
    pixels: decoded!.at(i).copy().dataSync() as Pixels,
  }))
}

const shapes = [
  [1, 1],
  [5, 9],
  [1, 7, 1],
  [13, 1, 2],
  [33, 17, 3],
  [8, 8, 4],
]

test.each<[string, Args, boolean, string]>([
  ['PNG', { format: 'png' }, false, '\x89PNG'],
  ['PNG that is not compressed', { format: 'png', compression: 0 }, false, '\x89PNG'],
  ['PNG of 16 bits', { format: 'png' }, true, '\x89PNG'],
  ['WebP without loss', { format: 'webp', lossless: true }, false, 'RIFF'],
])('%s keeps all pixels, of 1 to 4 channels', async (_, args, deep, signature) => {
  // WebP has no grey: it stores it as colours.
  const webp = args?.format === 'webp'
  const all = webp ? shapes.filter((shape) => shape.length === 3 && shape[2]! > 2) : shapes
  const images = all.map((shape) => picture(shape, deep))
  const made = await roundTrip(images, args, deep ? { dtype: 'uint16' } : {})
  made.forEach(({ file, shape, pixels }, i) => {
    expect(Buffer.from(file.subarray(0, 4)).toString('latin1')).toBe(signature)
    const { data, shape: given } = images[i]!
    expect(shape).toEqual(given.length === 2 ? [...given, 1] : given)
    expect([...pixels]).toEqual([...data])
  })
})

test('a grey image becomes a WebP file of equal colours', async () => {
  const grey = picture([6, 5, 1])
  const [made] = await roundTrip([grey], { format: 'webp', lossless: true })
  expect(made!.shape).toEqual([6, 5, 3])
  expect([...made!.pixels]).toEqual([...grey.data].flatMap((v) => [v, v, v]))
})

test('a lower quality gives a smaller file, per sample, of JPEG and WebP', async () => {
  for (const format of ['jpeg', 'webp'] as const) {
    const image = picture([40, 40, 3])
    const define = pipelineDef({ batchSize: 12, numThreads: 3 }, () => {
      const quality = fn.externalSource({
        source: () => Array.from({ length: 12 }, (_, i) => Int32Array.of(5 + 8 * i)),
      })
      const images = fn.externalSource({ source: () => Array.from({ length: 12 }, () => image) })
      return fn.encoders.image(images, { format, quality: fn.reshape(quality, { shape: [] }) })
    })
    await using pipe = define()
    const [files] = await pipe.run()
    const sizes = Array.from({ length: 12 }, (_, i) => files!.shape[i]![0]!)
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
    expect(sizes.at(-1)).toBeGreaterThan(2 * sizes[0]!)
  }
})

test('effort and compression change files, and pixels of PNG do not depend on them', async () => {
  const image = picture([64, 64, 3])
  const sizes = async (...all: Args[]) =>
    Promise.all(all.map(async (args) => (await roundTrip([image], args))[0]!.file.length))
  const [none, most] = await sizes({ format: 'png', compression: 0 }, { format: 'png', compression: 9 })
  expect(most).toBeLessThan(none!)
  const [fast, slow] = await sizes({ format: 'webp', effort: 0 }, { format: 'webp', effort: 6 })
  expect(slow).not.toBe(fast)
})

test('photos are decoded, resized and written in one pipeline, and bad files are left out', async () => {
  const define = pipelineDef({ batchSize: 4, numThreads: 2, onError: 'skip' }, () => {
    const [file] = fn.readers.file({ fileRoot: 'data/photos' })
    return fn.encoders.image(fn.resize(fn.decoders.image(file), { size: [32, 32] }), { quality: 90 })
  })
  await using pipe = define()
  const [files] = await pipe.run()
  for (let i = 0; i < files!.length; i++) {
    const bytes = files!.at(i).dataSync() as Uint8Array
    expect([...bytes.slice(0, 2), ...bytes.slice(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9])
  }
})

test.each<[string, unknown, Args, string, RegExp]>([
  ['alpha for JPEG', picture([4, 4, 4]), {}, 'INVALID_INPUT', /1 or 3 channels for JPEG but received shape .*4/],
  ['grey and alpha for JPEG', picture([4, 4, 2]), {}, 'INVALID_INPUT', /1 or 3 channels/],
  ['five channels', picture([4, 4, 5]), { format: 'png' }, 'INVALID_INPUT', /1 to 4 channels for PNG/],
  ['uint16 for JPEG', picture([4, 4, 3], true), {}, 'INVALID_INPUT', /uint8 for JPEG but received uint16/],
  [
    'uint16 for WebP',
    picture([4, 4, 3], true),
    { format: 'webp' },
    'INVALID_INPUT',
    /uint8 for WebP but received uint16/,
  ],
  ['one dimension', picture([4]), {}, 'INVALID_INPUT', /image of \[height, width\]/],
  ['an empty image', { data: new Uint8Array(0), shape: [0, 4, 3] }, {}, 'INVALID_INPUT', /1 to 65500 pixels/],
  [
    'a WebP that is too wide',
    { data: new Uint8Array(16384), shape: [1, 16384] },
    { format: 'webp' },
    'INVALID_INPUT',
    /1 to 16383/,
  ],
  ['no quality', picture([4, 4, 3]), { quality: 0 }, 'INVALID_ARGUMENT', /quality/],
  ['an unknown format', picture([4, 4, 3]), { format: 'gif' as never }, 'INVALID_ARGUMENT', /jpeg.*png.*webp/],
])('%s is refused', async (_, image, args, code, message) => {
  await expect(roundTrip([image], args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
