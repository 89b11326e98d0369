// A process of the hazard test: decodes batches on the GPU and gives them to a stage whose stream may be busy, then prints
// for every batch the means of its samples on a grid. Two runs differ by as much as two decoders do, a batch that was
// overwritten by far more. With `trim` memory is given back after every batch, not after every twentieth.
// Arguments: JSON { files, batches, decodeWith?, trim? }.
import { fn, pipelineDef } from 'penstock-data'
import { photos } from './gpu.mjs'

const { files, batches, decodeWith = 'auto', trim } = JSON.parse(process.argv[2])
const side = 64
const cells = 4

// One slot for each of the decoding actors: it is written again as soon as the next stage has given it back.
const options = { batchSize: 16, numThreads: 4, deviceId: 0, seed: 3, execDynamic: false, prefetchQueueDepth: 1 }
const define = pipelineDef(options, () => {
  const [jpegs] = fn.readers.file({ fileRoot: photos, files, randomShuffle: true })
  // Windows of changing size: the slot's memory grows, is given back, and is used again.
  const x = fn.decoders.imageRandomCrop(jpegs, {
    device: 'mixed',
    randomArea: [0.3, 1],
    decodeWith,
  })
  return fn.cropMirrorNormalize(x, { device: 'gpu', crop: [side, side], dtype: 'uint8', outputLayout: 'HWC' })
})

function grid(data) {
  const means = new Array(cells * cells).fill(0)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const cell = Math.floor((y * cells) / side) * cells + Math.floor((x * cells) / side)
      means[cell] += data[3 * (y * side + x)] / (side / cells) ** 2
    }
  }
  return means.map((m) => Math.round(m * 10) / 10)
}

const pipe = define()
for (let i = 0; i < batches; ) {
  for await (const [images] of pipe) {
    const list = await images.toCpu()
    console.log(JSON.stringify([...list].map((t) => grid(t.dataSync()))))
    if (++i % 20 === 0 || trim) pipe.releaseUnusedMemory()
    if (i >= batches) break
  }
}
await pipe.close()
