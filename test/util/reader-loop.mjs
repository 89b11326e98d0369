// Runs a loop over a reader, for a process of its own: node reader-loop.mjs HOW, which prints a line per step.
import { fileURLToPath } from 'node:url'
import { cropMirrorNormalize, decoders, readers, resize } from '../../dist/dynamic.js'

const [how] = process.argv.slice(2)
const fileRoot = fileURLToPath(new URL('../../data/photos', import.meta.url))
const reader = readers.file({ fileRoot, randomShuffle: true, batchSize: 4, seed: 1 })

const step = ([jpegs, labels]) => {
  const images = cropMirrorNormalize(resize(decoders.imageRandomCrop(jpegs), { size: [64, 64] }))
  console.log(`step ${labels.length} ${images.dataSync().length}`)
}

for (let epoch = 0; epoch < (/forever/.test(how) ? 1e9 : 2); epoch++) {
  if (/sync/.test(how)) for (const item of reader.nextEpoch()) step(item)
  else for await (const item of reader.nextEpoch()) step(item)
  if (/break/.test(how)) for await (const _ of reader.nextEpoch()) break
}
if (/throw/.test(how)) for await (const _ of reader.nextEpoch()) throw new Error('mine')
console.log('done')
