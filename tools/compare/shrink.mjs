// Compares resized photos that were decoded smaller (shrink: 'fast') with those that were decoded whole, for the table of
// docs/reference/resize.md. Each photo goes to sizes at which its decoded image is about 1, 1.5 and 2 times as large as the result.
// node tools/compare/shrink.mjs [FOLDER of JPEG files]
import { readPhotos } from '../../bench/photos.mjs'
import { fn, pipelineDef } from '../../dist/index.js'

const folder = process.argv[2] ?? 'data/photos'
const files = readPhotos(folder).map((bytes) => new Uint8Array(bytes))

/** Each photo at `scale` of its size. */
async function resized(shrink, scale) {
  const define = pipelineDef({ batchSize: files.length, numThreads: 2 }, () => {
    const encoded = fn.externalSource({ source: [files] })
    const extents = fn.peekImageShape(encoded, { dtype: 'float32' }).slice([[0, 2]])
    return [fn.resize(fn.decoders.image(encoded, { shrink }), { size: extents.mul(scale) })]
  })
  const pipe = define()
  const [images] = await pipe.run()
  const pixels = Array.from(images, (image) => image.dataSync().slice())
  await pipe.close()
  return pixels
}

/** Peak signal-to-noise ratio in dB of each photo, and the largest difference. */
function compare(whole, fast) {
  const ratios = []
  let largest = 0
  for (const [i, pixels] of whole.entries()) {
    let sum = 0
    for (let k = 0; k < pixels.length; k++) {
      const d = Math.abs(pixels[k] - fast[i][k])
      sum += d * d
      largest = Math.max(largest, d)
    }
    ratios.push(10 * Math.log10((255 * 255 * pixels.length) / sum))
  }
  ratios.sort((a, b) => a - b)
  return { median: ratios[ratios.length >> 1], least: ratios[0], largest }
}

console.log(
  '| decoded at | decoded size / result | PSNR, median | PSNR, least | largest difference |\n|---|---|---|---|---|',
)
for (const factor of [2, 4, 8]) {
  for (const rest of [1.01, 1.5, 1.99]) {
    const scale = 1 / factor / rest
    const { median, least, largest } = compare(await resized('off', scale), await resized('fast', scale))
    console.log(`| 1/${factor} | ${rest} | ${median.toFixed(1)} | ${least.toFixed(1)} | ${largest} |`)
  }
}
