// Scheduled runs: asking for batches and taking them are two calls, so that
// several batches are in flight and several are in use. Then runSync(), for a
// script that has nothing else to do meanwhile.
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'

const photos = fileURLToPath(new URL('../data/photos', import.meta.url))

const define = pipelineDef(
  { batchSize: 4, seed: 1, prefetchQueueDepth: 3 },
  () => {
    const [files, labels] = fn.readers.file({ fileRoot: photos })
    return [fn.resize(fn.decoders.image(files), { size: [32, 32] }), labels]
  },
)

const pipe = define()
for (let i = 0; i < 3; i++) pipe.scheduleRun()
try {
  pipe.scheduleRun()
} catch (error) {
  console.log(`a fourth one: ${error.code}`)
}

// Two batches are in use at once; each shareOutputs() goes with one
// releaseOutputs().
const [a] = await pipe.shareOutputs()
const [b] = await pipe.shareOutputs()
console.log(
  `shared: samples ${a.sourceInfo(0).index} to ${b.sourceInfo(b.length - 1).index}`,
)
pipe.releaseOutputs()
pipe.releaseOutputs()

// A loop that keeps the queue full.
let images = 0
for (let step = 0; step < 5; step++) {
  pipe.scheduleRun()
  const [batch] = await pipe.shareOutputs()
  images += batch.length
  pipe.releaseOutputs()
}
console.log(`then ${images} images`)
await pipe.close()

const script = define()
const [first] = script.runSync()
console.log(`without await: ${first.asTensor().shape.join(' x ')}`)
first.release()
await script.close()
