// augment.mjs: draws nine random variants of one photo, as a network would see
// it in nine epochs.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'

const augment = pipelineDef({ batchSize: 9, seed: 3 }, (photo) => {
  const [files] = fn.readers.file({ files: Array(9).fill(photo) })
  // A random window of the photo is decoded, and nothing around it.
  let images = fn.decoders.imageRandomCrop(files, { randomArea: [0.2, 1] })
  images = fn.resize(images, { size: [128, 128] })
  images = fn.flip(images, { horizontal: fn.random.coinFlip() })
  return fn.colorTwist(images, {
    hue: fn.random.uniform({ range: [-20, 20] }),
    saturation: fn.random.uniform({ range: [0.5, 1.5] }),
    brightness: fn.random.uniform({ range: [0.7, 1.3] }),
  })
})

const pipe = augment(process.argv[2] ?? 'photos/animals/raccoon.jpg')
const [images] = await pipe.run()
await nd.preview(images, { path: 'augment.png' })
console.log(`${images.length} variants in augment.png`)
await pipe.close()
