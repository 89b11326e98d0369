// Readers of videos and experimental.inputs.video on a GPU: its video engines decode, for which libavcodec stands here
// (native/test/fake_nvcuvid.cc). Outputs, errors and the order of samples are the CPU's.
// @module-tag long
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DataNode, fn, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../util/files.js'
import { plugin } from '../../util/gpu.js'
import { executorNames, executors, expectReturned, type Resources, resources } from '../../util/resources.js'
import { hasVideo, videoBytes } from '../../util/video.js'

const engines = join(dirname(plugin), 'fake_nvcuvid.so')
process.env.PENSTOCK_NVCUVID = engines

type Device = 'cpu' | 'gpu'
const devices = ['cpu', 'gpu'] as const
const folder = tempFolder()
const at = (name: string) => join(folder, name)

/** A class for each: engines decode all but the last one. */
const names = ['h264_open.mp4', 'hevc.mp4', 'vp9.webm', 'av1.mp4']
for (const [i, name] of names.entries()) {
  mkdirSync(at(`set/${i}`), { recursive: true })
  writeFileSync(at(`set/${i}/${name}`), videoBytes(name))
}

const hash = (bytes: ArrayBufferView) =>
  createHash('sha1')
    .update(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    .digest('hex')

/** Every output of each sample of a batch: its source, shape and bytes, or that it is a placeholder. */
async function seenOf(lists: readonly TensorList[]): Promise<string[]> {
  const seen: string[] = []
  for (let i = 0; i < lists[0]!.length; i++) {
    const { source } = lists[0]!.sourceInfo(i)
    for (const list of lists) {
      const tensor = list.at(i)
      const data = list.valid[i] ? hash(await tensor.data()) : 'placeholder'
      seen.push(`${source.replace(/.*\//, '')} ${tensor.shape} ${tensor.dtype} ${data}`)
    }
  }
  return seen
}

type Define = (device: Device) => unknown
const usual: PipelineOptions = { batchSize: 3, numThreads: 2, deviceId: 0, seed: 5 }
const pipeOf = (define: Define, device: Device, options: Partial<PipelineOptions> = {}) =>
  pipelineDef({ ...usual, ...options }, () => [define(device)].flat() as DataNode[])()
const decodeOf = (pipe: ReturnType<typeof pipeOf>) =>
  pipe.statistics().stages.flatMap(({ ops }) => ops.flatMap(({ decode }) => (decode ? [decode] : [])))

/** All samples of some epochs. */
async function epochs(define: Define, device: Device, options: Partial<PipelineOptions> = {}, count = 1) {
  await using pipe = pipeOf(define, device, options)
  const seen: string[] = []
  for (let i = 0; i < count; i++) {
    for await (const lists of pipe) {
      const all = lists as unknown as TensorList[]
      expect(new Set(all.map(({ deviceId }) => deviceId ?? null))).toEqual(new Set([device === 'gpu' ? 0 : null]))
      seen.push(...(await seenOf(all)))
      all[0]!.release()
    }
  }
  return { seen, decode: decodeOf(pipe) }
}

const clips = { fileRoot: at('set'), sequenceLength: 6, stride: 2, step: 17 }
const experimental: Define = (device) =>
  fn.experimental.readers.video({
    ...{
      ...clips,
      device,
      enableFrameNum: 'sequence',
      enableTimestamps: true,
      padMode: 'constant',
      fillValue: [9, 8, 7],
    },
    ...{ randomShuffle: true, initialFill: 5, padLastBatch: true },
  })
const older: Define = (device) =>
  fn.readers.video({
    ...{ ...clips, device, enableFrameNum: 'scalar', padSequences: true, dtype: 'float32', normalized: true },
    shuffleAfterEpoch: true,
  })

describe.skipIf(!hasVideo || !existsSync(engines))('readers of videos by the engines', () => {
  it.each([
    ['experimental.readers.video', experimental],
    ['readers.video', older],
  ])('%s gives the outputs of the CPU with each executor, is counted, and all is given back', async (_, define) => {
    const expected = (await epochs(define, 'cpu', {}, 2)).seen
    expect(new Set(expected).size).toBeGreaterThan(30)
    let before: Resources | undefined
    for (const executor of executorNames) {
      const { seen, decode } = await epochs(define, 'gpu', executors[executor], 2)
      expect(seen).toEqual(expected)
      expect(decode).toHaveLength(1)
      const { hardware, cpu, fallback } = decode[0]!
      expect(hardware).toBeGreaterThan(2 * cpu)
      expect(Object.keys(fallback)).toEqual(['av1'])
      before ??= resources()
    }
    await expectReturned(before!)
  })

  it('goes on with a checkpoint, in a shard too', async () => {
    const shard = { shardId: 1, numShards: 2, readAhead: true } as const
    const define: Define = (device) =>
      fn.experimental.readers.video({ ...clips, ...shard, device, sequenceLength: 3, shuffleAfterEpoch: true })
    const steps = async (pipe: ReturnType<typeof pipeOf>, count: number) => {
      const seen: string[] = []
      while (seen.length < count) {
        try {
          const lists = (await pipe.run()) as unknown as TensorList[]
          seen.push((await seenOf(lists)).join('\n'))
          lists[0]!.release()
        } catch (error) {
          expect(error).toMatchObject({ code: 'END_OF_DATA' })
          pipe.reset()
        }
      }
      return seen
    }
    await using onCpu = pipeOf(define, 'cpu')
    const expected = await steps(onCpu, 7)
    await using first = pipeOf(define, 'gpu', { enableCheckpointing: true })
    expect(await steps(first, 3)).toEqual(expected.slice(0, 3))
    await using second = pipeOf(define, 'gpu', { enableCheckpointing: true, checkpoint: await first.checkpoint() })
    expect(await steps(second, 4)).toEqual(expected.slice(3))
  })

  it('gives the sound of clips', async () => {
    for (const name of ['h264_sound.mp4', 'sound_opus.webm']) {
      copyFileSync(`data/videos/${name}`, at(name))
      const define: Define = (device) =>
        fn.experimental.readers.video({ filenames: [at(name)], sequenceLength: 5, audio: true, downmix: true, device })
      const [onCpu, onGpu] = await Promise.all(devices.map((device) => epochs(define, device)))
      expect(onGpu!.seen).toEqual(onCpu!.seen)
    }
  })

  it('readers.videoResize is readers.video and resize', async () => {
    for (const pixels of [
      {},
      { dtype: 'float32', normalized: true },
      { dtype: 'uint16', imageType: 'rgba' },
    ] as const) {
      const resized = { size: [40, 30], interpType: 'cubic', bytesPerSampleHint: 50_000 } as const
      const whole: Define = (device) =>
        fn.readers.videoResize({ ...clips, ...resized, ...pixels, enableFrameNum: 'sequence', device })
      const parts: Define = (device) => {
        const read = fn.readers.video({ ...clips, ...pixels, enableFrameNum: 'sequence', device } as never)
        const [video, ...facts] = read as unknown as DataNode[]
        return [fn.resize(video!, { size: [40, 30], interpType: 'cubic' }), ...facts]
      }
      const { seen, decode } = await epochs(whole, 'gpu')
      expect(seen).toEqual((await epochs(parts, 'gpu')).seen)
      expect(decode[0]!.hardware > 0).toBe(!('imageType' in pixels))
      const values = async (device: Device) => {
        await using pipe = pipeOf(whole, device)
        const [list] = (await pipe.run()) as unknown as [TensorList]
        return Array.from((await list.at(0).copy().data()) as Uint8Array)
      }
      const [onCpu, onGpu] = [await values('cpu'), await values('gpu')]
      expect(onGpu).toHaveLength(onCpu.length)
      const unit = 'dtype' in pixels ? (pixels.dtype === 'uint16' ? 257 : 1 / 255) : 1
      expect(Math.max(...onCpu.map((v, i) => Math.abs(v - onGpu[i]!)))).toBeLessThanOrEqual(unit)
    }
  })

  describe('a video that is wrong', () => {
    const write = (name: string, bytes: Uint8Array) => {
      mkdirSync(at('wrong'), { recursive: true })
      writeFileSync(at(`wrong/${name}`), bytes)
      return at(`wrong/${name}`)
    }
    /** An H.264 the end of one of whose first packets is lost. What stands for the engines knows damage by such an end. */
    const damaged = () => {
      const bytes = readFileSync('data/videos/h264_moov_first.mp4')
      let from = bytes.indexOf('mdat') + 4
      for (let unit = 0; unit < 8; unit++) from += 4 + bytes.readUInt32BE(from)
      const size = bytes.readUInt32BE(from)
      return bytes.fill(0, from + 4 + (size >> 1), from + 4 + size)
    }
    const wrong = [write('a.mp4', new Uint8Array(99)), write('b.mp4', damaged())] as const
    const all = [...wrong, at(`set/0/${names[0]}`)]
    const bad =
      (onError: 'throw' | 'skip' | 'placeholder', files: readonly string[] = all): Define =>
      (device) =>
        fn.experimental.readers.video({
          ...{ filenames: [...files], labels: files.map((_, i) => i), sequenceLength: 12, enableFrameNum: 'sequence' },
          ...{ device, onError },
        })

    it.each(['skip', 'placeholder'] as const)('goes by onError %j as on the CPU', async (onError) => {
      const [onCpu, onGpu] = [await epochs(bad(onError), 'cpu'), await epochs(bad(onError), 'gpu')]
      const facts = (seen: string[]) =>
        onError === 'skip' ? seen : seen.map((text) => text.replace(/ \S+ (?=\S+ placeholder)/, ' '))
      expect(facts(onGpu.seen)).toEqual(facts(onCpu.seen))
      expect(onGpu.seen.filter((text) => text.includes('placeholder'))).toHaveLength(onError === 'skip' ? 0 : 6)
    })

    it.each(wrong)('%s has the error of the CPU', async (file) => {
      const errors = await Promise.all(
        devices.map(async (device) => {
          const failed = epochs(bad('throw', [file]), device)
          return failed.then(
            () => undefined,
            ({ code, op, message, callSite, sample }) => ({
              code,
              op,
              message: message.replace(/stage [^,]+/, ''),
              callSite,
              sample,
            }),
          )
        }),
      )
      expect(errors[0]).toMatchObject({ code: 'BAD_SAMPLE', op: 'experimental.readers.video' })
      expect(errors[1]).toEqual(errors[0])
    })
  })

  it('come in imperative mode', async () => {
    const read = async (device: Device) => {
      const seen: string[] = []
      const args = { ...clips, enableFrameNum: 'scalar', batchSize: 3 } as const
      const state: string[] = []
      const make = () => nd.readers.video({ ...args, device, seed: 3, shuffleAfterEpoch: true } as never)
      using reader = make() as unknown as nd.Reader<nd.Batch, readonly nd.Batch[]>
      for await (const batch of reader.nextEpoch({ batchSize: 3 })) {
        expect(batch.map((one) => one.device)).toEqual(batch.map(() => device))
        for (const one of batch) {
          for (let i = 0; i < one.batchSize; i++) seen.push(hash(await one.at(i).data()))
          one.dispose()
        }
        state.push(reader.getState())
      }
      using again = make() as unknown as nd.Reader<nd.Batch, readonly nd.Batch[]>
      again.setState(state[1]!)
      const rest: string[] = []
      for (const batch of again.nextEpoch({ batchSize: 3 })) {
        for (const one of batch) {
          for (let i = 0; i < one.batchSize; i++) rest.push(hash(one.at(i).dataSync()))
          one.dispose()
        }
      }
      expect(rest).toEqual(seen.slice(-rest.length))
      expect(rest.length).toBeLessThan(seen.length)
      return seen
    }
    expect(await read('gpu')).toEqual(await read('cpu'))
  })

  it('experimental.inputs.video gives its sequences', async () => {
    const read = async (device: 'cpu' | 'mixed') => {
      const define = () =>
        fn.experimental.inputs.video({ name: 'film', framesPerSequence: 7, device, lastSequencePolicy: 'pad' })
      await using pipe = pipelineDef({ ...usual }, define)()
      const seen: string[] = []
      for (const name of names) {
        pipe.feedInput('film', videoBytes(name))
        // Three sequences in a batch.
        for (let i = 0; i < 2; i++) {
          const lists = (await pipe.run()) as unknown as TensorList[]
          seen.push(...(await seenOf(lists)))
        }
        await pipe.run().catch(() => {})
      }
      return { seen, decode: decodeOf(pipe as never) }
    }
    const [onCpu, onGpu] = [await read('cpu'), await read('mixed')]
    expect(onGpu.seen).toEqual(onCpu.seen)
    expect(onGpu.decode[0]!.hardware).toBeGreaterThan(8)
  })
})
