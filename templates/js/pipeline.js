// The pipeline: what becomes of each image between its file and the batch.
import { fn, pipelineDef, types } from 'penstock-data'

export default pipelineDef({ batchSize: 8, seed: 42, onError: 'skip' }, (folder) => {
  // A sub-folder is a class, and its number the label.
  const [jpegs, labels] = fn.readers.file({ fileRoot: folder, randomShuffle: true, name: 'train' })
  const crops = fn.decoders.imageRandomCrop(jpegs, { outputType: types.RGB })
  const images = fn.cropMirrorNormalize(fn.resize(crops, { size: [224, 224] }), {
    dtype: types.FLOAT,
    outputLayout: 'CHW',
    mirror: fn.random.coinFlip(),
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
  })
  return { images, labels }
})
