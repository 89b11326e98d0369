// Files of data/videos, and whether this machine has the video plugin. Tests that take it are skipped where it is missing, and
// say so.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

export const hasVideo = existsSync(path('build/Release/penstock_av.so'))
if (!hasVideo) console.log('skipped: videos, because libavformat is not installed, so that there is no video plugin')

export const videoBytes = (name: string) => new Uint8Array(readFileSync(path(`data/videos/${name}`)))

export interface VideoGolden {
  name: string
  width: number
  height: number
  format: string
  /** For each frame: its time, and the CRC-32 of its planes and of its RGB pixels. */
  frames: [time: number | null, planes: number, rgb: number][]
  /** For each frame of some videos: the CRC-32 of its RGB pixels of 16 bits, and of its RGBA pixels. */
  rgb48?: number[]
  rgba?: number[]
}

export const videoGoldens = (
  JSON.parse(readFileSync(path('test/golden/decoders_video.json'), 'utf8')) as { videos: VideoGolden[] }
).videos

/** An MP4 whose tracks are shown by another matrix: the pixel at (x, y) comes to (a x + c y, b x + d y). */
export function shownBy(bytes: Uint8Array, [a, b, c, d]: readonly number[]): Uint8Array {
  const file = Buffer.from(bytes)
  for (let at = file.indexOf('tkhd'); at >= 0; at = file.indexOf('tkhd', at + 4)) {
    // Version 0 of the box has times of 4 bytes, version 1 of 8.
    const matrix = at + 4 + (file[at + 4] ? 52 : 40)
    const values = [a, b, 0, c, d, 0, 0, 0, 0.25]
    for (const [i, value] of values.entries())
      file.writeInt32BE((Math.round(value! * 65536) * (i % 3 === 2 ? 65536 : 1)) | 0, matrix + 4 * i)
  }
  return file
}
