// TFRecord files: of pictures under TensorFlow's names and under others, and of numbers.
import { writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { example, record } from '../tfrecord.js'
import { jpeg, pictures, type ReaderSet } from './sets.js'

const features = { x: { kind: 'fixed', dtype: 'int64' } } as const

export const set: ReaderSet = {
  write(at) {
    for (const i of [0, 1]) {
      writeFileSync(at(`${i}.tfrecord`), record(example({ x: { ints: [i] }, y: { floats: [1, 2] } })))
      const names = { 'image/encoded': { bytes: [jpeg] }, 'image/class/label': { ints: [i] }, label_id: { ints: [i] } }
      writeFileSync(at(`train-0000${i}-of-00002`), record(example(names)))
    }
    writeFileSync(at('own'), record(example({ text: { bytes: [Buffer.from('a cat')] }, photo: { bytes: [jpeg] } })))
  },
  read: (at) => fn.readers.tfrecord({ path: [at('0.tfrecord'), at('1.tfrecord')], features }).x,
  progress: { file: '1.tfrecord', files: 2, samples: 2 },
  data: [
    { value: ['0.tfrecord', '1.tfrecord'], gives: { x: 'int64 [1]', y: 'float32 [2]' } },
    { value: ['train-00000-of-00002', 'train-00001-of-00002'], gives: { ...pictures, labels: 'int64 []' } },
    { value: ['own'], gives: pictures },
  ],
}
