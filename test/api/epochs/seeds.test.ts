// A seed given to an operator is the key of its draws, as in DALI: operators of equal seeds draw the same numbers for a
// sample, wherever they stand, so that an image and its mask are cut alike.
// @module-tag shared
import { fileURLToPath } from 'node:url'
import { type DataNode, fn, math, pipelineDef, type TensorList, types } from 'penstock-data'
import { describe, expect, test } from 'vitest'

const photos = fileURLToPath(new URL('../../../data/photos/', import.meta.url))
const module = fileURLToPath(new URL('../../util/functions/samples.mjs', import.meta.url))
const batchSize = 12

/** What each output is in the first two batches: an array of numbers per sample. */
async function outputs(define: () => DataNode[], options: object = {}): Promise<number[][][]> {
  await using pipe = pipelineDef({ batchSize, seed: 5, deviceId: null, ...options }, define)()
  const batches: TensorList[][] = []
  for (let i = 0; i < 2; i++) batches.push(await pipe.run())
  const values = (list: TensorList) =>
    Array.from({ length: list.length }, (_, i) => Array.from(list.at(i).dataSync() as Float32Array))
  return batches[0]!.map((_, i) => batches.flatMap((batch) => values(batch[i]!)))
}

const image = (seed: number) => {
  const [files] = fn.readers.file({ fileRoot: photos, name: `files${seed}` })
  return fn.decoders.image(files)
}

const same: Record<string, (seed: number) => DataNode[]> = {
  coinFlip: (seed) => [fn.random.coinFlip({ seed }), fn.random.coinFlip({ seed })],
  uniform: (seed) => [fn.random.uniform({ seed, shape: [3] }), fn.random.uniform({ seed, shape: [3] })],
  normal: (seed) => [fn.random.normal({ seed }), fn.random.normal({ seed })],
  choice: (seed) => [fn.random.choice(100, { seed }), fn.random.choice(100, { seed })],
  randomResizedCrop: (seed) => {
    const pixels = image(0)
    const crop = { size: [8, 8], interpType: types.INTERP_NN, seed } as const
    return [fn.randomResizedCrop(pixels, crop), fn.randomResizedCrop(pixels, crop)]
  },
  'decoders.imageRandomCrop': (seed) => {
    const [files] = fn.readers.file({ fileRoot: photos, name: 'files' })
    const decode = () => fn.resize(fn.decoders.imageRandomCrop(files, { seed }), { size: [8, 8] })
    return [decode(), decode()]
  },
  'randomResizedCrop after a decoder, and a decoder that crops': (seed) => {
    const [files] = fn.readers.file({ fileRoot: photos, name: 'files' })
    const decoded = fn.resize(fn.decoders.imageRandomCrop(files, { seed }), {
      size: [8, 8],
      interpType: types.INTERP_NN,
    })
    return [
      decoded,
      fn.randomResizedCrop(fn.decoders.image(files), { seed, size: [8, 8], interpType: types.INTERP_NN }),
    ]
  },
  jsFunction: (seed) => {
    const x = fn.random.uniform()
    const draw = () => fn.jsFunction(x, { module, export: 'draws', seed })
    return [draw(), draw()].flat()
  },
}

describe('two operators', () => {
  test.each(Object.entries(same))('%s: of one seed draw the same; of none, or of two, not', async (_, define) => {
    const [[a, b], [c, d], [e]] = await Promise.all([
      outputs(() => define(77)),
      outputs(() => define(-1)),
      outputs(() => define(78)),
    ])
    expect(b).toEqual(a)
    expect(d).not.toEqual(c)
    expect(e).not.toEqual(a)
    // Samples, and batches, still differ.
    expect(new Set(a!.map(String)).size).toBeGreaterThan(1)
    expect(a!.slice(0, batchSize)).not.toEqual(a!.slice(batchSize))
  })
})

test('neither what else is in the graph nor the seed of the pipeline counts', async () => {
  const flip = () => fn.random.coinFlip({ seed: 77, shape: [4] })
  const [[alone], [, beside], [other]] = await Promise.all([
    outputs(() => [flip()]),
    outputs(() => [fn.random.coinFlip(), flip()]),
    outputs(() => [flip()], { seed: 6, numThreads: 3 }),
  ])
  expect(beside).toEqual(alone)
  expect(other).toEqual(alone)
  // -1 is no seed of its own.
  const [[a, b]] = [await outputs(() => [fn.random.uniform({ seed: -1 }), fn.random.uniform({ seed: -1 })])]
  expect(a).not.toEqual(b)
})

test('a mask is cut and mirrored as its image is', async () => {
  const define = () => {
    const pixels = image(0)
    const gray = fn.colorSpaceConversion(pixels, { imageType: 'rgb', outputType: 'gray' })
    const mask = fn.cast(math.gt(gray, 128), { dtype: 'uint8' })
    return [gray, mask].map((x) => {
      const cropped = fn.randomResizedCrop(x, { size: [24, 32], interpType: types.INTERP_NN, seed: 77 })
      return fn.flip(cropped, { horizontal: fn.random.coinFlip({ seed: 78 }) })
    })
  }
  const [images, masks] = await outputs(define)
  for (const [i, pixels] of images!.entries()) expect(masks![i]).toEqual(pixels.map((x) => Number(x > 128)))
})
