// Runs the main job over the bundled photos and returns a hash per batch. It is plain JavaScript, so that a test can
// also run it in a separate process: node test/util/main-job.mjs THREADS DEPTH SEED
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))

export async function hashes(numThreads, prefetchQueueDepth, seed) {
  const pipe = pipelineDef({ batchSize: 10, numThreads, prefetchQueueDepth, seed }, () => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
    let x = fn.decoders.imageRandomCrop(jpegs)
    x = fn.resize(x, { size: [64, 64] })
    x = fn.cropMirrorNormalize(x, { mirror: fn.random.coinFlip(), mean: [124, 116, 104], std: [58, 57, 57] })
    return [x, labels]
  })()
  const out = []
  for (let epoch = 0; epoch < 2; epoch++) {
    for await (const [images, labels] of pipe) {
      const hash = createHash('blake2b512')
      for (const t of [...images.copy(), ...labels.copy()]) hash.update(new Uint8Array(t.dataSync().buffer))
      out.push(hash.digest('hex'))
    }
  }
  await pipe.close()
  return out
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [threads, depth, seed] = process.argv.slice(2).map(Number)
  console.log(JSON.stringify(await hashes(threads, depth, seed)))
}
