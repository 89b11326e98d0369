// Videos by the GPU's video engines, for which libavcodec stands here (native/test/fake_nvcuvid.cc): the frames are those of the CPU,
// and the statistics say who has decoded. What the engines do in detail: native/test/gpu_video_test.cc.
// @module-tag long
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fn, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { plugin } from '../../util/gpu.js'
import { executorNames, executors, expectReturned, type Resources, resources } from '../../util/resources.js'
import { hasVideo, videoBytes } from '../../util/video.js'

const engines = join(dirname(plugin), 'fake_nvcuvid.so')
process.env.PENSTOCK_NVCUVID = engines

const files = ['h264_open.mp4', 'av1.mp4', 'hevc.mp4', 'vp9.webm'].map(videoBytes)
const hash = (bytes: ArrayBufferView) =>
  createHash('sha1')
    .update(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    .digest('hex')

describe.skipIf(!hasVideo || !existsSync(engines))('videos by the engines', () => {
  async function run(device: 'cpu' | 'mixed', options: object, batches: number) {
    const define = () => {
      const encoded = fn.externalSource({ source: () => files })
      const clip = { startFrame: 3, sequenceLength: 8, enableFrameNum: 'sequence', enableTimestamps: true } as const
      return fn.decoders.video(encoded, { ...clip, device })
    }
    await using pipe = pipelineDef({ batchSize: 4, numThreads: 2, deviceId: 0, ...options }, define)()
    const seen: string[] = []
    for (let i = 0; i < batches; i++) {
      const lists = (await pipe.run()) as unknown as TensorList[]
      for (const list of lists) for (const tensor of list) seen.push(`${tensor.shape} ${hash(await tensor.data())}`)
      lists[0]!.release()
    }
    const { stages } = pipe.statistics()
    return { seen, decode: stages.flatMap(({ ops }) => ops.flatMap(({ decode }) => (decode ? [decode] : []))) }
  }

  it('are the frames of the CPU with each executor, are counted, and all is given back', async () => {
    const expected = (await run('cpu', {}, 1)).seen
    let before: Resources | undefined
    for (const executor of executorNames) {
      const { seen, decode } = await run('mixed', executors[executor], 3)
      expect(seen).toEqual([...expected, ...expected, ...expected])
      const { hardware, cpu, fallback } = decode[0]!
      expect(decode).toHaveLength(1)
      // Further batches are made meanwhile.
      expect(hardware).toBeGreaterThanOrEqual(9)
      expect(cpu).toBeGreaterThanOrEqual(3)
      expect(Object.keys(fallback)).toEqual(['av1'])
      before ??= resources()
    }
    await expectReturned(before!)
  })

  it('come in imperative mode', async () => {
    const batch = nd.batch(files)
    const [onCpu, onGpu] = (['cpu', 'gpu'] as const).map(
      (device) => nd.decoders.video(batch, { sequenceLength: 3, device }) as nd.Batch,
    )
    expect(onGpu!.device).toBe('gpu')
    for (let i = 0; i < files.length; i++) expect(hash(await onGpu!.at(i).data())).toBe(hash(await onCpu!.at(i).data()))
  })
})
