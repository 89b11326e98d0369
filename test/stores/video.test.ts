// Readers of videos over a web server: the index of an MP4 takes its tables and the beginnings of its key frames, and a clip the
// bytes of its groups of pictures. Samples are those of a local file.
import { createHash } from 'node:crypto'
import { existsSync, linkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fn, pipelineDef, type TensorList } from 'penstock-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tempFolder } from '../util/files.js'
import { plugin } from '../util/gpu.js'
import { StoreServer } from '../util/store-server.js'
import { hasVideo, videoBytes } from '../util/video.js'

/** What stands for the GPU's video engines. */
const engines = join(dirname(plugin), 'fake_nvcuvid.so')
process.env.PENSTOCK_NVCUVID = engines
const devices = existsSync(engines) ? (['cpu', 'gpu'] as const) : (['cpu'] as const)

/** Bytes that are added to each packet. */
const added = 400_000

/** An MP4 of H.264 whose packets have a unit of filler data behind their slices. It has one track. */
function enlarged(bytes: Uint8Array): { file: Buffer; sizes: number[] } {
  const old = Buffer.from(bytes)
  const at = (box: string) => old.indexOf(box) + 8
  const table = (box: string, from: number, words: number) =>
    Array.from({ length: old.readUInt32BE(at(box) + from - 4) }, (_, i) =>
      Array.from({ length: words }, (_, w) => old.readUInt32BE(at(box) + from + 4 * (i * words + w))),
    )
  const sizes = table('stsz', 8, 1).map(([size]) => size!)
  const chunks = table('stco', 4, 1).map(([offset]) => offset!)
  const runs = table('stsc', 4, 3)
  const filler = Buffer.alloc(added, 0xff)
  filler.writeUInt32BE(added - 4)
  filler[4] = 12
  filler[added - 1] = 0x80
  const parts: Buffer[] = []
  let end = old.length + 8
  let sample = 0
  for (const [c, offset] of chunks.entries()) {
    const [, count] = runs.findLast(([first]) => first! <= c + 1)!
    old.writeUInt32BE(end, at('stco') + 4 + 4 * c)
    let from = offset
    for (let i = 0; i < count!; i++, sample++) {
      const size = sizes[sample]!
      parts.push(old.subarray(from, from + size), filler)
      from += size
      end += size + added
      old.writeUInt32BE(size + added, at('stsz') + 8 + 4 * sample)
    }
  }
  const header = Buffer.alloc(8)
  header.writeUInt32BE(end - old.length)
  header.write('mdat', 4)
  return { file: Buffer.concat([old, header, ...parts]), sizes: sizes.map((size) => size + added) }
}

describe.skipIf(!hasVideo)('a video in a store', () => {
  const folder = tempFolder()
  const { file, sizes } = enlarged(videoBytes('h264.mp4'))
  let server: StoreServer
  beforeAll(async () => {
    writeFileSync(join(folder, 'a.mp4'), file)
    server = await StoreServer.open(folder)
  })
  afterAll(() => server.close())

  const open = (root: string, options: Record<string, unknown> = {}) =>
    pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1, deviceId: 0 }, () => [
      fn.experimental.readers.video({ filenames: [`${root}/a.mp4`], sequenceLength: 4, ...options }),
    ])()
  const clip = async (pipe: ReturnType<typeof open>) => {
    const [list] = (await pipe.run()) as unknown as [TensorList]
    return Buffer.from((await list.at(0).data()) as Uint8Array)
  }

  it.each(devices)('costs the bytes of the index, and those of the groups that a clip is in, on %s', async (device) => {
    await server.faults({})
    // One clip, in the second group of 12 frames.
    const times = { sequenceLength: undefined, times: [0.6, 0.64] }
    await using remote = open(server.url, { ...times, device })
    await remote.build()
    const index = (await server.facts()).bytes
    // The tables and the beginnings of 4 groups, in blocks of 1 MiB.
    expect(index).toBeLessThan(6 * 2 ** 20)
    const found = await clip(remote)
    const group = sizes.slice(12, 24).reduce((a, b) => a + b, 0)
    expect((await server.facts()).bytes - index).toBeLessThan(group + 3 * 2 ** 20)
    await using local = open(folder, times)
    expect(Buffer.compare(found, await clip(local))).toBe(0)
  })

  it.skipIf(!existsSync(engines))('brings what was read ahead to the stage of the GPU', async () => {
    // More than is read ahead, so that what is given up is not asked for by the next epoch.
    const names = Array.from({ length: 12 }, (_, i) => `${i}.mp4`)
    for (const name of names) linkSync(join(folder, 'a.mp4'), join(folder, name))
    const epoch = async (device: 'cpu' | 'gpu') => {
      await server.faults({})
      const filenames = names.map((name) => `${server.url}/${name}`)
      const options = { filenames, sequenceLength: 12, device }
      await using pipe = open(server.url, options)
      const frames: string[] = []
      for await (const [list] of pipe as unknown as AsyncIterable<[TensorList]>) {
        frames.push(
          createHash('sha1')
            .update((await list.at(0).data()) as Uint8Array)
            .digest('hex'),
        )
        list.release()
      }
      return { frames, bytes: (await server.facts()).bytes }
    }
    const [onCpu, onGpu] = [await epoch('cpu'), await epoch('gpu')]
    expect(onGpu.frames).toEqual(onCpu.frames)
    expect(onGpu.frames).toHaveLength(36)
    expect(onGpu.bytes).toBeLessThan(1.3 * onCpu.bytes)
  })

  it('has the frames of the file that it was made of', async () => {
    const small = tempFolder()
    writeFileSync(join(small, 'a.mp4'), videoBytes('h264.mp4'))
    await using remote = open(server.url)
    await using local = open(small)
    for (let i = 0; i < 10; i++) expect(Buffer.compare(await clip(remote), await clip(local))).toBe(0)
  })
})
