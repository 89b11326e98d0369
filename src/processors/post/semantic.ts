// A class for each pixel: logits of classes are resized to the target size, and the largest one counts.
import { entry, type Floats, floatsOf, type NumberArray } from '../arrays.js'
import type { Size } from '../program.js'
import { bilinear } from './interpolate.js'
import { type PostProcess, targetSizes } from './post-process.js'
import { argmaxOfChannels } from './probabilities.js'

export const semanticOptions = { targetSizes: undefined, returnSegmentationScores: false }

/** The map of logits or scores, [classes, height, width]; beside it the scores, where they are asked for. */
export function semanticMap(scores: Floats, size: Size | undefined, withScores: unknown) {
  const resized = size ? bilinear(scores, size) : scores
  const map = argmaxOfChannels(resized)
  const data = new BigInt64Array(map.length)
  for (let i = 0; i < map.length; i++) data[i] = BigInt(map[i]!)
  const segmentation: NumberArray = { type: 'int64', dims: resized.dims.slice(1), data }
  return withScores ? { segmentation, segmentation_scores: resized } : segmentation
}

export const semanticSegmentation: PostProcess = {
  ...{ outputs: ['logits'], options: semanticOptions },
  run(outputs, options) {
    const logits = floatsOf(outputs.logits, 4, 'logits')
    return targetSizes(options, logits.dims[0]!).map((size, i) =>
      semanticMap(entry(logits, i), size, options.returnSegmentationScores),
    )
  },
}
