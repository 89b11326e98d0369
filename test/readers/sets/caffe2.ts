// LMDB databases of Caffe2: one of raw images with a label, and one with several labels.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { protos, tensor } from '../caffe.js'
import { lmdb } from '../lmdb.js'
import { bytes, field, varint } from '../protobuf.js'
import { jpeg, pictures, type ReaderSet } from './sets.js'

const raw = tensor({ dims: [2, 2, 3], data: 'x'.repeat(12) })
/** A tensor of one string, whose bytes are no text. */
const picture = Buffer.concat([field(2, 0), varint(4), bytes(6, jpeg)])

export const set: ReaderSet = {
  write(at) {
    for (const name of ['one', 'several']) mkdirSync(at(name))
    const write = (name: string, values: readonly Buffer[]) =>
      writeFileSync(at(`${name}/data.mdb`), lmdb(values.map((value, i) => [Buffer.from(`${i}`), value])))
    write('one', [protos([raw, tensor({ ints: [1] })]), protos([raw, tensor({ ints: [2] })])])
    write('several', [protos([picture, tensor({ ints: [1, 0, 1] })])])
  },
  read: (at) => fn.readers.caffe2({ path: at('one') }),
  progress: { file: 'one/data.mdb', files: 1, samples: 2 },
  data: [
    { value: 'one', gives: { images: 'uint8 [2, 2, 3]', labels: 'int32 [1]' } },
    { value: 'several', gives: { ...pictures, labels: 'int32 [3]' } },
  ],
}
