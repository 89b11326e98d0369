// MDS shards: of pictures with a label, and of numbers in compressed shards.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { bytesOf, mds } from '../mds.js'
import { jpeg, pictures, type ReaderSet } from './sets.js'

const columns = { image: 'jpeg', label: 'int', name: 'str' }

export const set: ReaderSet = {
  write(at) {
    const sample = (i: number) => ({
      ...{ image: jpeg, label: bytesOf(BigInt64Array.of(BigInt(i))), name: Buffer.from(`cat ${i}`) },
    })
    const numbers = [0, 1, 2].map((i) => ({ x: bytesOf(Float32Array.of(i, 2)), y: bytesOf(Int16Array.of(i)) }))
    const sets = {
      'set/train': mds(columns, [[sample(0), sample(1)], [sample(2)]]),
      numbers: mds({ x: 'ndarray:float32:2', y: 'int16' }, [numbers], { compression: 'zstd' }),
    }
    for (const name of ['set', 'set/train', 'numbers']) mkdirSync(at(name))
    for (const [folder, files] of Object.entries(sets)) {
      for (const [name, data] of Object.entries(files)) writeFileSync(at(`${folder}/${name}`), data)
    }
  },
  read: (at) => fn.readers.mds({ path: at('set/train'), columns: { label: { dtype: 'int64' } } }).label!,
  progress: { file: 'set/train/shard.00001.mds', files: 3, samples: 3 },
  data: [
    { value: 'set/train', gives: { ...pictures, labels: 'int64 []' } },
    { value: ['set/train/index.json'], gives: { ...pictures, labels: 'int64 []' } },
    { value: 'numbers', gives: { x: 'float32 [2]', y: 'int16 []' } },
  ],
}
