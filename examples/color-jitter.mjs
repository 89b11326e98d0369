// Colour jitter: each photo gets a hue, saturation, brightness and contrast of
// its own; the same numbers again in grey.
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'

const data = fileURLToPath(new URL('../data', import.meta.url))

const define = pipelineDef({ batchSize: 6, seed: 7 }, () => {
  const [files] = fn.readers.file({
    fileRoot: `${data}/photos`,
    randomShuffle: true,
  })
  const images = fn.resize(fn.decoders.image(files), { size: [96, 96] })
  const hue = fn.random.uniform({ range: [-25, 25] })
  const jittered = fn.colorTwist(images, {
    hue,
    saturation: fn.random.uniform({ range: [0.6, 1.4] }),
    brightness: fn.random.uniform({ range: [0.8, 1.2] }),
    contrast: fn.random.uniform({ range: [0.8, 1.2] }),
  })
  const gray = fn.colorSpaceConversion(jittered, {
    imageType: 'rgb',
    outputType: 'gray',
  })
  return { images, jittered, gray, hue }
})

const mean = (tensor) => {
  const values = tensor.dataSync()
  let sum = 0
  for (const v of values) sum += v
  return (sum / values.length).toFixed(1)
}

const pipe = define()
const { images, jittered, gray, hue } = await pipe.run()
console.log(
  `${jittered.dtype} ${jittered.layout} ${jittered.shape[0].join(' x ')}; gray ${gray.shape[0].join(' x ')}`,
)
for (let i = 0; i < jittered.length; i++) {
  const turned = hue.at(i).dataSync()[0].toFixed(0).padStart(3)
  console.log(
    `hue ${turned}: mean ${mean(images.at(i))} > ${mean(jittered.at(i))}, gray ${mean(gray.at(i))}`,
  )
}
await pipe.close()
