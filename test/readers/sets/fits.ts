// Writes FITS files: of an image in the primary HDU, and of one after it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { fn } from 'penstock-data'
import type { ReaderSet } from './sets.js'

const { cases } = JSON.parse(readFileSync(new URL('../golden/fits.json', import.meta.url), 'utf8')) as {
  cases: { name: string; file: string }[]
}
const fileOf = (name: string) => inflateSync(Buffer.from(cases.find((one) => one.name === name)!.file, 'base64'))

export const set: ReaderSet = {
  write(at) {
    mkdirSync(at('set'))
    for (const i of [0, 1]) writeFileSync(at(`set/${i}.fits`), fileOf('f4'))
    writeFileSync(at('primary.fits'), fileOf('the primary HDU'))
    writeFileSync(at('behind.fits'), fileOf('an image behind a table'))
  },
  read: (at) => fn.experimental.readers.fits({ fileRoot: at('set') }),
  progress: { files: 1, bytes: 0, samples: 2 },
  data: [
    { value: 'set', gives: { image: 'float32 [4, 5, 3]' } },
    { value: ['primary.fits'], gives: { image: 'float32 [5, 3]' } },
    { value: ['behind.fits'], gives: { image: 'int32 [5, 3]' } },
  ],
}
