// A set that lerobot has written: numbers, texts and tasks of five episodes in three files.
import { fn } from 'penstock-data'
import { hasVideo } from '../../util/video.js'
import { camerasGolden, writeFiles, writeSet } from '../lerobot.js'
import type { ReaderSet } from './sets.js'

/** What all numbers and texts of the set are. */
const numbers = {
  action: 'float32 [2]',
  count: 'int64 [2]',
  episode_index: 'int64 []',
  frame_index: 'int64 []',
  index: 'int64 []',
  instruction: 'uint8 [0..12]',
  'next.done': 'bool []',
  'next.reward': 'float32 []',
  'observation.map': 'float32 [2, 3]',
  'observation.state': 'float32 [3]',
  precise: 'float64 [2]',
  small: 'uint8 [4]',
  step: 'int16 []',
  still: 'float32 []',
  task: 'uint8 [8..15]',
  task_index: 'int64 []',
  timestamp: 'float32 []',
}

export const set: ReaderSet = {
  write(at) {
    writeSet(at('set'))
    if (hasVideo) writeFiles(camerasGolden.files, at('cameras'))
  },
  read: (at) =>
    Object.values(
      fn.readers.lerobot({ root: at('set'), features: { action: { deltaTimestamps: [0, 0.1] }, index: {}, task: {} } }),
    ),
  progress: { file: 'set/data/chunk-001/file-000.parquet', files: 6, samples: 24 },
  data: [
    { value: 'set', gives: numbers },
    { value: ['set/meta/info.json'], gives: numbers },
    ...(hasVideo ? [{ value: 'cameras', gives: { clips: 'float32 [1, 3, 8, 8]', labels: 'int64 []' } }] : []),
  ],
}
