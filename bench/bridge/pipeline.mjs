// Defines the main job over a list of files, as the contenders of the suite `bridge` run it: Node.js itself, and
// Python over the bridge. The list is repeated, so that an epoch lasts longer than a measurement.
import { fn, pipelineDef, types } from 'penstock-data'

export default pipelineDef({ batchSize: 64, numThreads: 2, seed: 42 }, (files, epochs) => {
  const all = Array.from({ length: epochs }, () => files).flat()
  const [jpegs, labels] = fn.readers.file({ files: all, randomShuffle: true, name: 'files' })
  let x = fn.decoders.imageRandomCrop(jpegs, {
    outputType: types.RGB,
    randomArea: [0.08, 1],
    randomAspectRatio: [3 / 4, 4 / 3],
  })
  x = fn.resize(x, { size: [224, 224] })
  x = fn.cropMirrorNormalize(x, {
    mirror: fn.random.coinFlip(),
    dtype: types.FLOAT,
    outputLayout: 'CHW',
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
  })
  return [x, labels]
})
