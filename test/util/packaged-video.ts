// A program that decodes videos with the video plugin of an installed package, and what it is to print.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { name } from './installed.js'
import { videoGoldens } from './video.js'

/** One of each codec and container that the package has. */
const files = [
  'h264.mp4',
  'h264_open.ts',
  'hevc_10bit.mkv',
  'vp8.webm',
  'vp9.webm',
  'av1.mp4',
  'mjpeg.avi',
  'mpeg2.ts',
  'mpeg4.avi',
  'ffv1.mkv',
  'prores_alpha.mov',
  'png_alpha.mov',
  'qtrle_alpha.mov',
]
const goldens = files.map((file) => videoGoldens.find((golden) => golden.name === file)!)

/** For each file its name and the CRC-32 of its first three frames. */
export const decodedVideos = goldens
  .map(({ name, frames }) => `${name} ${frames.slice(0, 3).map(([, , rgb]) => rgb)}\n`)
  .join('')

/** Writes video.mjs and its data into the folder of a project. */
export function addVideoProgram(project: string): void {
  const data = join(project, 'videos')
  mkdirSync(data)
  for (const file of files)
    cpSync(fileURLToPath(new URL(`../../data/videos/${file}`, import.meta.url)), join(data, file))
  writeFileSync(
    join(project, 'video.mjs'),
    `
    import { readFileSync } from 'node:fs'
    import { crc32 } from 'node:zlib'
    import { decoders, tensor } from '${name}/dynamic'
    try {
      for (const file of ${JSON.stringify(files)}) {
        const video = tensor(new Uint8Array(readFileSync('videos/' + file)))
        const clip = decoders.video(video, { sequenceLength: 3 })
        const [, height, width] = clip.shape
        const frames = [0, 1, 2].map((i) => clip.dataSync().subarray(i * height * width * 3, (i + 1) * height * width * 3))
        console.log(file, frames.map((frame) => crc32(frame)).join())
      }
    } catch ({ code, message, hint }) {
      console.log(code, message, hint)
    }`,
  )
}
