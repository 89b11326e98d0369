// Defines the photo loader (the main job of the loader suite) as one more pipeline to watch.
import { fn, type Pipeline, pipelineDef, type TensorList } from 'penstock-data'
import type { ExecutorName } from '../../src/graph/policy.js'
import { photoPaths } from '../photos.mjs'
import { executors } from './chain.js'

export function loaderPipeline(data: string, executor: ExecutorName, depth: number): Pipeline<TensorList[]> {
  const options = { batchSize: 32, numThreads: 2, seed: 1, prefetchQueueDepth: depth, ...executors[executor] }
  return pipelineDef(options, () => {
    const [jpegs, labels] = fn.readers.file({ files: photoPaths(data), randomShuffle: true })
    const images = fn.resize(fn.decoders.imageRandomCrop(jpegs), { size: [224, 224] })
    const mirror = fn.random.coinFlip()
    const [mean, std] = [
      [123.675, 116.28, 103.53],
      [58.395, 57.12, 57.375],
    ]
    return [fn.cropMirrorNormalize(images, { mirror, mean, std }), labels]
  })()
}
