// Evaluation: no randomness, every image once, shorter side 256, the middle 224
// x 224; outputs by name.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'

const photos =
  process.argv[2] ?? fileURLToPath(new URL('../data/photos', import.meta.url))

const evaluate = pipelineDef({ batchSize: 8 }, () => {
  const [jpegs, labels] = fn.readers.file({ fileRoot: photos, name: 'photos' })
  const decoded = fn.decoders.image(jpegs, { outputType: types.RGB })
  const images = fn.cropMirrorNormalize(
    fn.resize(decoded, { resizeShorter: 256 }),
    {
      crop: [224, 224],
      mean: [123.675, 116.28, 103.53],
      std: [58.395, 57.12, 57.375],
    },
  )
  return { images, labels }
})

const pipe = evaluate()
// A label counts the sub-folders of the folder of photos; this is their names.
const { classes } = pipe.readerMeta('photos')
for await (const { images, labels } of pipe) {
  const label = labels.dataSync()
  for (let i = 0; i < images.length; i++) {
    const pixels = images.at(i).dataSync()
    const brightness = pixels.reduce((a, b) => a + b, 0) / pixels.length
    const name = basename(images.sourceInfo(i).source)
    console.log(
      `${classes[label[i]].padEnd(8)} ${name.padEnd(24)} mean ${brightness.toFixed(3)}`,
    )
  }
}
await pipe.close()
