// The folders of videos, of smaller frames.
import { fn } from 'penstock-data'
import type { ReaderSet } from './sets.js'
import { writeVideos } from './video.js'

export const set: ReaderSet = {
  write: writeVideos,
  read: (at) => fn.readers.videoResize({ fileRoot: at('set'), sequenceLength: 20, size: [8, 8] }),
  // Threads list the files together, so either is the last.
  progress: { files: 5, samples: 4 },
  data: [],
}
