// Runs penstock's reader of videos with the rivals' protocol (bench/rivals/README.md): `whole` reads clips in their order,
// `clips` random ones, and `open` builds the data set of a folder. A sample is a frame, and with `open` a file.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fn, pipelineDef } from 'penstock-data'
import { measured, nextLength, takeTurns } from './turns.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    job: { type: 'string' },
    batch: { type: 'string', default: '8' },
    threads: { type: 'string', default: '2' },
  },
})
const clip = 16
const filenames = readdirSync(values.data)
  .sort()
  .map((name) => join(values.data, name))
const shuffled = values.job === 'clips' && { step: 1, randomShuffle: true, initialFill: 1024 }
const define = pipelineDef({ batchSize: Number(values.batch), numThreads: Number(values.threads) }, () =>
  fn.experimental.readers.video({ filenames, sequenceLength: clip, ...shuffled }),
)

const build = async () => {
  const pipe = define()
  await pipe.build()
  return pipe
}
const opened = async () => {
  await (await build()).close()
  return filenames.length
}

if (values.job === 'open') {
  await takeTurns('open', (seconds) => measured(opened, 0, seconds))
} else {
  const pipe = await build()
  await takeTurns(values.job, (seconds) => measured(async () => clip * (await nextLength(pipe)), 3, seconds))
  await pipe.close()
}
