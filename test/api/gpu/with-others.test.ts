// GPU stages together with everything else: fed data, user functions, iterate(), checkpoints, replay().
import '../../util/gpu.js'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataNode, fn, iterate, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { executorNames, executors, handles } from '../../util/resources.js'
import { portion } from '../../util/soak.js'

const photos = 'data/photos'
const base: PipelineOptions = { batchSize: 4, seed: 9, numThreads: 2, deviceId: 0 }
const normalise = (images: DataNode) =>
  fn.cropMirrorNormalize(images, { crop: [24, 32], mirror: fn.random.coinFlip(), mean: [100], std: [50] })
type Pair = [TensorList, TensorList]

const job = pipelineDef(base, () => {
  const [jpegs, labels] = fn.readers.file({ fileRoot: photos, randomShuffle: true, name: 'r' })
  return [normalise(fn.decoders.image(jpegs, { device: 'mixed', jpegFancyUpsampling: true })), labels]
})
const indices = (list: TensorList) => Array.from({ length: list.length }, (_, i) => list.sourceInfo(i).index)
const worst = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((m, v, k) => Math.max(m, Math.abs(v - b[k]!)), 0)
/** Two steps of 8 bits. */
const near = 2.1 / 50

describe('checkpoints', () => {
  test.each(portion(executorNames, 3, 2))(
    'may be taken on the GPU and continued on the CPU, and the other way round: %s',
    { tags: 'property' },
    async (name) => {
      for (const [from, to] of [
        [0, null],
        [null, 1],
      ] as const) {
        await using first = job({ ...executors[name], deviceId: from })
        for (let i = 0; i < 3; i++) (await first.run())[0]!.release()
        const checkpoint = await first.checkpoint()
        await using second = job({ ...executors[name], deviceId: to, checkpoint })
        for (let i = 0; i < 3; i++) {
          const [a, b] = [(await first.run()) as unknown as Pair, (await second.run()) as unknown as Pair]
          expect(indices(b[1])).toEqual(indices(a[1]))
          expect(worst((await a[0].data()) as Float32Array, (await b[0].data()) as Float32Array)).toBeLessThanOrEqual(
            near,
          )
          a[0].release()
          b[0].release()
        }
      }
    },
  )
})

test('replay() gives a sample of the GPU, which outlives its run', async () => {
  const pipe = job()
  const [images, labels] = (await pipe.run()) as unknown as Pair
  const [index] = indices(labels)
  const want = (await images.at(0).data()) as Float32Array
  images.release()
  const [again] = (await pipe.replay(index!)) as unknown as Pair
  await pipe.close()
  expect([again.device, again.length, again.sourceInfo(0).index]).toEqual(['gpu', 1, index])
  expect(worst((await again.at(0).data()) as Float32Array, want)).toBeLessThanOrEqual(near)
  again.release()
  expect(handles()).toBe(0)
})

test('iterate() drives pipelines on two GPUs', async () => {
  const rank = pipelineDef({ ...base, batchSize: 5 }, (shardId: number) => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: photos, name: 'r', shardId, numShards: 2 })
    return [normalise(fn.decoders.image(jpegs, { device: 'mixed' })), labels]
  })
  const pipes = [0, 1].map((shardId) => rank({ deviceId: shardId }, shardId))
  const epochs = iterate(pipes, { outputMap: ['images', 'labels'], readerName: 'r', lastBatchPolicy: 'partial' })
  const seen = new Set<string>()
  for await (const ranks of epochs) {
    for (const [deviceId, { images, labels }] of (ranks as unknown as Record<string, TensorList>[]).entries()) {
      expect(images!.deviceId).toBe(deviceId)
      expect(((await images!.data()) as Float32Array).length).toBe(images!.length * 3 * 24 * 32)
      for (let i = 0; i < labels!.length; i++) seen.add(images!.sourceInfo(i).source)
    }
  }
  expect(seen.size).toBe(pipes[0]!.epochSize('r'))
  await Promise.all(pipes.map((pipe) => pipe.close()))
})

test.each(portion(executorNames, 3, 3))(
  'files that are fed one at a time are decoded on the GPU: %s',
  { tags: 'property' },
  async (name) => {
    const folder = join(photos, 'animals')
    const files = readdirSync(folder).map((file) => new Uint8Array(readFileSync(join(folder, file))))
    const define = pipelineDef({ ...base, batchSize: 1 }, () => {
      const jpegs = fn.externalSource({ name: 'jpegs', dtype: 'uint8' })
      return fn.decoders.image(jpegs as DataNode, { device: 'mixed', jpegFancyUpsampling: true })
    })
    await using there = define(executors[name])
    await using here = define({ ...executors[name], deviceId: null })
    for (let i = 0; i < 6; i++) {
      const feed = { jpegs: [files[i % files.length]!] }
      const [a] = (await there.run(feed)) as unknown as [TensorList]
      const [b] = (await here.run(feed)) as unknown as [TensorList]
      expect([a!.device, a!.shape(0)]).toEqual(['gpu', b!.shape(0)])
      expect(worst((await a!.data()) as Uint8Array, b!.dataSync() as Uint8Array)).toBeLessThanOrEqual(2)
      a!.release()
      b!.release()
    }
  },
)

test.each(portion(executorNames, 3, 4))(
  'a user function runs between two stages on the GPU: %s',
  { tags: 'property' },
  async (name) => {
    const module = new URL('../../util/functions/negate.mjs', import.meta.url)
    const define = pipelineDef({ ...base, batchSize: 6 }, () => {
      const [jpegs, labels] = fn.readers.file({ fileRoot: photos })
      const images = normalise(fn.decoders.image(jpegs).gpu())
      const negated = fn.jsFunction(images.cpu(), { module, workers: 2 }) as DataNode
      return [fn.cropMirrorNormalize(negated.gpu(), { crop: [8, 8], outputLayout: 'CHW' }), labels]
    })
    await using there = define(executors[name])
    await using here = define({ ...executors[name], deviceId: null })
    for (let i = 0; i < 5; i++) {
      const [a, b] = [(await there.run()) as unknown as Pair, (await here.run()) as unknown as Pair]
      expect(a[0].device).toBe('gpu')
      expect(indices(a[1])).toEqual(indices(b[1]))
      expect(worst((await a[0].data()) as Float32Array, b[0].dataSync() as Float32Array)).toBeLessThanOrEqual(1e-5)
      a[0].release()
      b[0].release()
    }
  },
)
