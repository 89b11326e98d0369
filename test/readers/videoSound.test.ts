// The sound of clips of readers of videos: that of decoders.video, in any order, over stores and with kept indexes.
import { closeSync, copyFileSync, ftruncateSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type DataNode, fn, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tempFolder } from '../util/files.js'
import { StoreServer } from '../util/store-server.js'
import { hasVideo, videoBytes } from '../util/video.js'
import { path } from './clips.js'

interface Heard {
  source: string
  shape: number[]
  sound: Buffer
  outputs: string[]
}

/** The clips of a reader, the sound of which is the last output. */
async function heard(define: () => unknown, options: object = {}): Promise<Heard[]> {
  await using pipe = pipelineDef({ batchSize: 3, numThreads: 2, ...options }, () => [define()].flat() as [DataNode])()
  const found: Heard[] = []
  for await (const batch of pipe as AsyncIterable<TensorList[]>) {
    for (let i = 0; i < batch[0]!.length; i++) {
      const sound = batch.at(-1)!.at(i).copy()
      const { buffer, byteOffset, byteLength } = sound.dataSync()
      found.push({
        source: batch[0]!.sourceInfo(i).source.replace(/.*\//, ''),
        shape: [...sound.shape],
        sound: Buffer.from(buffer, byteOffset, byteLength),
        outputs: batch.map((list) => list.at(i).dtype),
      })
    }
  }
  return found
}
/** The sound of frames by decoders.video. */
function expected(name: string, options: object): Buffer {
  const made = nd.decoders.video(nd.tensor(videoBytes(name)), {
    ...options,
    audio: true,
  } as never) as unknown as nd.Tensor[]
  const { buffer, byteOffset, byteLength } = made.at(-1)!.dataSync()
  return Buffer.from(buffer, byteOffset, byteLength)
}
type Args = Parameters<typeof fn.experimental.readers.video>[0]
const names = [
  'sound_aac.mp4',
  'sound_opus.webm',
  'sound_mp3.avi',
  'sound_vorbis.mkv',
  'sound_pcm.mov',
  'sound_late.mp4',
]

/** An MP4 whose chunks lie 512 KiB apart. */
function scattered(bytes: Uint8Array, to: string): void {
  const file = Buffer.from(bytes)
  const tables: number[] = []
  for (let at = file.indexOf('stco'); at >= 0; at = file.indexOf('stco', at + 4)) tables.push(at + 8)
  const chunks = tables
    .flatMap((table) => Array.from({ length: file.readUInt32BE(table) }, (_, i) => table + 4 + 4 * i))
    .map((place) => ({ place, offset: file.readUInt32BE(place) }))
    .sort((a, b) => a.offset - b.offset)
  const end = file.indexOf('moov') - 4
  const begin = file.length + 16
  const fd = openSync(to, 'w')
  for (const [i, { place, offset }] of chunks.entries()) {
    const moved = begin + i * 2 ** 19
    writeSync(fd, file.subarray(offset, chunks[i + 1]?.offset ?? end), 0, undefined, moved)
    file.writeUInt32BE(moved, place)
  }
  const header = Buffer.alloc(16)
  header.writeUInt32BE(1)
  header.write('mdat', 4)
  header.writeBigUInt64BE(BigInt(16 + chunks.length * 2 ** 19), 8)
  writeSync(fd, Buffer.concat([file, header]), 0, undefined, 0)
  ftruncateSync(fd, begin + chunks.length * 2 ** 19)
  closeSync(fd)
}

describe.skipIf(!hasVideo)('the sound of clips', () => {
  const folder = tempFolder()
  let server: StoreServer
  beforeAll(async () => {
    server = await StoreServer.open(folder)
  })
  afterAll(() => server.close())
  const read = (args: object, options: object = {}) =>
    heard(
      () => fn.experimental.readers.video({ sequenceLength: 9, ...args } as Args & { filenames: string[] }),
      options,
    )

  it.each([1, 4])('is that of their frames, in whatever order they come, with %i threads', async (numThreads) => {
    const args = { filenames: names.map(path), audio: true, randomShuffle: true, stride: 2, step: 7 }
    const clips = await read(args, { numThreads })
    expect(clips.length).toBeGreaterThan(30)
    for (const { source, sound } of clips) {
      const [name, first] = source.split(':') as [string, string]
      const frames = Array.from({ length: 9 }, (_, i) => Number(first) + 2 * i)
      if (Buffer.compare(sound, expected(name, { frames }))) expect(source).toBe('the sound of its frames')
    }
  })

  it('comes after all other outputs, in all readers', async () => {
    const args = {
      filenames: [path('sound_aac.mp4')],
      labels: [3],
      sequenceLength: 50,
      enableFrameNum: 'sequence',
      enableTimestamps: true,
      audio: true,
    } as const
    const outputs = ['uint8', 'int32', 'int32', 'float64', 'float32']
    const whole = expected('sound_aac.mp4', { sequenceLength: 50 })
    const readers = [fn.experimental.readers.video, fn.readers.video, fn.readers.videoResize]
    for (const [i, reader] of readers.entries()) {
      const size = i === 2 ? { size: [10, 10] } : {}
      const [clip] = await heard(() => (reader as (a: object) => unknown)({ ...args, ...size }))
      expect([clip!.outputs, clip!.shape]).toEqual([outputs, [96000, 2]])
      expect(Buffer.compare(clip!.sound, whole)).toBe(0)
    }
  })

  it('has the rate and the channels that are asked for', async () => {
    const options = { audio: true, sampleRate: 8000, downmix: true, antialias: true }
    const [clip] = await read({ filenames: [path('sound_aac.mp4')], sequenceLength: 25, ...options })
    expect(clip!.shape).toEqual([8000])
    expect(Buffer.compare(clip!.sound, expected('sound_aac.mp4', { sequenceLength: 25, ...options }))).toBe(0)
  })

  it('has no samples where a video has no track', async () => {
    const clips = await read({
      filenames: [path('h264_709.mp4'), path('sound_pcm.avi')],
      sequenceLength: 8,
      audio: true,
    })
    expect(clips.map(({ shape }) => shape)).toEqual([[0, 1], ...Array.from({ length: 5 }, () => [2560, 1])])
  })

  it('of a video that shows one picture lasts as long as the track', async () => {
    const [clip] = await read({
      filenames: [path('sound_aac.mp4')],
      sequenceLength: 1,
      uniformSample: true,
      audio: true,
    })
    // One of many pictures is shown for its own time.
    expect(clip!.shape).toEqual([1920, 2])
  })

  it('is found by a kept index that was made without it', async () => {
    const file = join(folder, 'copy.mp4')
    copyFileSync(path('sound_aac.mp4'), file)
    const indexPath = join(folder, 'videos.idx')
    const args = { filenames: [file], indexPath }
    await heard(() => fn.experimental.readers.video({ ...args, sequenceLength: 9 }))
    const small = statSync(indexPath).size
    const [first] = await read({ ...args, audio: true })
    const large = statSync(indexPath).size
    expect(large).toBeGreaterThan(small)
    // The index with sound serves readers of both kinds, and is not written again.
    const { mtimeMs } = statSync(indexPath)
    const [again] = await read({ ...args, audio: true })
    await heard(() => fn.experimental.readers.video({ ...args, sequenceLength: 9 }))
    expect(statSync(indexPath).mtimeMs).toBe(mtimeMs)
    expect(Buffer.compare(again!.sound, first!.sound)).toBe(0)
    expect(Buffer.compare(first!.sound, expected('sound_aac.mp4', { sequenceLength: 9 }))).toBe(0)
  })

  it('in a store costs the tables and the packets of its time', async () => {
    scattered(videoBytes('sound_aac.mp4'), join(folder, 'far.mp4'))
    const size = statSync(join(folder, 'far.mp4')).size
    expect(size).toBeGreaterThan(50 * 2 ** 20)
    await server.faults({ version: 'time' })
    const options = { batchSize: 1, prefetchQueueDepth: 1 }
    const args = { filenames: [`${server.url}/far.mp4`], times: [1.2, 1.5], sequenceLength: undefined, audio: true }
    const [clip] = await read(args, options)
    const { bytes } = await server.facts()
    expect(Buffer.compare(clip!.sound, expected('sound_aac.mp4', { times: [1.2, 1.5] }))).toBe(0)
    // A cell of a second before it, the groups of its frames, and the beginnings of all groups for the index.
    expect(bytes).toBeLessThan(size / 3)
    await server.faults({})
  })

  it.each(names)('of %s in a store is that of the file', async (name) => {
    writeFileSync(join(folder, name), videoBytes(name))
    const clips = await read({ filenames: [`${server.url}/${name}`], step: 20, audio: true })
    const local = await read({ filenames: [path(name)], step: 20, audio: true })
    expect(clips.map(({ shape }) => shape)).toEqual(local.map(({ shape }) => shape))
    expect(clips.map(({ sound }, i) => Buffer.compare(sound, local[i]!.sound))).toEqual(clips.map(() => 0))
  })
})
