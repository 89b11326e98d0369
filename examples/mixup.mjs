// Mixing images of a batch in pairs, as mixup does for classifiers, by augment.mixUp: partners come from a permutation, which
// is drawn here so that they can be shown too. Writes a picture: each row has an image, its partner and the mixture.
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { augment, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'

const out = process.argv[2] ?? join(tmpdir(), 'mixup.png')
const photos = fileURLToPath(new URL('../data/photos', import.meta.url))
const classes = readdirSync(photos, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
).length
const size = 128
const batchSize = 6

const define = pipelineDef({ batchSize, seed: 3 }, () => {
  const [file, label] = fn.readers.file({
    fileRoot: photos,
    randomShuffle: true,
  })
  const images = fn.resize(fn.decoders.image(file), {
    size: [size, size],
    dtype: 'float32',
  })
  const permutation = fn.batchPermutation({ noFixedPoints: true })
  const lambda = fn.random.uniform({ range: [0.3, 0.7] })
  const options = { numClasses: classes, lambda, permutation }
  const [mixtures, labels] = augment.mixUp(images, label, options)
  const partners = fn.permuteBatch(images, { indices: permutation })
  return { images, partners, mixtures, labels }
})

const pipe = define()
const { images, partners, mixtures, labels } = await pipe.run()
const rows = []
for (let i = 0; i < batchSize; i++) {
  rows.push(images.at(i), partners.at(i), mixtures.at(i))
  const shares = Array.from(labels.at(i).dataSync(), (share, c) =>
    share > 0 ? `${share.toFixed(2)} of class ${c}` : '',
  )
  console.log(`sample ${i}: ${shares.filter(Boolean).join(', ')}`)
}
await nd.preview(rows, { columns: 3, path: out })
console.log(`wrote ${out}: ${batchSize} rows of image, partner and mixture`)
await pipe.close()
