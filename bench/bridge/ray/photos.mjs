// Defines the main job; where `float` is false its output is uint8. Each task reads its shard, and an epoch reads the
// files `epochs` times.
import { fn, pipelineDef, types } from 'penstock-data'

export default pipelineDef({ batchSize: 32, numThreads: 1, seed: 42 }, (files, epochs, float) => {
  const all = Array.from({ length: epochs }, () => files).flat()
  const [jpegs, labels] = fn.readers.file({
    files: all,
    labels: all.map((_, i) => i),
    randomShuffle: true,
    shard: 'auto',
    name: 'files',
  })
  const windows = fn.decoders.imageRandomCrop(jpegs, {
    outputType: types.RGB,
    randomArea: [0.08, 1],
    randomAspectRatio: [3 / 4, 4 / 3],
  })
  const small = fn.resize(windows, { size: [224, 224] })
  if (!float) return { values: fn.flip(small, { horizontal: fn.random.coinFlip() }), labels }
  const values = fn.cropMirrorNormalize(small, {
    mirror: fn.random.coinFlip(),
    dtype: types.FLOAT,
    outputLayout: 'CHW',
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
  })
  return { values, labels }
})
