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
}

export const videoGoldens = (
  JSON.parse(readFileSync(path('test/golden/decoders_video.json'), 'utf8')) as { videos: VideoGolden[] }
).videos
