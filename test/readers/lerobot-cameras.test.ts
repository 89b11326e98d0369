// readers.lerobot with cameras: which frame of a shared video each is, against lerobot's; pixels against a decode of the
// same file; and videos that are wrong.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import { StoreServer } from '../util/store-server.js'
import { hasVideo } from '../util/video.js'
import { camerasGolden as golden, writeFiles } from './lerobot.js'

type Options = Parameters<typeof fn.readers.lerobot>[0]
const cameras = Object.keys(golden.sizes)
const [top, wrist] = cameras as [string, string]

const folder = tempFolder()
const root = join(folder, 'set')
beforeAll(() => writeFiles(golden.files, root))

interface Frames {
  shape: readonly number[]
  layout: string
  data: Uint8Array
}
/** All samples of an epoch, by the names of features. */
async function readAll(args: Omit<Options, 'root'> & { root?: string }, options: object = {}) {
  const given = { root, ...args } as Options
  await using pipe = pipelineDef({ batchSize: 4, numThreads: 2, ...options }, () => fn.readers.lerobot(given))()
  const samples: Record<string, Frames>[] = []
  for await (const batch of pipe) {
    const lists = Object.entries(batch)
    for (let i = 0; i < lists[0]![1].length; i++) {
      const entries = lists.map(([name, list]) => {
        const { shape, layout } = list.at(i)
        const { buffer, byteOffset, byteLength } = list.at(i).dataSync()
        const data = new Uint8Array(buffer, byteOffset, byteLength).slice()
        return [name, { shape: [...shape], layout, data }] as const
      })
      samples.push(Object.fromEntries(entries))
    }
  }
  return samples
}
const both = { [top]: {}, [wrist]: {} }
const videoOf = (camera: string, file: number) => join(root, `videos/${camera}/chunk-000/file-00${file}.mp4`)

/** The means of blocks of 8 x 8 pixels, by channel. */
function means({ shape, data }: Frames): number[] {
  const [height, width] = shape as [number, number]
  const found: number[] = []
  for (let c = 0; c < 3; c++)
    for (let y = 0; y < height; y += 8)
      for (let x = 0; x < width; x += 8) {
        let sum = 0
        for (let i = 0; i < 64; i++) sum += data[3 * ((y + (i >> 3)) * width + x + (i & 7)) + c]!
        found.push(sum / 64)
      }
  return found
}

describe.skipIf(!hasVideo)('frames of cameras', () => {
  it('are those that lerobot gives, as RGB of uint8 in HWC', async () => {
    const samples = await readAll({ features: both })
    expect(samples).toHaveLength(golden.means[top]!.length)
    for (const camera of cameras) {
      for (const [i, sample] of samples.entries()) {
        const { shape, layout } = sample[camera]!
        expect({ shape, layout }).toEqual({ shape: [...golden.sizes[camera]!, 3], layout: 'HWC' })
        const differences = means(sample[camera]!).map((mean, k) => Math.abs(mean - golden.means[camera]![i]![k]!))
        expect(Math.max(...differences)).toBeLessThan(4)
      }
    }
  })

  it('are those of a decode of the same file, one after the other through the episodes that it has', async () => {
    const samples = await readAll({ features: both })
    for (const camera of cameras) {
      // Two episodes lie in each file.
      const counts = [golden.lengths[0]! + golden.lengths[1]!, golden.lengths[2]! + golden.lengths[3]!]
      const decoded: Uint8Array[] = []
      for (const [file, count] of counts.entries()) {
        const decode = pipelineDef({ batchSize: 1 }, () => {
          const [bytes] = fn.readers.file({ files: [videoOf(camera, file)] })
          return fn.decoders.video(bytes, { startFrame: 0, sequenceLength: count })
        })
        await using pipe = decode()
        const [frames] = await pipe.run()
        const data = frames!.at(0).dataSync() as Uint8Array
        for (let i = 0; i < count; i++)
          decoded.push(data.slice((i * data.length) / count, ((i + 1) * data.length) / count))
      }
      expect(samples.map((sample) => sample[camera]!.data)).toEqual(decoded)
    }
  })

  it('are the same from an index that was kept', async () => {
    const indexPath = join(folder, 'cameras.idx')
    const samples = await readAll({ features: both })
    expect(await readAll({ features: both, indexPath })).toEqual(samples)
    const written = statSync(indexPath)
    expect(await readAll({ features: both, indexPath })).toEqual(samples)
    expect([written.size > 500, statSync(indexPath).mtimeMs]).toEqual([true, written.mtimeMs])
  })

  it('stand in windows where lerobot has them, with masks', async () => {
    const own = await readAll({ features: both })
    const windowed = Object.fromEntries(
      Object.entries(golden.deltaTimestamps).map(([name, deltaTimestamps]) => [name, { deltaTimestamps }]),
    )
    const args = { features: { ...windowed, [`${top}_is_pad`]: {} }, shuffleAfterEpoch: false }
    for (const numThreads of [1, 3]) {
      const samples = await readAll(args, { numThreads })
      for (const camera of cameras) {
        for (const [i, sample] of samples.entries()) {
          const numbers = golden.windows[camera]![i]!
          const { shape, layout, data } = sample[camera]!
          expect({ shape, layout }).toEqual({ shape: [numbers.length, ...golden.sizes[camera]!, 3], layout: 'FHWC' })
          expect(data).toEqual(new Uint8Array(Buffer.concat(numbers.map((n) => own[n]![camera]!.data))))
        }
      }
      // 0.2 s, 0.1 s and nothing before the first frame, and 10 s after it.
      expect([...samples[0]![`${top}_is_pad`]!.data]).toEqual([1, 1, 0, 1])
      expect([...samples[2]![`${top}_is_pad`]!.data]).toEqual([0, 0, 0, 1])
    }
  })

  it('are the same in every order, and of some episodes', async () => {
    const inOrder = await readAll({ features: { ...both, index: {} } })
    const indexOf = (sample: Record<string, Frames>) => sample.index!.data[0]!
    const shuffled = await readAll({ features: { ...both, index: {} }, shuffleAfterEpoch: true })
    expect(shuffled.map(indexOf)).not.toEqual(inOrder.map(indexOf))
    expect(shuffled.sort((a, b) => indexOf(a) - indexOf(b))).toEqual(inOrder)
    const some = await readAll({ features: { ...both, index: {} }, episodes: [1, 3] })
    expect(some).toEqual(inOrder.filter((sample) => [5, 6, 7, 8, 15, 16, 17].includes(indexOf(sample))))
  })

  it('come over a web server as from files', async () => {
    const server = await StoreServer.open(folder)
    try {
      const features = { [top]: { deltaTimestamps: [-0.1, 0] }, [wrist]: {} }
      expect(await readAll({ root: `${server.url}/set`, features })).toEqual(await readAll({ features }))
    } finally {
      await server.close()
    }
  })
})

describe.skipIf(!hasVideo)('videos that are wrong', () => {
  let sets = 0
  const refusal = async (change: (at: (name: string) => string) => void, features: Options['features'] = both) => {
    const own = join(folder, `wrong-${sets++}`)
    writeFiles(golden.files, own)
    change((name) => join(own, name))
    const error = await failure(() => readAll({ root: own, features }))
    expect(error).toMatchObject({ op: 'readers.lerobot', hint: expect.stringMatching(/.{10}/) })
    return error
  }
  const info = (change: object) => (at: (name: string) => string) => {
    const text = JSON.parse(readFileSync(at('meta/info.json'), 'utf8'))
    writeFileSync(at('meta/info.json'), JSON.stringify({ ...text, ...change }))
  }

  it('are refused where one is missing, or its path leads out of the set', async () => {
    const form = 'videos/{video_key}/{chunk_index}-{file_index}.mp4'
    expect(await refusal(info({ video_path: form }))).toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining(`videos/${top}/0-0.mp4`),
    })
    expect(await refusal(info({ video_path: '../{video_key}.mp4' }))).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/video_path in .*which leads out of the set/),
    })
    expect(await refusal(info({ video_path: null }))).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('video_path'),
    })
  })

  it('make bad samples where one is damaged, and where it has no frame at the time', async () => {
    const name = `videos/${wrist}/chunk-000/file-001.mp4`
    expect(await refusal((at) => writeFileSync(at(name), 'no video'))).toMatchObject({
      code: 'BAD_SAMPLE',
      message: expect.stringContaining(name),
    })
    // The file of the first two episodes has nine frames, the other one has as many.
    const swapped = await refusal((at) => {
      const shown = readFileSync(at(name))
      const short = readFileSync(new URL('../../data/videos/h264.mp4', import.meta.url))
      expect(shown.length).not.toBe(short.length)
      writeFileSync(at(name), short)
    })
    expect(swapped).toMatchObject({
      code: 'BAD_SAMPLE',
      message: expect.stringMatching(/Expected a frame of observation\.images\.wrist at .* \(tolerance\)/),
    })
  })

  it('are refused with arguments that are not for cameras', async () => {
    for (const [field, words] of [
      [{ dtype: 'float32' }, "'uint8' as dtype"],
      [{ normalize: 'meanStd' }, 'no normalize'],
    ] as const) {
      const error = await refusal(() => {}, { [top]: field })
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(words) })
    }
  })
})
