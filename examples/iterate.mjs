// Epochs as DALI's generic iterator counts them: two ranks in one process, and
// what each lastBatchPolicy does with the end.
import { fileURLToPath } from 'node:url'
import { fn, iterate, pipelineDef } from 'penstock-data'

const photos = fileURLToPath(new URL('../data/photos', import.meta.url))

// 24 photos: 12 for each rank, which is two batches of 5 and a rest of 2.
const rank = pipelineDef(
  { batchSize: 5, seed: 42 },
  (shardId, padLastBatch) => {
    const [jpegs] = fn.readers.file({
      fileRoot: photos,
      name: 'train',
      shardId,
      numShards: 2,
      padLastBatch,
    })
    return fn.resize(fn.decoders.image(jpegs), { size: [64, 64] })
  },
)

for (const [lastBatchPolicy, padLastBatch] of [
  ['fill', true],
  ['partial', true],
  ['drop', false],
]) {
  const pipes = [rank(0, padLastBatch), rank(1, padLastBatch)]
  const epochs = iterate(pipes, {
    outputMap: ['images'],
    readerName: 'train',
    lastBatchPolicy,
  })
  for (let epoch = 1; epoch <= 2; epoch++) {
    const seen = new Set()
    const lengths = []
    // An item has one entry per rank. It is valid until the next turn of the
    // loop.
    for await (const item of epochs) {
      lengths.push(item.map(({ images }) => images.length).join('+'))
      for (const { images } of item)
        for (let i = 0; i < images.length; i++)
          seen.add(images.sourceInfo(i).source)
    }
    console.log(
      `${lastBatchPolicy}, epoch ${epoch}: ${epochs.length} steps of ${lengths.join(', ')}: ${seen.size} photos`,
    )
  }
  for (const pipe of pipes) await pipe.close()
}
