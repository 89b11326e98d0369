// The cache of decoded images (cacheSize of decoders.image): every epoch has the bytes of a pipeline without it, images come from
// it, and its memory counts to the budget from the start.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, type TensorList } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import '../util/gpu.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const photos = readdirSync(join(root, 'data/photos'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.jpe?g$/.test(name))
  .sort()
  .slice(0, 6)
  .map((name) => new Uint8Array(readFileSync(join(root, 'data/photos', name))))
const damaged = photos[0]!.slice(0, 300)
const epochs = 4

type Options = NonNullable<Parameters<typeof fn.decoders.image>[1]>

/** The bytes of `epochs` batches, which have the same files. A damaged one is skipped. */
async function decoded(options: Options, resize?: Parameters<typeof fn.resize>[1]): Promise<string[][]> {
  const files = [...photos, damaged]
  const pipe = pipelineDef({ batchSize: files.length, numThreads: 2, deviceId: 0, seed: 1 }, () => {
    const source = fn.externalSource({ source: Array.from({ length: epochs }, () => files) })
    const images = fn.decoders.image(source, { onError: 'skip', ...options })
    return resize ? fn.resize(images, resize) : images
  })()
  try {
    const all: string[][] = []
    for (let epoch = 0; epoch < epochs; ++epoch) {
      const [images] = (await pipe.run()) as unknown as [TensorList]
      const batch: string[] = []
      for (let i = 0; i < images.length; ++i) {
        const pixels = await images.at(i).data()
        batch.push(
          `${images.shape(i)} ${createHash('sha256').update(new Uint8Array(pixels.slice().buffer)).digest('hex')}`,
        )
      }
      all.push(batch)
    }
    return all
  } finally {
    await pipe.close()
  }
}

const kinds: [string, Options, Options?][] = [
  ['all images', { cacheSize: 64 }],
  ['those that there is room for', { cacheSize: 1 }],
  ['images above a threshold', { cacheSize: 64, cacheThreshold: 500_000 }],
  ['the largest', { cacheSize: 2, cacheType: 'largest' }],
  ['float images', { cacheSize: 64 }, { dtype: 'float32', outputType: 'gray' }],
]

describe.each(['cpu', 'mixed'] as const)('on %s every epoch has the same bytes with a cache of', (device) => {
  // The emulated GPU is slow, and what is kept does not depend on the device.
  test.each(device === 'cpu' ? kinds : [kinds[0]!, kinds[3]!])('%s', async (_, cache, other = {}) => {
    const plain = await decoded({ device, ...other })
    expect(plain[0]).toHaveLength(photos.length + 1)
    expect(await decoded({ device, ...other, ...cache })).toEqual(plain)
  })

  test('images that were decoded smaller for a resize', async () => {
    const resize = { size: [40, 40] as [number, number] }
    const plain = await decoded({ device, shrink: 'fast' }, resize)
    expect(await decoded({ device, shrink: 'fast', cacheSize: 64 }, resize)).toEqual(plain)
  })
})

test('one image in two calls with other options is kept twice', async () => {
  const files = photos.slice(0, 2)
  const pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () => {
    const source = fn.externalSource({ source: [files, files] })
    return [
      fn.decoders.image(source, { outputType: 'rgb', cacheSize: 8 }),
      fn.decoders.image(source, { outputType: 'bgr', cacheSize: 8 }),
    ] as const
  })()
  try {
    for (let epoch = 0; epoch < 2; ++epoch) {
      const [rgb, bgr] = await pipe.run()
      const [r, g, b] = await rgb.at(0).data()
      expect([...(await bgr.at(0).data()).slice(0, 3)]).toEqual([b, g, r])
    }
  } finally {
    await pipe.close()
  }
})

test('a cache larger than the budget is refused when the pipeline is built', async () => {
  const build = async () => {
    const pipe = pipelineDef({ batchSize: 1, numThreads: 1, memoryBudget: { host: 32 * 2 ** 20 } }, () =>
      fn.decoders.image(fn.externalSource({ source: [[photos[0]!]] }), { cacheSize: 64 }),
    )()
    try {
      await pipe.run()
    } finally {
      await pipe.close()
    }
  }
  await expect(build()).rejects.toThrow(/67108864 bytes more within memoryBudget\.host of 33554432/)
})

/** What cacheDebug writes for three epochs over the first files. */
function report(options: string): string {
  const program = `
    import { readdirSync, readFileSync } from 'node:fs'
    import { fn, pipelineDef } from 'penstock-data'
    const folder = 'data/photos'
    const names = readdirSync(folder, { recursive: true }).filter((name) => /\\.jpe?g$/.test(name)).sort().slice(0, 4)
    const files = names.map((name) => new Uint8Array(readFileSync(folder + '/' + name)))
    const pipe = pipelineDef({ batchSize: 4, numThreads: 1 }, () =>
      fn.decoders.image(fn.externalSource({ source: [files, files, files] }), { cacheDebug: true, ${options} }))()
    for (let i = 0; i < 3; ++i) await pipe.run()
    await pipe.close()`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
  })
  return stderr
}

test('cacheDebug says what came from the cache', () => {
  expect(report('cacheSize: 64')).toMatch(/4 images in \d+\.\d of 64\.0 MiB; 8 images came from it, and 4 were decoded/)
  expect(report("cacheSize: 64, cacheType: 'largest'")).toMatch(/4 images came from it, and 8 were decoded/)
  expect(report('cacheSize: 64, cacheThreshold: 1000000000')).toMatch(/0 images in 0\.0 of/)
})
