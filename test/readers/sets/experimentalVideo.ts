// The folders of videos, by the experimental reader.
import { fn } from 'penstock-data'
import type { ReaderSet } from './sets.js'
import { writeVideos } from './video.js'

export const set: ReaderSet = {
  write: writeVideos,
  read: (at) => fn.experimental.readers.video({ fileRoot: at('set'), sequenceLength: 20 }),
  progress: { file: 'set/1/h264_open.mp4', files: 5, samples: 4 },
  data: [],
}
