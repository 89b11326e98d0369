// Cases of readers.file for `npm run parity`: the first batch of an epoch that is not shuffled.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'
import { parity } from '../../../tools/parity/cases.js'
import { filesOf } from '../../../tools/parity/families.js'
import { firstBatch } from '../../../tools/parity/penstock.js'

const photos = fileURLToPath(new URL('../../../data/photos', import.meta.url))
const names = filesOf('photos', /\.jpg$/)

export default parity({
  tolerance: 0,
  ours: firstBatch((args) => nd.readers.file(args)),
  case: (d) => {
    const files = d.some(names, d.int(4, 9))
    const count = d.int(1, 2)
    const way = d.pick(['root', 'files', 'relative', 'labels'])
    const given: Record<string, unknown> =
      way === 'root'
        ? {
            fileRoot: photos,
            fileFilters: d.maybe(() => d.pick([['*.jpg'], ['c*.JPG', 'g*'], ['*_face.jpg', '*.png', '*tall*']])),
            dirFilters: d.maybe(() => d.pick([['a*', 'o*'], ['*'], ['SPACE', 'people']])),
            caseSensitiveFilter: d.maybe(() => d.bool()),
          }
        : {
            files: way === 'relative' ? files.map((file) => relative(photos, file)) : files,
            ...(way === 'relative' && { fileRoot: photos }),
            ...(way === 'labels' && { labels: files.map(() => d.int(-3, 99)) }),
          }
    return {
      inputs: [],
      // A shard that is smaller than the batch is repeated in a pipeline, and not in imperative mode.
      batchSize: way === 'root' ? 1 : d.int(1, 2),
      args: { ...given, numShards: count, shardId: d.int(0, count - 1) },
    }
  },
})
