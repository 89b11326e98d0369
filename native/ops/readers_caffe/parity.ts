// Cases of readers.caffe for `npm run parity`: the first batch of an epoch over databases that are made here.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { datum } from '../../../test/readers/caffe.js'
import { lmdb } from '../../../test/readers/lmdb.js'
import { parity } from '../../../tools/parity/cases.js'
import { temporaryFolder } from '../../../tools/parity/folder.js'
import { firstBatch } from '../../../tools/parity/penstock.js'

const folder = temporaryFolder()

/** Databases with encoded images or raw ones, some of which lie in pages of their own. */
const sets = [0, 1, 2].map((number) => {
  const path = join(folder, String(number))
  const entries = Array.from({ length: 20 + number }, (_, i) => {
    const [height, width] = [1 + ((i * 7) % 40), 1 + ((i * 5) % 50)]
    const data = Buffer.alloc(height * width * 3, i + 1)
    const record = number === 2 ? { channels: 3, height, width, data, encoded: false } : { data, encoded: true }
    return [Buffer.from(String(1000 + i)), datum({ ...record, label: i - 5 })] as const
  })
  mkdirSync(path)
  writeFileSync(join(path, 'data.mdb'), lmdb(entries))
  return path
})

export default parity({
  tolerance: 0,
  ours: firstBatch((args) => nd.readers.caffe(args)),
  case: (d) => {
    const count = d.int(1, 2)
    const raw = d.bool()
    return {
      inputs: [],
      batchSize: d.int(1, 3),
      args: {
        path: raw ? [sets[2]!] : d.some(sets.slice(0, 2), d.int(1, 2)),
        imageAvailable: true,
        labelAvailable: d.maybe(() => d.bool()),
        dontUseMmap: d.maybe(() => d.bool()),
        numShards: count,
        shardId: d.int(0, count - 1),
      },
    }
  },
})
