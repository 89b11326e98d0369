// The three executors: the same definition gives the same bytes; what differs
// is where batches lie and how long they live.
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'

const photos = fileURLToPath(new URL('../data/photos', import.meta.url))

const define = pipelineDef({ batchSize: 8, seed: 42 }, () => {
  const [files, labels] = fn.readers.file({
    fileRoot: photos,
    randomShuffle: true,
  })
  const images = fn.decoders.imageRandomCrop(files, { outputType: types.RGB })
  // Labels and images meet nowhere: the dynamic executor gives each an actor of
  // its own.
  return [
    fn.resize(images, { size: [64, 64] }),
    fn.cast(labels, { dtype: types.FLOAT }),
  ]
})

const executors = {
  dynamic: {},
  pipelined: { execDynamic: false },
  simple: { execAsync: false },
}

for (const [name, options] of Object.entries(executors)) {
  const pipe = define(options)
  const hash = createHash('sha256')
  const batches = []
  for (let i = 0; i < 4; i++) {
    const batch = await pipe.run()
    hash.update(batch[0].dataSync()).update(batch[1].dataSync())
    batches.push(batch)
  }
  // In the dynamic executor the first batch is still there; elsewhere each
  // run() ended the one before.
  let first = 'still valid'
  try {
    batches[0][0].at(0)
  } catch (error) {
    first = error.code
  }
  const actors = pipe
    .graph()
    .stages.filter(({ kind }) => kind !== 'sink').length
  console.log(
    `${name}: ${actors} actors, bytes ${hash.digest('hex').slice(0, 12)}, first batch ${first}`,
  )
  for (const [images] of batches) images.release()
  await pipe.close()
}
