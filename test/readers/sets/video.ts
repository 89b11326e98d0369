// Folders of videos: of 40 frames and of 45, which give two clips each.
import { copyFileSync, mkdirSync } from 'node:fs'
import { fn } from 'penstock-data'
import { type ReaderSet, videos } from './sets.js'

export function writeVideos(at: (name: string) => string) {
  for (const [i, name] of ['h264.mp4', 'h264_open.mp4'].entries()) {
    mkdirSync(at(`set/${i}`), { recursive: true })
    copyFileSync(`${videos}/${name}`, at(`set/${i}/${name}`))
  }
}

export const set: ReaderSet = {
  write: writeVideos,
  read: (at) => fn.readers.video({ fileRoot: at('set'), sequenceLength: 20 }),
  // Threads list the files together, so either is the last.
  progress: { files: 5, samples: 4 },
  data: [],
}
