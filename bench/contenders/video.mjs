// Runs penstock's reader of videos with the rivals' protocol (bench/rivals/README.md): `whole` reads clips in their order,
// `clips` random ones, `gpu` random ones that are resized to 224 x 224, and `open` builds the data set of a folder. A sample is a
// frame, and with `open` a file. With --device gpu the GPU's video engines decode.
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
    device: { type: 'string', default: 'cpu' },
  },
})
const clip = 16
const filenames = readdirSync(values.data)
  .sort()
  .map((name) => join(values.data, name))
const { device, job } = values
const shuffled = (job === 'clips' || job === 'gpu') && { step: 1, randomShuffle: true, initialFill: 1024 }
const options = { batchSize: Number(values.batch), numThreads: Number(values.threads) }
const define = pipelineDef({ ...options, ...(device === 'gpu' && { deviceId: 0 }) }, () =>
  job === 'gpu'
    ? fn.readers.videoResize({ filenames, sequenceLength: clip, ...shuffled, size: [224, 224], device })
    : fn.experimental.readers.video({ filenames, sequenceLength: clip, ...shuffled, device }),
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

if (job === 'open') {
  await takeTurns('open', (seconds) => measured(opened, 0, seconds))
} else {
  const pipe = await build()
  await takeTurns(job, (seconds) => measured(async () => clip * (await nextLength(pipe)), 3, seconds))
  await pipe.close()
}
