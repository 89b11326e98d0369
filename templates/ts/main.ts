// Reads all images three times, in shuffled and augmented batches. Other images: npm start -- --data FOLDER
import { parseArgs } from 'node:util'
import { preview } from 'penstock-data/dynamic'
import definePipeline from './pipeline.js'

const photos = 'node_modules/penstock-data/data/photos'
const { values } = parseArgs({ options: { data: { type: 'string', default: photos } } })

const pipe = definePipeline(values.data)
try {
  for (let epoch = 1; epoch <= 3; epoch++) {
    let count = 0
    for await (const { images, labels } of pipe) {
      // Train or infer here. Both are typed arrays over the batch's own memory, without a copy.
      const [pixels, numbers] = [images.dataSync(), labels.dataSync()]
      if (epoch === 1 && count === 0) {
        console.log(`first batch: ${pixels.length} numbers, labels ${numbers.join(' ')}; see first-batch.png`)
        const classNames = pipe.readerMeta('train').classes
        await preview({ images, labels }, { classNames, path: 'first-batch.png' })
      }
      count += images.length
      // The memory is used for another batch.
      images.release()
    }
    console.log(`epoch ${epoch}: ${count} images`)
  }
  const { badSamples, badTotal, verdict } = pipe.statistics()
  if (badTotal > 0) console.log(`${badTotal} times an image was left out, first ${badSamples[0]?.path}`)
  console.log(verdict.text)
} finally {
  await pipe.close()
}
