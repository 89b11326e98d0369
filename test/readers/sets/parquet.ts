// Parquet files as Hugging Face has them: a column of pictures with a label; and a table without pictures.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { fn } from 'penstock-data'
import type { ReaderSet } from './sets.js'

const { cases } = JSON.parse(readFileSync(new URL('../golden/parquet.json', import.meta.url), 'utf8')) as {
  cases: { name: string; file: string }[]
}
const fileOf = (name: string) => inflateSync(Buffer.from(cases.find((one) => one.name === name)!.file, 'base64'))

export const set: ReaderSet = {
  write(at) {
    for (const name of ['set', 'set/data']) mkdirSync(at(name))
    for (const i of [0, 1]) writeFileSync(at(`set/data/${i}.parquet`), fileOf('one row'))
    writeFileSync(at('set/README.md'), 'a table')
  },
  read: (at) => fn.readers.parquet({ path: at('set/data'), columns: { n: { dtype: 'int32' } } }).n,
  progress: { file: 'set/data/1.parquet', files: 3, samples: 2 },
  data: ['set', 'set/data', ['set/data/0.parquet', 'set/data/1.parquet']].map((value) => ({
    value,
    gives: { n: 'int32 []' },
  })),
}
