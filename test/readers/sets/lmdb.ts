// LMDB databases: one of texts, and one of pictures.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { lmdb } from '../lmdb.js'
import { jpeg, pictures, type ReaderSet } from './sets.js'

const entries = (value: Buffer, count: number) =>
  Array.from({ length: count }, (_, i) => [Buffer.from(`key ${i}`), value] as const)

export const set: ReaderSet = {
  write(at) {
    writeFileSync(at('x.mdb'), lmdb(entries(Buffer.from('text'), 3)))
    mkdirSync(at('db'))
    writeFileSync(at('db/data.mdb'), lmdb(entries(jpeg, 2)))
  },
  read: (at) => fn.readers.lmdb({ path: at('x.mdb') }),
  progress: { file: 'x.mdb', files: 1, samples: 3 },
  data: [
    { value: ['x.mdb'], gives: { values: 'uint8 [4]' } },
    { value: 'db', gives: pictures },
    { value: ['db/data.mdb'], gives: pictures },
  ],
}
