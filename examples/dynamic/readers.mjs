// A reader without a pipeline: one object, made once, that gives epoch after
// epoch, in batches or one by one. The next batch is read while the loop works
// on this one.
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))
const reader = nd.readers.file({
  fileRoot: photos,
  randomShuffle: true,
  batchSize: 10,
  seed: 42,
})
const { epochSize } = reader.getMetadata()
console.log(`${epochSize} photos, ${reader.numBatches()} batches`)

for (let epoch = 1; epoch <= 2; epoch++) {
  const sizes = []
  let sum = 0
  for await (const [jpegs, labels] of reader.nextEpoch()) {
    const images = nd.resize(nd.decoders.imageRandomCrop(jpegs), {
      size: [64, 64],
    })
    const mirrored = nd.flip(images, {
      horizontal: nd.random.coinFlip({ batchSize: jpegs.length }),
    })
    const pixels = await mirrored.data()
    sum += pixels.reduce((a, b) => a + b, 0) / pixels.length
    sizes.push(labels.length)
  }
  console.log(
    `epoch ${epoch}: batches of ${sizes.join(', ')}; mean ${(sum / sizes.length).toFixed(1)}`,
  )
}

// Leaving a loop leaves the epoch; the next loop has a new one, of another
// batch size if need be.
for (const [, labels] of reader.nextEpoch({ batchSize: 4 })) {
  console.log(`epoch 3 in batches of ${labels.length}, left after the first`)
  break
}

// One by one, and without await: this blocks the thread until a file is there.
const evaluation = nd.readers.file({
  fileRoot: photos,
  numShards: 2,
  shardId: 1,
})
const shapes = new Set()
let n = 0
for (const [jpeg] of evaluation.nextEpoch()) {
  shapes.add(nd.decoders.image(jpeg).shape.length)
  n++
}
console.log(
  `shard 1 of 2: ${n} photos, one by one, of ${[...shapes]} dimensions`,
)
