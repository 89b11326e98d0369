// Runs penstock's readers alone with the rivals' protocol (bench/rivals/README.md). `--data` is the folder that the
// suite `readers` has written.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fn, pipelineDef } from 'penstock-data'
import { measured, nextLength, takeTurns } from './turns.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    job: { type: 'string' },
    batch: { type: 'string', default: '64' },
    threads: { type: 'string', default: '2' },
  },
})
const shards = (ending) => [0, 1, 2, 3].map((i) => join(values.data, `${i}.${ending}`))
const features = { image: { kind: 'fixed', dtype: 'string' }, label: { kind: 'fixed', dtype: 'int64' } }
const [kind, how] = values.job.split('-')
const shuffle = how?.endsWith('shuffled')
  ? { shuffleAfterEpoch: true }
  : how?.endsWith('blocks')
    ? { shuffleBlocks: true }
    : {}
const stored = (options) =>
  fn.readers.webdataset({
    paths: 's3://bucket/{0..3}.tar',
    indexPaths: shards('idx'),
    ext: 'jpg',
    ...shuffle,
    ...options,
  })
const parts = () => {
  const ending = how?.startsWith('small') ? 'smallparts' : 'parts'
  return Array.from({ length: 32 }, (_, i) => join(values.data, `${String(i).padStart(2, '0')}.${ending}`))
}
const readers = {
  file: () => {
    const files = readdirSync(join(values.data, 'files')).sort()
    return fn.readers.file({ fileRoot: join(values.data, 'files'), files, ...shuffle })[0]
  },
  webdataset: () =>
    fn.readers.webdataset({ paths: shards('tar'), ext: 'jpg', dontUseMmap: how === 'plain', ...shuffle }),
  parts: () => fn.readers.webdataset({ paths: parts(), ext: 'jpg', ...shuffle }),
  mixture: () => {
    const sources = parts().map((path) => () => fn.readers.webdataset({ paths: [path], ext: 'jpg', ...shuffle }))
    return fn.readers.mixture({ sources, weights: sources.map(() => 1) })
  },
  // The suite `stores` sets the place of the store, and has the indexes on the disk.
  store: () => stored({}),
  cached: () => stored({ cache: { dir: join(values.data, 'cache'), bytes: 2 ** 36 } }),
  local: () => fn.readers.webdataset({ paths: shards('tar'), indexPaths: shards('idx'), ext: 'jpg', ...shuffle }),
  numpy: () => {
    const roi = /roi/.test(how) ? { roiStart: [56, 56], roiShape: [112, 112], roiAxes: [0, 1] } : {}
    return fn.readers.numpy({ fileRoot: join(values.data, /fortran/.test(how) ? 'fortran' : 'arrays'), ...roi })
  },
  coco: () => [
    ...fn.readers.coco({
      fileRoot: join(values.data, 'files'),
      annotationsFile: join(values.data, 'coco.json'),
      ...shuffle,
    }),
  ],
  cocoindex: () => [
    ...fn.readers.coco({
      fileRoot: values.data,
      annotationsFile: join(values.data, 'large.json'),
      polygonMasks: how === 'polygons',
      name: 'r',
    }),
  ],
  mxnet: () => fn.readers.mxNet({ path: shards('rec'), ...shuffle }),
  tfrecord: () =>
    Object.values(
      fn.readers.tfrecord({ path: shards(how?.startsWith('small') ? 'small' : 'tfrecord'), features, ...shuffle }),
    ),
}
const define = pipelineDef({ batchSize: Number(values.batch), numThreads: Number(values.threads) }, readers[kind])
// A job of an index counts the samples that are listed, by opening the data set again and again.
const listing = kind.endsWith('index')
if (kind === 'cached') {
  // The cache has all of the set from here on.
  const first = define()
  for await (const batch of first) batch[0].release()
  await first.close()
}
const pipe = listing ? undefined : define()
await pipe?.build()

async function list() {
  const opened = define()
  await opened.build()
  const { epochSize } = opened.readerMeta('r')
  await opened.close()
  return epochSize
}

await takeTurns(values.job, (seconds) =>
  pipe ? measured(() => nextLength(pipe), 6, seconds) : measured(list, 0, seconds),
)
await pipe?.close()
