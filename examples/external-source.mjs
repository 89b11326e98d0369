// Data from your own code: a generator makes images, the graph flips and crops
// them. Plain arrays in, batches out.
import { fn, pipelineDef } from 'penstock-data'

/** Grey ramps of growing height: { data, shape, layout } is a sample. */
async function* ramps() {
  for (let n = 0; n < 10; n++) {
    const [height, width] = [32 + n, 48]
    const data = new Uint8Array(height * width * 3)
    for (let i = 0; i < data.length; i++)
      data[i] = (5 * Math.floor(i / 3)) % width
    yield [{ data, shape: [height, width, 3], layout: 'HWC' }, n]
  }
}

const define = pipelineDef({ batchSize: 4, seed: 7 }, () => {
  const [images, ids] = fn.externalSource({
    source: ramps,
    numOutputs: 2,
    batch: false,
    dtype: ['uint8', 'int32'],
  })
  const flipped = fn.flip(images, { horizontal: fn.random.coinFlip() })
  return [fn.crop(flipped, { crop: [24, 24] }), ids]
})

const pipe = define()
for await (const [images, ids] of pipe) {
  console.log(
    `samples ${ids.dataSync().join(', ')}: ${images.dtype} ${images.layout} ${images.asTensor().shape.join(' x ')}`,
  )
}
await pipe.close()
