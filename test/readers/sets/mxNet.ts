// RecordIO files of image records.
import { writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { image, record } from '../record-io.js'
import { jpeg, pictures, type ReaderSet } from './sets.js'

export const set: ReaderSet = {
  write(at) {
    for (const name of ['0.rec', '1.rec', 'records']) writeFileSync(at(name), record(image(1, jpeg)))
  },
  read: (at) => fn.readers.mxNet({ path: [at('0.rec'), at('1.rec')] }),
  progress: { file: '1.rec', files: 2, samples: 2 },
  data: [
    { value: ['0.rec', '1.rec'], gives: { ...pictures, labels: 'float32 [1]' } },
    { value: ['records'], gives: { ...pictures, labels: 'float32 [1]' } },
  ],
}
