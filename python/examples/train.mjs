// The pipeline of the examples: photos as random crops of 128 x 128, normalised, and the number of each photo's folder.
// Each process of a launcher, such as torchrun, reads its own shard.
import { fn, pipelineDef, types } from 'penstock-data'

export default pipelineDef({ batchSize: 8, numThreads: 2, seed: 42 }, (root) => {
  const [jpegs, labels] = fn.readers.file({
    fileRoot: root,
    randomShuffle: true,
    shard: 'auto',
    padLastBatch: true,
    name: 'train',
  })
  const photos = fn.decoders.imageRandomCrop(jpegs, { outputType: types.RGB })
  const images = fn.cropMirrorNormalize(fn.resize(photos, { size: [128, 128] }), {
    dtype: types.FLOAT,
    outputLayout: 'CHW',
    mirror: fn.random.coinFlip(),
    mean: [123.7, 116.3, 103.5],
    std: [58.4, 57.1, 57.4],
  })
  return { images, labels }
})
