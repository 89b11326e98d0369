// Cases of readers.webdataset for `npm run parity`: the first batch of an epoch over archives that are made here.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { tar } from '../../../test/readers/tar.js'
import { daliRefuses, parity } from '../../../tools/parity/cases.js'
import { temporaryFolder } from '../../../tools/parity/folder.js'
import { firstBatch } from '../../../tools/parity/penstock.js'

const folder = temporaryFolder()
const extensions = ['jpg', 'cls', 'left.jpg', 'JPG']

/** Samples that lack components, have some twice, and lie in folders. */
const paths = [0, 1, 2].map((archive) => {
  const files = Array.from({ length: 40 }, (_, i) => {
    const key = `${['', 'd/', 'd.e/'][archive]}${Math.floor(i / (2 + archive))}`
    const name = `${key}.${extensions[(i * 7 + archive) % 4]}`
    return [name, Buffer.alloc(4 * ((i * 37) % 400), i + 1)] as const
  })
  const path = join(folder, `${archive}.tar`)
  writeFileSync(path, tar(files))
  return path
})

export default parity({
  tolerance: 0,
  differs: [
    daliRefuses(
      /SIGFPE/,
      "With dontUseMmap and a component that no sample has DALI's process may end with a division by zero; penstock gives empty outputs.",
    ),
  ],
  ours: firstBatch((args) => nd.readers.webdataset(args)),
  case: (d) => {
    const ext = d.pick([['jpg'], ['jpg', 'cls'], ['left.jpg;cls', 'JPG;jpg'], ['cls', 'cls;jpg', 'zip']])
    const count = d.int(1, 2)
    return {
      inputs: [],
      batchSize: d.int(1, 3),
      args: {
        paths: d.some(paths, d.int(1, 3)),
        ext,
        missingComponentBehavior: d.maybe(() => d.pick(ext.includes('zip') ? ['empty'] : ['empty', 'skip'])),
        caseSensitiveExtensions: d.maybe(() => d.bool()),
        dontUseMmap: d.maybe(() => d.bool()),
        numShards: count,
        shardId: d.int(0, count - 1),
      },
    }
  },
})
