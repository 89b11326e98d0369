// How videos are listed: by any number of threads, and from the file of indexPath, which keeps what was found.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreServer } from '../util/store-server.js'
import { hasVideo } from '../util/video.js'
import { clipsOf, path } from './clips.js'

type Args = Parameters<typeof fn.experimental.readers.video>[0]

let folder = ''
let server: StoreServer
const at = (name: string) => join(folder, name)
const names = ['h264.mp4', 'hevc_open.mp4', 'h264_edit.mp4', 'vp9.webm', 'h264_fragments.mp4']
const index = () => at('videos.idx')
/** Copies of videos, and the paths of these. */
function videosIn(name: string): string[] {
  rmSync(at(name), { recursive: true, force: true })
  mkdirSync(at(name))
  return names.map((video) => {
    copyFileSync(path(video), at(`${name}/${video}`))
    return at(`${name}/${video}`)
  })
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-video-index-'))
  server = await StoreServer.open(folder)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** The sources of all clips; those of bad videos are in it, too, because no clip is read. */
async function listed(args: object, numThreads = 2): Promise<string[]> {
  const given = { sequenceLength: 10, ...args } as Args
  await using pipe = pipelineDef({ batchSize: 1, numThreads }, () => [
    fn.experimental.readers.video(given as Args & { filenames: string[] }) as DataNode,
  ])()
  await pipe.build()
  return [`${Object.values(pipe.readerMeta())[0]!.epochSize} clips`]
}
const read = (args: object, options: object = {}) =>
  clipsOf(
    () => fn.experimental.readers.video({ sequenceLength: 10, ...args } as Args & { filenames: string[] }),
    options,
  )

/** Puts other bytes into a file, which looks as before: what still finds its clips has not opened it. */
function spoil(file: string): void {
  const { atime, mtime, size } = statSync(file)
  const exact = { atime, mtime }
  writeFileSync(file, Buffer.alloc(size))
  utimesSync(file, exact.atime, exact.mtime)
}
/** Gives files times of change that utimes() can give again. */
function settle(files: readonly string[]): void {
  for (const file of files) utimesSync(file, 1e9, 1e9)
}

describe.skipIf(!hasVideo)('videos are listed', () => {
  it('in one order, with the same labels, clips and errors, by any number of threads', async () => {
    const good = videosIn('many')
    const bad = ['empty.mp4', 'noise.mp4', 'cut.mp4', 'none.mp4'].map((name) => at(`many/${name}`))
    writeFileSync(bad[0]!, '')
    writeFileSync(bad[1]!, Buffer.alloc(5000, 7))
    writeFileSync(bad[2]!, readFileSync(path('h264_moov_first.mp4')).subarray(0, 9000))
    const mixed = Array.from({ length: 45 }, (_, i) => (i % 3 === 2 ? bad[i % 4]! : good[i % 5]!))
    const labels = mixed.map((_, i) => 100 + i)
    const runs = [1, 2, 4].map(async (numThreads) => {
      const args = { filenames: mixed, labels, step: 1000, enableFrameNum: 'scalar' }
      const clips = await read({ ...args, onError: 'skip' }, { numThreads })
      const first = await read({ ...args, filenames: mixed.slice(1), labels: labels.slice(1) }, { numThreads }).catch(
        ({ code, message }) => [code, message.replace(/sample \d+/, '')],
      )
      return { clips, first }
    })
    const [one, ...others] = await Promise.all(runs)
    expect(one!.clips.map(({ source, facts }) => [source, facts[0]])).toEqual(
      mixed.flatMap((file, i) => (i % 3 === 2 ? [] : [[`${file.replace(/.*\//, '')}:0`, [100 + i]]])),
    )
    expect(one!.first).toEqual(['BAD_SAMPLE', expect.stringContaining('cut.mp4')])
    for (const other of others) expect(other).toEqual(one)
  })
})

describe.skipIf(!hasVideo)('indexPath', () => {
  it('keeps what was found: a later listing opens no video, and gives the same clips', async () => {
    const filenames = videosIn('kept')
    settle(filenames)
    const plain = await read({ filenames })
    expect(await read({ filenames, indexPath: index() })).toEqual(plain)
    expect(readdirSync(folder).filter((name) => name.startsWith('videos.idx'))).toEqual(['videos.idx'])
    const written = readFileSync(index())
    for (const numThreads of [1, 4]) {
      expect(await read({ filenames, indexPath: index() }, { numThreads })).toEqual(plain)
    }
    expect(readFileSync(index())).toEqual(written)
    expect(written.includes(Buffer.from(folder))).toBe(false)
    const count = await listed({ filenames })
    for (const file of filenames) spoil(file)
    expect(await listed({ filenames, indexPath: index() })).toEqual(count)
    expect(await listed({ filenames })).toEqual(['5 clips'])
    await using reader = nd.experimental.readers.video({ filenames, sequenceLength: 10, indexPath: index() })
    expect(`${reader.readerMeta().epochSize} clips`).toBe(count[0])
  })

  it('lists what has changed, keeps the rest, and the videos of other readers', async () => {
    const filenames = videosIn('changed')
    settle(filenames)
    rmSync(index(), { force: true })
    const [first, ...rest] = filenames
    await listed({ filenames: [first], indexPath: index() })
    await listed({ filenames: rest, indexPath: index() })
    const count = await listed({ filenames })
    for (const file of filenames.slice(0, 3)) spoil(file)
    utimesSync(rest[0]!, 1e9, 1e9 + 1)
    truncateSync(rest[1]!, statSync(rest[1]!).size - 1)
    utimesSync(rest[1]!, 1e9, 1e9)
    // Two of the videos are bad now: a clip each in place of all.
    const lost = Number.parseInt((await listed({ filenames: rest.slice(0, 2), indexPath: at('other.idx') }))[0]!, 10)
    expect(lost).toBe(2)
    copyFileSync(path(names[1]!), rest[0]!)
    copyFileSync(path(names[2]!), rest[1]!)
    expect(await listed({ filenames, indexPath: index() })).toEqual(count)
    spoil(rest[2]!)
    expect(await listed({ filenames, indexPath: index() })).toEqual(count)
  })

  it('that is damaged, cut off or of another version counts as none, and is written anew', async () => {
    const filenames = videosIn('damaged')
    settle(filenames)
    rmSync(index(), { force: true })
    const count = await listed({ filenames, indexPath: index() })
    const whole = readFileSync(index())
    const flipped = (place: number) => {
      const bytes = Buffer.from(whole)
      bytes[place]! ^= 0x20
      return bytes
    }
    const damaged = [
      Buffer.alloc(0),
      whole.subarray(0, 100),
      whole.subarray(0, -1),
      flipped(16),
      ...Array.from({ length: 12 }, (_, i) => flipped(18 + Math.floor(((whole.length - 19) * i) / 11))),
    ]
    for (const bytes of damaged) {
      writeFileSync(index(), bytes)
      expect(await listed({ filenames, indexPath: index() })).toEqual(count)
      expect(readFileSync(index()).length).toBeGreaterThanOrEqual(whole.length)
    }
    for (const file of filenames) spoil(file)
    expect(await listed({ filenames, indexPath: index() })).toEqual(count)
  })

  it.each<[string, () => string, string, string]>([
    ['a URL', () => 'https://host/videos.idx?secret=1', 'INVALID_ARGUMENT', 'https://host/videos.idx'],
    ['a folder', () => folder, 'INVALID_ARGUMENT', 'indexPath'],
    ['no path', () => '', 'INVALID_ARGUMENT', 'indexPath'],
    ['a file in no folder', () => at('nowhere/videos.idx'), 'FILE_NOT_FOUND', 'nowhere/videos.idx'],
    ['another file', () => at('refused/h264.mp4'), 'INVALID_ARGUMENT', 'is another file'],
  ])('refuses %s', async (_, make, code, text) => {
    const filenames = videosIn('refused')
    const failed = listed({ filenames, indexPath: make() })
    await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
    await expect(failed).rejects.not.toThrow('secret')
    expect(readFileSync(at('refused/h264.mp4'))).toEqual(readFileSync(path('h264.mp4')))
  })

  it('of videos in a store takes a request for the version of each, and none for their tables', async () => {
    videosIn('web')
    // Each run signs its addresses anew.
    let signed = 0
    const given = () => {
      const signature = `X-Amz-Signature=${++signed}`
      return { filenames: names.map((name) => `${server.url}/web/${name}?${signature}`), indexPath: at('web.idx') }
    }
    await server.faults({})
    const count = await listed(given())
    expect((await server.facts()).requests).toBeGreaterThanOrEqual(2 * names.length)
    await server.faults({})
    expect(await listed(given())).toEqual(count)
    const facts = await server.facts()
    expect([facts.requests, facts.bytes]).toEqual([names.length, names.length])
    // Another object under one of the names.
    copyFileSync(path('hevc.mp4'), at('web/h264.mp4'))
    const changed = await listed({ filenames: given().filenames })
    await server.faults({})
    expect(await listed(given())).toEqual(changed)
    expect((await server.facts()).requests).toBeGreaterThan(names.length)
  })

  it('has nothing of objects whose versions have no names', async () => {
    videosIn('nameless')
    const filenames = names.map((name) => `${server.url}/nameless/${name}`)
    await server.faults({ version: 'none' })
    const count = await listed({ filenames, indexPath: at('nameless.idx') })
    expect(await listed({ filenames })).toEqual(count)
    expect(existsSync(at('nameless.idx'))).toBe(false)
    await server.faults({})
  })
})
