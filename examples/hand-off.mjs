// Batches for another thread: their own memory (shared), a copy, or a copy that
// moves to that thread and frees the batch.
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { fn, pipelineDef } from 'penstock-data'

const fileRoot = fileURLToPath(new URL('../data/photos', import.meta.url))
const define = pipelineDef({ batchSize: 4, seed: 3 }, () => {
  const [files] = fn.readers.file({ fileRoot })
  return fn.resize(fn.decoders.image(files), { size: [96, 96] })
})

const worker = new Worker(new URL('functions/brightness.mjs', import.meta.url))
const ask = (handOff, transfer) =>
  new Promise((resolve) => {
    worker.once('message', resolve)
    worker.postMessage(handOff, transfer)
  })

const pipe = define()
for (const mode of ['shared', 'copy', 'transfer']) {
  const [images] = await pipe.run()
  const handOff = images.as(mode)
  const answer = await ask(handOff, mode === 'shared' ? [] : [handOff.buffer])
  // The worker is done with the memory; 'transfer' has released the batch
  // already.
  images.release()
  console.log(
    `${mode}: brightness ${answer.join(', ')}; ${pipe.statistics().copies.count} copies so far`,
  )
}
await pipe.close()
await worker.terminate()
