// devices.mjs: reads one shard of the photos, on the GPU where there is one.
import { fn, pipelineDef } from 'penstock-data'

const load = pipelineDef({ batchSize: 4, seed: 1 }, () => {
  // Rank and number of processes come from the launcher, such as torchrun.
  const [files] = fn.readers.file({
    fileRoot: 'photos',
    shuffleAfterEpoch: true,
    shard: 'auto',
    name: 'photos',
  })
  const images = fn.decoders.imageRandomCrop(files, { device: 'mixed' })
  return fn.resize(images, { size: [64, 64] })
})

let pipe = load({ deviceId: 0 })
try {
  await pipe.build()
} catch (error) {
  if (error.code !== 'CUDA_UNAVAILABLE') throw error
  console.log('no GPU: the CPU decodes')
  pipe = load({ deviceId: null })
}

const { shardId, numberOfShards } = pipe.readerMeta('photos')
const read = []
for await (const [images] of pipe) {
  for (let i = 0; i < images.length; i++) read.push(images.sourceInfo(i).index)
}
console.log(`shard ${shardId} of ${numberOfShards}: photos ${read.join(', ')}`)
await pipe.close()
