// A set that lerobot has written: numbers, texts and tasks of five episodes in three files.
import { fn } from 'penstock-data'
import { writeSet } from '../lerobot.js'
import type { ReaderSet } from './sets.js'

export const set: ReaderSet = {
  write: (at) => writeSet(at('set')),
  read: (at) =>
    Object.values(
      fn.readers.lerobot({ root: at('set'), features: { action: { deltaTimestamps: [0, 0.1] }, index: {}, task: {} } }),
    ),
  progress: { file: 'set/data/chunk-001/file-000.parquet', files: 6, samples: 24 },
  data: [],
}
