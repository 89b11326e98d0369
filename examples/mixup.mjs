// Mixing images of a batch in pairs, as mixup does for classifiers: batchPermutation draws a partner for each sample,
// permuteBatch brings it, and math computes the weighted sum of images and of one-hot labels. Writes a picture: each row
// has an image, its partner and the mixture.
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, math, pipelineDef } from 'penstock-data'
import { PNG } from 'pngjs'

const out = process.argv[2] ?? join(tmpdir(), 'mixup.png')
const photos = fileURLToPath(new URL('../data/photos', import.meta.url))
const classes = readdirSync(photos, { withFileTypes: true }).filter((entry) => entry.isDirectory()).length
const size = 128
const batchSize = 6

const define = pipelineDef({ batchSize, seed: 3 }, () => {
  const [file, label] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
  const images = fn.resize(fn.decoders.image(file), { size: [size, size], dtype: 'float32' })
  const oneHot = math.eq(label, fn.constant({ idata: Array.from({ length: classes }, (_, c) => c) }))
  const labels = fn.cast(oneHot, { dtype: 'float32' })
  const partner = fn.batchPermutation({ noFixedPoints: true })
  const weight = fn.random.uniform({ range: [0.3, 0.7] })
  const mix = (x) => x.mul(weight).add(fn.permuteBatch(x, { indices: partner }).mul(math.sub(1, weight)))
  const mixed = mix(images)
  // The pictures side by side; stack() would give them an axis of their own.
  const row = fn.cat(images, fn.permuteBatch(images, { indices: partner }), mixed, { axisName: 'W' })
  return { row: fn.cast(row, { dtype: 'uint8' }), labels: fn.reshape(mix(labels), { shape: [-1] }) }
})

const pipe = define()
const { row, labels } = await pipe.run()
const sheet = new PNG({ width: 3 * size, height: batchSize * size })
for (let i = 0; i < batchSize; i++) {
  const rgb = row.at(i).dataSync()
  for (let p = 0; p < 3 * size * size; p++) {
    sheet.data.set([rgb[3 * p], rgb[3 * p + 1], rgb[3 * p + 2], 255], 4 * (i * 3 * size * size + p))
  }
  const shares = Array.from(labels.at(i).dataSync(), (share, c) =>
    share > 0 ? `${share.toFixed(2)} of class ${c}` : '',
  )
  console.log(`sample ${i}: ${shares.filter(Boolean).join(', ')}`)
}
writeFileSync(out, PNG.sync.write(sheet))
console.log(`wrote ${out}: ${batchSize} rows of image, partner and mixture`)
await pipe.close()
