// Cases of readers.mxNet for `npm run parity`: the first batch of an epoch over files that are made here.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { image, record } from '../../../test/readers/record-io.js'
import { parity } from '../../../tools/parity/cases.js'
import { temporaryFolder } from '../../../tools/parity/folder.js'
import { firstBatch } from '../../../tools/parity/penstock.js'

const folder = temporaryFolder()
const magic = Buffer.from([0x0a, 0x23, 0xd7, 0xce])

/** Files of records with one label or several, some of which have the magic number in their images. */
const sets = [0, 1, 2].map((number) => {
  const records = Array.from({ length: 20 + number }, (_, i) => {
    const bytes = Buffer.alloc((i * 37) % 400, i + 1)
    const data = i % 5 === 3 ? Buffer.concat([bytes, magic, bytes]) : bytes
    return record(image(i % 3 === 2 ? [i, number, 0.5] : i + number / 4, data, i))
  })
  const path = join(folder, `${number}.rec`)
  writeFileSync(path, Buffer.concat(records))
  return { path, records }
})

/** An index of these files, in which offsets count through all of them. */
function indexOf(chosen: typeof sets, every: number): string {
  const path = join(
    folder,
    `${chosen.map(({ path }) => sets.findIndex((set) => set.path === path)).join('-')}-${every}.idx`,
  )
  let offset = 0
  const lines = chosen
    .flatMap(({ records }) => records)
    .map(({ length }, i) => {
      const line = `${i}\t${offset}\n`
      offset += length
      return line
    })
  writeFileSync(path, lines.filter((_, i) => i % every === 0).join(''))
  return path
}

export default parity({
  tolerance: 0,
  ours: firstBatch((args) => nd.readers.mxNet(args)),
  case: (d) => {
    const count = d.int(1, 2)
    const chosen = d.some(sets, d.int(1, 3))
    return {
      inputs: [],
      batchSize: d.int(1, 3),
      args: {
        path: chosen.map(({ path }) => path),
        indexPath: [indexOf(chosen, d.int(1, 2))],
        dontUseMmap: d.maybe(() => d.bool()),
        numShards: count,
        shardId: d.int(0, count - 1),
      },
    }
  },
})
