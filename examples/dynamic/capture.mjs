// Captures an imperative loop: a pipeline makes the next batches while the loop
// works. explain() lists what was captured and what was not, with reasons and
// lines; `strict` refuses a call that cannot be captured.
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))

/** A step of training: it gets what the reader brings. */
function augment(rng) {
  return ([jpegs, labels]) => {
    const images = nd.resize(nd.decoders.imageRandomCrop(jpegs, { rng }), {
      size: [64, 64],
    })
    const mirror = nd.random.coinFlip({ rng, batchSize: jpegs.length })
    return [
      nd.cropMirrorNormalize(images, {
        mirror,
        mean: [124, 116, 104],
        std: [58, 57, 57],
      }),
      labels,
    ]
  }
}
const source = () =>
  nd.readers.file({ fileRoot: photos, randomShuffle: true, seed: 42 })
const mean = (batch) =>
  batch.dataSync().reduce((a, b) => a + b, 0) / batch.dataSync().length

// The plain loop: one step after the other.
const step = augment(new nd.random.RNG(7))
const reader = source()
const expected = []
for (let epoch = 0; epoch < 2; epoch++) {
  for await (const batches of reader.nextEpoch({ batchSize: 8 }))
    expected.push(mean(step(batches)[0]))
}

// This step again, captured.
const loop = nd.capture(augment(new nd.random.RNG(7)), {
  readers: source(),
  batchSize: 8,
})
const got = []
for (let epoch = 0; epoch < 2; epoch++) {
  for await (const [images, labels] of loop) {
    got.push(mean(images))
    images.dispose()
    labels.dispose()
  }
}
console.log(
  `${got.length} steps, ${got.filter((x, i) => x === expected[i]).length} as without capture`,
)
console.log(
  loop
    .explain()
    .map(({ op }) => op)
    .join(', '),
)
await loop.close()

// A call that changes from step to step cannot be made ahead: it runs
// uncaptured, beside captured ones.
let brightness = 0
const odd = ([jpegs]) => {
  const images = nd.resize(nd.decoders.image(jpegs), { size: [64, 64] })
  brightness += 0.1
  return nd.brightness(images, { brightness })
}
const partly = nd.capture(odd, { readers: source(), batchSize: 8 })
for await (const images of partly) images.dispose()
for (const { op, line, captured, reason } of partly.explain()) {
  const at = line.split('/').at(-1)
  console.log(
    `${captured ? 'captured' : 'not captured'}: ${op} at ${at}${reason ? `: ${reason}` : ''}`,
  )
}
await partly.close()

const strict = nd.capture(odd, {
  readers: source(),
  batchSize: 8,
  strict: true,
})
try {
  for await (const images of strict) images.dispose()
} catch (error) {
  console.log(`strict: ${error.code} of ${error.op}: ${error.detail}`)
}
await strict.close()
