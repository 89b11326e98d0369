// .npy files in folders.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { npy } from '../npy.js'
import type { ReaderSet } from './sets.js'

export const set: ReaderSet = {
  write(at) {
    for (const name of ['flat', 'deep', 'deep/a']) mkdirSync(at(name))
    for (const i of [1, 2]) {
      const array = npy({ shape: [i, 3], data: Buffer.alloc(12 * i) })
      for (const folder of ['flat', 'deep/a']) writeFileSync(at(`${folder}/${i}.npy`), array)
    }
  },
  read: (at) => fn.readers.numpy({ fileRoot: at('deep') }),
  progress: { files: 2, bytes: 0, samples: 2 },
  data: ['flat', 'deep', ['flat/1.npy', 'flat/2.npy']].map((value) => ({
    value,
    gives: { array: 'float32 [1..2, 3]' },
  })),
}
