// The main job: a folder of photos in, shuffled and augmented float batches
// out, three epochs.
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'

const photos =
  process.argv[2] ?? fileURLToPath(new URL('../data/photos', import.meta.url))

const train = pipelineDef({ batchSize: 8, seed: 42 }, (root) => {
  const [jpegs, labels] = fn.readers.file({
    fileRoot: root,
    randomShuffle: true,
    name: 'train',
  })
  let x = fn.decoders.imageRandomCrop(jpegs, { outputType: types.RGB })
  x = fn.resize(x, { size: [224, 224] })
  x = fn.cropMirrorNormalize(x, {
    mirror: fn.random.coinFlip(),
    dtype: types.FLOAT,
    outputLayout: 'CHW',
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
  })
  return [x, labels]
})

const pipe = train(photos)
for (let epoch = 1; epoch <= 3; epoch++) {
  let sum = 0
  let count = 0
  for await (const [images, labels] of pipe) {
    // A model would train here; this one only averages.
    const pixels = images.dataSync()
    for (let i = 0; i < pixels.length; i += 97) sum += pixels[i]
    count += labels.length
    // The batch's memory is used again. (Forgotten, it would come back when the
    // garbage collector finds it.)
    images.release()
  }
  console.log(
    `epoch ${epoch}: ${count} images, sum of some pixels ${sum.toFixed(1)}`,
  )
}
console.log(pipe.statistics().verdict.text)
await pipe.close()
