// Data of your own in imperative mode: a source object that gives the next item
// with each call.
import * as nd from 'penstock-data/dynamic'

// A function of the sample; so many samples make a batch.
const gradient = ({ idxInEpoch: i }) => {
  if (i === 10) return null
  const [height, width] = [16 + i, 24]
  const data = Uint8Array.from(
    { length: height * width * 3 },
    (_, k) => (k * (i + 1)) % 256,
  )
  return { data, shape: [height, width, 3], layout: 'HWC' }
}
const source = nd.externalSource(gradient, {
  batch: false,
  batchSize: 4,
  cycle: 'raise',
})
for (let epoch = 1; epoch <= 2; epoch++) {
  for (const images of source) {
    const small = nd.resize(images, { size: [8, 8] })
    console.log(
      `epoch ${epoch}: ${images.length} images, ${small.dataSync().length} bytes`,
    )
  }
}

// An async generator: what waits is awaited, one item at a time.
async function* lines() {
  for (const text of ['one', 'three', 'fifteen'])
    yield new TextEncoder().encode(text)
}
const words = nd.externalSource(lines)
console.log(`the first word has ${(await words.next()).shape[0]} letters`)
for await (const word of words) console.log(`then ${word.shape[0]}`)

const broken = nd.externalSource(() => {
  throw new Error('no camera')
})
try {
  broken()
} catch (error) {
  console.log(`${error.code}: ${error.cause.message}`)
}
