// One definition on the GPU and on the CPU: decoding begins on the CPU's
// threads and ends on the GPU, the rest runs there, and the outputs stay there
// until they are read. Without a GPU only the second half runs.
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'

const fileRoot = fileURLToPath(new URL('../data/photos', import.meta.url))
const train = pipelineDef({ batchSize: 8, numThreads: 2, seed: 3 }, () => {
  const [jpegs, labels] = fn.readers.file({ fileRoot, randomShuffle: true })
  const images = fn.decoders.imageRandomCrop(jpegs, {
    device: 'mixed',
    jpegFancyUpsampling: true,
  })
  const resized = fn.resize(images, { size: [96, 96] })
  const mirror = fn.random.coinFlip()
  return [
    fn.cropMirrorNormalize(resized, {
      mirror,
      dtype: types.FLOAT,
      mean: [124, 116, 104],
      std: [58, 57, 57],
    }),
    labels,
  ]
})

const means = {}
for (const deviceId of [0, null]) {
  const pipe = train({ deviceId })
  try {
    const [images, labels] = await pipe.run()
    const pixels = await images.data()
    means[images.device] = pixels.reduce((a, b) => a + b, 0) / pixels.length
    const at =
      images.devicePointer === null
        ? 'in host memory'
        : `on GPU ${images.deviceId}`
    console.log(
      `${images.length} images of ${images.shape[0].join(' x ')} ${at}, labels ${labels.device}`,
    )
    const own = await images.toCpu()
    images.release()
    console.log(`the first pixel is ${own.at(0).dataSync()[0].toFixed(1)}`)
  } catch (error) {
    if (error.code !== 'CUDA_UNAVAILABLE') throw error
    console.log(`no GPU here: ${error.hint}`)
  }
  await pipe.close()
}
if ('gpu' in means)
  console.log(
    `the means differ by ${Math.abs(means.gpu - means.cpu) < 0.02 ? 'little' : 'much'}`,
  )
