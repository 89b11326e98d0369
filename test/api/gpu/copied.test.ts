// Operators that DALI has on a GPU, and whose work the CPU does here: on 'gpu' and 'mixed' they give the CPU's bytes in GPU memory.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cond, type DataNode, fn, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { npy } from '../../readers/npy.js'
import { tempFolder } from '../../util/files.js'
import '../../util/gpu.js'
import { executorNames, executors, expectReturned, type Resources, resources } from '../../util/resources.js'
import { hasVideo, videoBytes } from '../../util/video.js'

process.env.PENSTOCK_NVCUVID = '/there/is/none.so'
const batchSize = 2
const arrays = join(tempFolder(), 'arrays')
mkdirSync(arrays)
for (let i = 0; i < 4; i++) {
  const data = new Uint8Array(60).map((_, k) => i * 60 + k)
  writeFileSync(join(arrays, `${i}.npy`), npy({ descr: '|u1', shape: [4, 5, 3], data }))
}
/** A block of LZ4 that has literals alone. */
const packed = Uint8Array.of(0x40, 1, 2, 3, 4)
const feed = (bytes: Uint8Array) => fn.externalSource({ source: () => Array.from({ length: batchSize }, () => bytes) })

type On = 'cpu' | 'gpu'
const jobs: Record<string, (on: On) => DataNode[]> = {
  'a reader, before operators on the GPU and as it is': (device) => {
    const x = fn.readers.numpy({ fileRoot: arrays, device })
    return [x, fn.flip(x, { horizontal: 1 }), fn.flip(x.cpu(), { vertical: 1 })]
  },
  'a decoder of data on the GPU, whose device that then is': (device) => {
    const bytes = feed(packed)
    return [fn.decoders.inflate(device === 'gpu' ? bytes.gpu() : bytes, { shape: [2, 2] })]
  },
  'a decoder in a branch': (device) => {
    const bytes = feed(packed)
    const inflated = () => fn.decoders.inflate(bytes, { shape: [2, 2], device })
    const other = () =>
      fn.reinterpret(fn.slice(device === 'gpu' ? bytes.gpu() : bytes, { start: [1], shape: [4], axes: [0] }), {
        shape: [2, 2],
      })
    return [cond(fn.random.coinFlip({ seed: 3 }), inflated, other) as DataNode]
  },
  ...(hasVideo && {
    'a reader of videos, with three outputs': (device) => {
      const files = { filenames: ['data/videos/h264_open.mp4'], sequenceLength: 3, device }
      const [clips, ...facts] = fn.readers.video({ ...files, enableFrameNum: 'sequence', enableTimestamps: true })
      return [fn.flip(clips!, { horizontal: 1 }), ...facts]
    },
    'a decoder of videos': (device) => {
      const x = fn.decoders.video(feed(videoBytes('h264_open.mp4')), {
        ...{ sequenceLength: 4, device: device === 'gpu' ? 'mixed' : 'cpu' },
      })
      return [x, fn.flip(x, { horizontal: 1 })]
    },
  }),
}

async function seen(define: () => DataNode[], options: PipelineOptions) {
  await using pipe = pipelineDef({ batchSize, seed: 5, numThreads: 2, enableConditionals: true, ...options }, define)()
  const lists = (await pipe.run()) as unknown as TensorList[]
  const all = []
  for (const list of lists) {
    const values = []
    for (const tensor of list) {
      const { buffer, byteOffset, byteLength } = await tensor.data()
      const bytes = new Uint8Array(buffer, byteOffset, byteLength)
      values.push([[...tensor.shape], createHash('sha1').update(bytes).digest('hex')])
    }
    all.push({ device: list.device, dtype: list.dtype, layout: list.layout, values })
  }
  lists[0]!.release()
  return all
}

const places: Record<string, string[]> = { 'a reader, before operators on the GPU and as it is': ['gpu', 'gpu', 'cpu'] }

describe.each(Object.keys(jobs))('%s', (name) => {
  it('gives the same bytes in GPU memory with each executor, without a GPU in host memory, and gives all back', async () => {
    const job = (on: On) => () => jobs[name]!(on)
    const expected = await seen(job('cpu'), {})
    expect(await seen(job('gpu'), { deviceId: null })).toEqual(expected)
    let before: Resources | undefined
    for (const executor of executorNames) {
      const found = await seen(job('gpu'), { ...executors[executor], deviceId: 0 })
      expect(found.map(({ device }) => device)).toEqual(places[name] ?? found.map(() => 'gpu'))
      expect(found.map((one) => ({ ...one, device: 'cpu' }))).toEqual(expected)
      // The first one has started the threads that stay.
      before ??= resources()
    }
    await expectReturned(before!)
  })
})

it.skipIf(!hasVideo)('videos that are fed come to the GPU', async () => {
  const define = () => [fn.experimental.inputs.video({ name: 'video', framesPerSequence: 20, device: 'mixed' })]
  await using pipe = pipelineDef({ batchSize, deviceId: 0, numThreads: 2 }, define)()
  const lists = (await pipe.run({ video: videoBytes('h264_open.mp4') })) as unknown as TensorList[]
  expect(lists.map((list) => [list.device, [...list.at(0).shape]])).toEqual([['gpu', [20, 72, 128, 3]]])
})

it.skipIf(!hasVideo)(
  'videos are decoded by threads where the driver has no video engines, and the statistics say so',
  async () => {
    const define = () => fn.decoders.video(feed(videoBytes('h264_open.mp4')), { sequenceLength: 4, device: 'mixed' })
    await using pipe = pipelineDef({ batchSize, deviceId: 0, numThreads: 2 }, define)()
    await pipe.run()
    const { hardware, cpu, fallback } = pipe.statistics().stages.flatMap(({ ops }) => ops)[0]!.decode!
    expect([hardware, Object.keys(fallback)]).toEqual([0, ['no libnvcuvid.so.1']])
    expect(cpu).toBeGreaterThanOrEqual(batchSize)
  },
)

it('an argument is not read from such an output, as from no other on the GPU', () => {
  const define = () => {
    const shape = fn.readers.numpy({ fileRoot: arrays, device: 'gpu' })
    return [fn.resize(fn.readers.file({ fileRoot: 'data/photos' })[0]!, { size: shape })]
  }
  expect(() => pipelineDef({ batchSize, deviceId: 0 }, define)()).toThrow(/Expected a value on the CPU for size/)
})

describe('imperative mode', () => {
  it('decodes data in host memory and on the GPU to the GPU', async () => {
    const onHost = nd.batch([packed, packed])
    const options = { shape: [2, 2] }
    for (const given of [
      nd.decoders.inflate(onHost, { ...options, device: 'gpu' }),
      nd.decoders.inflate(onHost.gpu(), options),
    ]) {
      expect(given.device).toBe('gpu')
      expect([...(await given.at(1).data())]).toEqual([1, 2, 3, 4])
    }
    const one = nd.decoders.inflate(nd.tensor(packed), { ...options, device: 'gpu' })
    expect([one.device, [...one.shape], [...(await one.data())]]).toEqual(['gpu', [2, 2], [1, 2, 3, 4]])
    expect(() =>
      nd.decoders
        .inflate(onHost, { ...options, shape: [-2], device: 'gpu' })
        .at(0)
        .dataSync(),
    ).toThrow(/decoders.inflate/)
  })

  it.each([undefined, batchSize])('reads to the GPU: batchSize %s', async (size) => {
    const files = { fileRoot: arrays, ...(size && { batchSize: size }) }
    await using reader = nd.readers.numpy({ ...files, device: 'gpu' })
    const firsts = []
    for await (const [x] of reader.nextEpoch() as AsyncIterable<[nd.Tensor | nd.Batch]>) {
      expect(x.device).toBe('gpu')
      const flipped = nd.flip(x, { horizontal: 1 }) as nd.Tensor | nd.Batch
      expect(flipped.device).toBe('gpu')
      const tensors = size ? [0, 1].map((i) => (x as nd.Batch).at(i)) : [x as nd.Tensor]
      for (const one of tensors) firsts.push(Array.from(await one.data(), Number)[0])
    }
    expect(firsts).toEqual([0, 60, 120, 180])
  })
})
