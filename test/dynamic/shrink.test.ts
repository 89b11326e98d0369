// shrink: 'fast' in imperative mode: every resize takes its images as small as it needs them, and everything else sees whole
// ones, whatever is called besides and whatever runs when. Bytes are those of a pipeline.
// @module-tag shared
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { fn, pipelineDef } from '../../src/index.js'

const folder = new URL('../../data/photos/animals/', import.meta.url)
const photos = readdirSync(folder)
  .sort()
  .map((name) => new Uint8Array(readFileSync(new URL(name, folder))))

type Bytes = string[]
const hex = (pixels: ArrayLike<number>) => Buffer.from(Uint8Array.from(pixels)).toString('base64')

/** The pipeline's bytes for the resize of images that are decoded with or without the option. */
async function pipeline(shrink: 'fast' | 'off', side = 40): Promise<Bytes> {
  const define = pipelineDef({ batchSize: photos.length, numThreads: 2 }, () => {
    const image = fn.decoders.image(fn.externalSource({ source: () => photos }), { shrink })
    return [fn.resize(image, { size: [side, side] })]
  })
  await using pipe = define()
  const [images] = await pipe.run()
  return Array.from(images!, (image) => hex(image.dataSync() as unknown as Uint8Array))
}

const files = () => nd.batch(photos)
const small = (images: nd.Batch, side = 40) => nd.resize(images, { size: [side, side] })
const bytes = async (batch: nd.Batch): Promise<Bytes> => {
  return Promise.all(batch.tensors.map(async (tensor) => hex((await tensor.data()) as unknown as Uint8Array)))
}

const [fast, whole] = await Promise.all([pipeline('fast'), pipeline('off')])

describe("a resize of images with shrink: 'fast'", () => {
  it('differs from that of whole images', () => expect(fast).not.toEqual(whole))

  it.each(['eager', 'deferred', 'syncCpu', 'syncFull'] as const)('gives the pipeline bytes in mode %s', (mode) =>
    nd.withEvalMode(mode, async () => {
      expect(await bytes(small(nd.decoders.image(files(), { shrink: 'fast' })))).toEqual(fast)
    }),
  )

  it('does so when the images are read before and after it, and they are whole', async () => {
    const image = nd.decoders.image(files(), { shrink: 'fast' })
    const expected = await bytes(nd.decoders.image(files()))
    expect(await bytes(image)).toEqual(expected)
    expect(await bytes(small(image))).toEqual(fast)
    expect(await bytes(image)).toEqual(expected)
  })

  it('does so beside other calls, which see whole images', async () => {
    const image = nd.decoders.image(files(), { shrink: 'fast' })
    const first = small(image)
    const flipped = nd.flip(image)
    const second = small(image)
    expect(await bytes(flipped)).toEqual(await bytes(nd.flip(nd.decoders.image(files()))))
    expect(await bytes(second)).toEqual(fast)
    expect(await bytes(first)).toEqual(fast)
  })

  it('does so when the caller is busy meanwhile, and the queue begins by itself', async () => {
    const image = nd.decoders.image(files(), { shrink: 'fast' })
    const spin = () => {
      for (const end = process.cpuUsage().user + 60_000; process.cpuUsage().user < end; );
    }
    spin()
    const resized = small(image)
    spin()
    const again = nd.flip(resized)
    expect(await bytes(resized)).toEqual(fast)
    await bytes(again)
  })

  it('does so in every one of more calls than a program has room for', async () => {
    const images = Array.from({ length: 21 }, () => nd.decoders.image(files(), { shrink: 'fast' }))
    const resized = images.map((image) => small(image))
    for (const batch of resized) expect(await bytes(batch)).toEqual(fast)
  })

  it.each(['eager', 'deferred', 'syncCpu', 'syncFull'] as const)('does so beside other resizes in mode %s', (mode) =>
    nd.withEvalMode(mode, async () => {
      // Sizes at which the photos are decoded whole, to a half, a quarter and an eighth, some of them equal.
      const sides = [40, 20, 300, 41, 130, 20, 70, 39]
      const image = nd.decoders.image(files(), { shrink: 'fast' })
      const resized = sides.map((side) => small(image, side))
      for (const [i, side] of sides.entries())
        expect(await bytes(resized[i]!), `${side}`).toEqual(await pipeline('fast', side))
    }),
  )

  it('does so after other calls have read them, and where its own images were dropped', async () => {
    const image = nd.decoders.image(files(), { shrink: 'fast' })
    await bytes(nd.flip(image))
    small(image, 20).dispose()
    const resized = small(image)
    image.dispose()
    expect(await bytes(resized)).toEqual(fast)
  })

  it('does so for single tensors; bytes in the memory of the user are decoded whole', async () => {
    const pixels = (image: nd.Tensor) => hex(nd.resize(image, { size: [40, 40] }).toTypedArray() as Uint8Array)
    expect(pixels(nd.decoders.image(nd.tensor(photos[0]!), { shrink: 'fast' }))).toEqual(fast[0])
    expect(pixels(nd.decoders.image(photos[0]!, { shrink: 'fast' }))).toEqual(whole[0])
  })

  it('fails as without the option', async () => {
    const cut = nd.batch([photos[0]!.subarray(0, 5000)])
    const failure = (shrink: 'fast' | 'off') =>
      small(nd.decoders.image(cut, { shrink }))
        .data()
        .then(
          () => 'none',
          (e) => `${e.code} ${e.op} ${e.detail}`,
        )
    expect(await failure('fast')).toBe(await failure('off'))
    expect(await failure('fast')).toContain('BAD_SAMPLE decoders.image')
  })
})

it('a captured loop gives the bytes of the plain one', async () => {
  const reader = () => nd.readers.file({ fileRoot: fileURLToPath(folder), files: readdirSync(folder).sort() })
  const step = (jpegs: nd.Batch, rng: nd.random.RNG, shrink: 'fast' | 'off' = 'fast') =>
    small(nd.decoders.imageRandomCrop(jpegs, { shrink, randomArea: [0.6, 1], rng }), 30)
  const plain: Bytes[] = []
  const [again, first] = [new nd.random.RNG(4), new nd.random.RNG(4)]
  const read = reader()
  for (let epoch = 0; epoch < 3; epoch++)
    for await (const [jpegs] of read.nextEpoch({ batchSize: 2 })) plain.push(await bytes(step(jpegs!, first)))
  const loop = nd.capture(([jpegs]) => step(jpegs!, again), { readers: reader(), batchSize: 2 })
  const captured: Bytes[] = []
  for (let epoch = 0; epoch < 3; epoch++) for await (const images of loop) captured.push(await bytes(images))
  expect(loop.explain().filter((call) => !call.captured)).toEqual([])
  await loop.close()
  expect(captured).toEqual(plain)
  const unlike: Bytes[] = []
  const rng = new nd.random.RNG(4)
  for await (const [jpegs] of reader().nextEpoch({ batchSize: 2 })) unlike.push(await bytes(step(jpegs!, rng, 'off')))
  expect(unlike[0]).not.toEqual(plain[0])
})

it('a captured multi-crop gives the bytes of the plain one', async () => {
  const reader = () => nd.readers.file({ fileRoot: fileURLToPath(folder), files: readdirSync(folder).sort() })
  const step = (jpegs: nd.Batch, rng: nd.random.RNG) => {
    const image = nd.decoders.image(jpegs, { shrink: 'fast' })
    const crop = (size: number, randomArea: [number, number]) => nd.randomResizedCrop(image, { size, randomArea, rng })
    return [...[0, 1].map(() => crop(60, [0.4, 1])), ...[2, 3, 4, 5, 6, 7].map(() => crop(24, [0.05, 0.4]))]
  }
  const all = async (crops: readonly nd.Batch[]) => (await Promise.all(crops.map(bytes))).flat()
  const plain: Bytes[] = []
  const [again, first] = [new nd.random.RNG(4), new nd.random.RNG(4)]
  const read = reader()
  for (let epoch = 0; epoch < 3; epoch++)
    for await (const [jpegs] of read.nextEpoch({ batchSize: 2 })) plain.push(await all(step(jpegs!, first)))
  const loop = nd.capture(([jpegs]) => step(jpegs!, again), { readers: reader(), batchSize: 2 })
  const captured: Bytes[] = []
  for (let epoch = 0; epoch < 3; epoch++) for await (const crops of loop) captured.push(await all(crops))
  expect(loop.explain().filter((call) => !call.captured)).toEqual([])
  await loop.close()
  expect(captured).toEqual(plain)
})
