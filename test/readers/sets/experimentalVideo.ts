// The folders of videos, by the experimental reader.
import { fn } from 'penstock-data'
import type { ReaderSet } from './sets.js'
import { writeVideos } from './video.js'

export const set: ReaderSet = {
  write: writeVideos,
  read: (at) => fn.experimental.readers.video({ fileRoot: at('set'), sequenceLength: 20 }),
  // Threads list the files together, so either is the last.
  progress: { files: 5, samples: 4 },
  data: [],
}
