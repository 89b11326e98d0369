// Filters over whole images: a window of a random width per image blurs it, the
// difference sharpens it, and normalize gives every channel of every image a
// mean of 0 and a deviation of 1.
import { fileURLToPath } from 'node:url'
import { fn, math, pipelineDef, types } from 'penstock-data'

const photos =
  process.argv[2] ?? fileURLToPath(new URL('../data/photos', import.meta.url))

const filters = pipelineDef({ batchSize: 4, seed: 7 }, () => {
  const [jpegs] = fn.readers.file({ fileRoot: photos })
  const images = fn.resize(
    fn.decoders.image(jpegs, { outputType: types.RGB }),
    { size: [160, 160] },
  )
  const sigma = fn.random.uniform({ range: [0.8, 3] })
  const blurred = fn.gaussianBlur(images, { sigma, dtype: types.FLOAT })
  // Unsharp masking: twice the image, less what is coarse.
  const sharp = math.sub(math.mul(images, 2), blurred)
  return {
    sigma,
    blurred,
    sharp,
    normal: fn.normalize(sharp, { axisNames: 'HW' }),
  }
})

const mean = (values) => values.reduce((sum, v) => sum + v, 0) / values.length
const deviation = (values) => {
  const m = mean(values)
  return Math.sqrt(mean(values.map((v) => (v - m) ** 2)))
}
const red = (list, i) =>
  list
    .at(i)
    .dataSync()
    .filter((_, k) => k % 3 === 0)

const pipe = filters()
const { sigma, blurred, sharp, normal } = await pipe.run()
for (let i = 0; i < sharp.length; i++) {
  const [soft, crisp, even] = [blurred, sharp, normal].map((list) =>
    deviation(red(list, i)).toFixed(2),
  )
  const width = sigma.at(i).dataSync()[0].toFixed(1)
  console.log(
    `sigma ${width}: contrast ${soft} blurred, ${crisp} sharpened, ${even} normalised`,
  )
}
await pipe.close()
