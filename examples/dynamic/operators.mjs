// Operators as functions on data: one image, a batch, arguments per sample,
// ordinary control flow.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'

const folder = fileURLToPath(
  new URL('../../data/photos/animals/', import.meta.url),
)
const files = readdirSync(folder).sort().slice(0, 4)

// One image: a Tensor. Its shape is known before its pixels are.
const image = nd.decoders.image(readFileSync(folder + files[0]))
console.log(
  `${files[0]}: ${image.dtype} ${image.layout} ${image.shape.join(' x ')}`,
)

// A loop, and an `if` on data.
let window = image
while (window.shape[0] > 200)
  window = nd.resize(window, { resizeShorter: window.shape[0] / 2 })
const mean = window.dataSync().reduce((a, b) => a + b, 0) / window.size
if (mean < 128) window = nd.brightness(window, { brightness: 1.1 })
console.log(`halved to ${window.shape.join(' x ')}`)

// Several images: a Batch. One angle for each of them.
const rng = new nd.random.RNG(7)
const photos = nd.decoders.image(
  nd.batch(files.map((name) => readFileSync(folder + name))),
)
const angle = nd.random.uniform({
  range: [-20, 20],
  rng,
  batchSize: files.length,
})
const turned = nd.rotate(nd.resize(photos, { size: [64, 64] }), {
  angle,
  keepSize: true,
})
console.log(
  `${turned.length} images of ${turned.shape[0].join(' x ')}, turned by ${angle.tensors.map((a) => a.dataSync()[0].toFixed(1)).join(', ')}`,
)

// A generator with this seed draws these numbers in every mode.
const again = nd.withEvalMode('syncCpu', () =>
  nd.random.uniform({
    range: [-20, 20],
    rng: new nd.random.RNG(7),
    batchSize: files.length,
  }),
)
console.log(
  `drawn again: ${again.dataSync().join() === angle.dataSync().join()}`,
)

// Errors say which call and which sample.
try {
  nd.crop(photos, { crop: [5000, 5000] }).dataSync()
} catch (error) {
  console.log(
    `${error.code}: ${error.op} of sample ${error.sample.index}, called at ${error.callSite.split('/').at(-1)}`,
  )
}
