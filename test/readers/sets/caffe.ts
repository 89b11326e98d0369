// LMDB databases of Caffe: one of JPEGs, and one of raw images.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { datum } from '../caffe.js'
import { lmdb } from '../lmdb.js'
import { jpeg, pictures, type ReaderSet } from './sets.js'

const raw = { channels: 3, height: 2, width: 4, data: Buffer.alloc(24), label: 7 }

export const set: ReaderSet = {
  write(at) {
    for (const name of ['jpegs', 'raw', 'plain']) mkdirSync(at(name))
    const encoded = datum({ channels: 3, height: 1, width: 1, data: jpeg, label: 1, encoded: true })
    writeFileSync(at('jpegs/data.mdb'), lmdb([0, 1].map((i) => [Buffer.from(`${i}`), encoded])))
    writeFileSync(at('raw/data.mdb'), lmdb([[Buffer.from('0'), datum({ ...raw, encoded: false })]]))
    writeFileSync(at('plain/data.mdb'), lmdb([[Buffer.from('0'), datum(raw)]]))
  },
  read: (at) => fn.readers.caffe({ path: [at('jpegs'), at('raw')] }),
  progress: { file: 'raw/data.mdb', files: 2, samples: 3 },
  data: [
    { value: 'jpegs', gives: { ...pictures, labels: 'int32 [1]' } },
    { value: 'raw', gives: { images: 'uint8 [2, 4, 3]', labels: 'int32 [1]' } },
    { value: 'plain', gives: { images: 'uint8 [24]', labels: 'int32 [1]' } },
  ],
}
