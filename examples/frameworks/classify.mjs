// Says what is on the photos of a folder, and draws them with their labels. Two
// commands:
//   sh examples/frameworks/setup.sh
//   node examples/frameworks/classify.mjs [FOLDER] [SHEET.png]
// A file that is no image is left out and named.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'
import { loadClassifier, modelInput } from './classifier.mjs'
import { photoSide, writeSheet } from './sheet.mjs'

const [
  folder = fileURLToPath(new URL('../../data/photos', import.meta.url)),
  path = 'labels.png',
] = process.argv.slice(2)
const onSheet = 60 // photos

const define = pipelineDef({ batchSize: 8, onError: 'skip' }, () => {
  const [files] = fn.readers.file({ fileRoot: folder })
  const photos = fn.decoders.image(files, { outputType: types.RGB })
  // The picture is the whole photo, as large as fits, with black beside it.
  const whole = fn.resize(photos, {
    size: [photoSide, photoSide],
    mode: 'not_larger',
  })
  const pictures = fn.crop(whole, {
    crop: [photoSide, photoSide],
    outOfBoundsPolicy: 'pad',
  })
  return { images: modelInput(photos), pictures }
})

const classify = await loadClassifier()
const pipe = define()
const cells = []
let count = 0
for await (const { images, pictures } of pipe) {
  const results = await classify(images, 5)
  for (const [i, result] of results.entries()) {
    const name = basename(images.sourceInfo(i).source)
    const found = result.map(
      ({ label, probability }) => `${label} ${(100 * probability).toFixed(1)}%`,
    )
    console.log(`${name.padEnd(24)} ${found.join(', ')}`)
    if (cells.length < onSheet) {
      const lines = result.map(({ probability }, j) => ({
        text: found[j],
        share: probability,
      }))
      // The batch's memory is used again, so what the sheet needs is kept
      // beside it.
      cells.push({
        pixels: pictures.at(i).dataSync().slice(),
        lines: [{ text: name, share: 0 }, ...lines],
      })
    }
  }
  count += results.length
}
const { badSamples, copiedBytes } = pipe.statistics()
for (const { path, reason } of badSamples)
  console.log(`left out: ${path}: ${reason}`)
console.log(
  `${count} photos, ${copiedBytes} bytes copied on the way to the model`,
)
await pipe.close()
await writeSheet(path, cells)
console.log(`the photos with their labels: ${path}`)
