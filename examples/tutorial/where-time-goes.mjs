// where-time-goes.mjs [MS]: twenty batches for a training step that takes so
// many milliseconds; then what limited the run.
import { setTimeout as sleep } from 'node:timers/promises'
import { fn, pipelineDef } from 'penstock-data'

const stepMs = Number(process.argv[2] ?? 0)
const load = pipelineDef({ batchSize: 8, numThreads: 1, seed: 1 }, () => {
  const [files] = fn.readers.file({
    fileRoot: 'photos',
    shuffleAfterEpoch: true,
  })
  return fn.resize(fn.decoders.imageRandomCrop(files), { size: [224, 224] })
})

const pipe = load()
for (let step = 0; step < 20; step++) {
  const [images] = await pipe.run()
  images.release()
  await sleep(stepMs)
}
pipe.statistics().print()
pipe.trace('trace.json') // for ui.perfetto.dev
await pipe.close()
