// first-batch.mjs: loads the photos of a folder in batches, and writes the
// first batch as one picture.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'

const load = pipelineDef({ batchSize: 6 }, (folder) => {
  const [files, labels] = fn.readers.file({
    fileRoot: folder,
    shuffleAfterEpoch: true,
    name: 'photos',
  })
  const images = fn.resize(fn.decoders.image(files), { size: [128, 128] })
  return { images, labels }
})

const pipe = load('photos', { seed: 1 })
const { classes } = pipe.readerMeta('photos')
console.log('classes:', classes.join(', '))

let count = 0
for await (const batch of pipe) {
  const { images, labels } = batch
  const names = [...labels.dataSync()].map((label) => classes[label])
  const shape = images.asTensor().shape.join(' x ')
  console.log(`batch ${count}: ${images.dtype} ${shape}: ${names.join(', ')}`)
  if (count++ === 0) {
    await nd.preview(batch, { classNames: classes, path: 'first-batch.png' })
  }
}
await pipe.close()
