// Cases of readers.caffe2 for `npm run parity`: the first batch of an epoch over a database that is made here.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { protos, tensor } from '../../../test/readers/caffe.js'
import { lmdb } from '../../../test/readers/lmdb.js'
import { parity } from '../../../tools/parity/cases.js'
import { temporaryFolder } from '../../../tools/parity/folder.js'
import { firstBatch } from '../../../tools/parity/penstock.js'

const folder = temporaryFolder()

/** Records of an image, dense labels, further tensors and a box; DALI reads no labels of types 1 and 3. */
function made(images: boolean, labels: boolean, more: number, bbox: boolean): string {
  const path = join(folder, [images, labels, more, bbox].join('-'))
  // Readers of earlier cases may still read ahead in it.
  if (existsSync(path)) return path
  const entries = Array.from({ length: 20 }, (_, i) => {
    const tensors = [
      ...(images ? [{ strings: ['x'.repeat((i * 997) % 9000)] }] : []),
      ...(labels ? [{ ints: [i, i + 1, -i] }] : []),
      ...Array.from({ length: more }, (_, k) => ({ floats: Array.from({ length: i % 7 }, (_, j) => j + k / 4) })),
      ...(bbox ? [{ ints: [i, 2, 3, 4] }] : []),
    ]
    return [Buffer.from(String(1000 + i)), protos(tensors.map(tensor))] as const
  })
  mkdirSync(path)
  writeFileSync(join(path, 'data.mdb'), lmdb(entries))
  return path
}

export default parity({
  tolerance: 0,
  ours: firstBatch((args) => nd.readers.caffe2(args)),
  case: (d) => {
    const [labels, bbox, more] = [d.bool(), d.bool(), d.int(0, 2)]
    const images = d.bool() || !(labels || bbox || more)
    const count = d.int(1, 2)
    return {
      inputs: [],
      batchSize: d.int(1, 3),
      args: {
        path: [made(images, labels, more, bbox)],
        imageAvailable: images,
        labelType: labels ? 2 : 4,
        additionalInputs: more,
        bbox,
        dontUseMmap: d.maybe(() => d.bool()),
        numShards: count,
        shardId: d.int(0, count - 1),
      },
    }
  },
})
