// A hard limit on memory: equal batches with a quarter of the memory, the error
// of a limit that is too small, and memory given back.
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'

const fileRoot = fileURLToPath(new URL('../data/photos', import.meta.url))
const MiB = 2 ** 20
const define = pipelineDef({ batchSize: 8, numThreads: 2, seed: 3 }, () => {
  const [files] = fn.readers.file({ fileRoot, name: 'files' })
  return fn.resize(fn.decoders.imageRandomCrop(files), {
    size: [448, 448],
    name: 'images',
    bytesPerSampleHint: 448 * 448 * 3,
  })
})

for (const host of [256 * MiB, 64 * MiB, 4 * MiB]) {
  const pipe = define({ memoryBudget: { host } })
  let sum = 0
  try {
    for (let i = 0; i < 10; i++) {
      const [images] = await pipe.run()
      sum += images.dataSync().reduce((a, b) => a + b, 0)
      images.release()
    }
    const freed = await pipe.releaseUnusedMemory()
    const [bytes] = Object.values(pipe.executorStatistics()).at(
      -1,
    ).realMemorySize
    console.log(
      `${host / MiB} MiB: sum ${sum}, ${(bytes / MiB).toFixed(1)} MiB per batch, ${freed > 0 ? 'some' : 'none'} given back`,
    )
  } catch (error) {
    console.log(`${host / MiB} MiB: ${error.code}`)
  }
  await pipe.close()
}
