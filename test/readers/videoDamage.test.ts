// Videos whose damage no result of a decoder tells: readers refuse the frames that it concerns, by number and time, and
// the others are the same in any order and for any number of threads.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fn } from 'penstock-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasVideo } from '../util/video.js'
import { clipsOf, golden, path } from './clips.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-video-damage-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

// From the middle of a packet to its end, or one byte.
const damages = [
  { name: 'ffv1.mkv', frame: 1, from: 2522, to: 3157, value: 0 },
  { name: 'mjpeg.avi', frame: 3, from: 12711, to: 13681, value: 0x5a },
  { name: 'mjpeg.avi', frame: 1, from: 8494, to: 9413, value: 0xff },
  { name: 'vp8.webm', frame: 0, from: 1576, to: 2717, value: 0xff },
  { name: 'hevc.mp4', frame: 0, from: 188, to: 333, value: 0xff },
  // The decoder says nothing and leaves a part of the picture as the memory was.
  { name: 'hevc.mp4', frame: 0, from: 83, to: 84, value: 43 },
  { name: 'ffv1.mkv', frame: 0, from: 890, to: 891, value: 207 },
  { name: 'mjpeg.avi', frame: 2, from: 9876, to: 9877, value: 2 },
]

describe.skipIf(!hasVideo)('damage that no result of a decoder tells', () => {
  const write = ({ name, frame, from, to, value }: (typeof damages)[number]) => {
    const file = join(folder, `${frame}-${from}-${name}`)
    writeFileSync(file, readFileSync(path(name)).fill(value, from, to))
    return file
  }

  it.each(damages)('of frame $frame of $name at byte $from is refused by number and time', async (damage) => {
    const args = { filenames: [write(damage)], sequenceLength: 1 }
    const failed = clipsOf(() => fn.experimental.readers.video(args), { batchSize: 1 })
    await expect(failed).rejects.toMatchObject({
      code: 'BAD_SAMPLE',
      message: expect.stringMatching(new RegExp(`Frame ${damage.frame} of \\d+, at \\d+\\.\\d{3} s, is damaged`)),
    })
    await expect(failed).rejects.toThrow(`${damage.frame}-${damage.from}-${damage.name}`)
  })

  it.each(damages)('of frame $frame of $name at byte $from leaves the same frames in any order', async (damage) => {
    const filenames = [write(damage)]
    const read = async (numThreads: number, args: object) => {
      const given = { filenames, sequenceLength: 1, onError: 'skip', ...args } as const
      const clips = await clipsOf(() => fn.experimental.readers.video(given), { numThreads, seed: 7 })
      return new Map(clips.map(({ source, sums }) => [source, sums[0]] as const).sort())
    }
    const inOrder = await read(1, {})
    expect(inOrder.size).toBeLessThan(golden(damage.name).frames.length)
    for (const numThreads of [1, 4]) {
      expect(await read(numThreads, { randomShuffle: true })).toEqual(inOrder)
    }
  })
})
