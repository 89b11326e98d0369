// Contexts and threads: tasks that run side by side, each with its own number
// of threads.
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))
nd.setNumThreads(2)
console.log(`default: ${nd.getNumThreads()} threads`)

const [[files]] = nd.readers
  .file({ fileRoot: photos })
  .nextEpoch({ batchSize: 8 })

async function brightness(size) {
  const images = nd.resize(nd.decoders.image(files), { size: [size, size] })
  const bytes = await images.data()
  // Behind the await this is still the context of this task.
  return `${nd.EvalContext.current().numThreads} threads, ${size} px: ${Math.round(bytes.reduce((a, b) => a + b, 0) / bytes.length)}`
}

// In TypeScript: using context = new nd.EvalContext(...)
const contexts = [1, 3].map((numThreads) => new nd.EvalContext({ numThreads }))
const tasks = [
  brightness(64),
  ...contexts.map((context) => context.run(() => brightness(64))),
]
for (const line of await Promise.all(tasks)) console.log(line)

const results = contexts[0].run(() =>
  nd.flip(nd.resize(nd.decoders.image(files), { size: [16, 16] })),
)
await contexts[0].evaluateAll()
for (const context of contexts) context.close()
console.log(
  `${contexts[0]}, its results stay: ${results.dataSync().length} bytes`,
)
