// photos.mjs: what both trainers read: random crops of the photos as normalised
// floats, and the numbers of their classes.
import { fn, pipelineDef, types } from 'penstock-data'

export const side = 24

export default pipelineDef({ batchSize: 8 }, (folder, layout = 'CHW') => {
  const [files, labels] = fn.readers.file({
    fileRoot: folder,
    shuffleAfterEpoch: true,
    name: 'photos',
  })
  const windows = fn.decoders.imageRandomCrop(files, { randomArea: [0.5, 1] })
  const small = fn.resize(windows, { size: [side, side] })
  const images = fn.cropMirrorNormalize(small, {
    mirror: fn.random.coinFlip(),
    dtype: types.FLOAT,
    outputLayout: layout,
    // The mean and the deviation of ImageNet's pixels.
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
  })
  return { images, labels }
})
