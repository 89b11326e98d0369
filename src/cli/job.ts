// The main job of `penstock run`: reads a folder of images and makes shuffled, decoded, randomly cropped, resized,
// flipped and normalised float batches. The reader's errors about the folder are reworded so that they name the option
// --data.
import { errorOf } from '../errors/factories.js'
import {
  fn,
  type Pipeline,
  PipelineError,
  type PipelineOptions,
  pipelineDef,
  type TensorList,
  types,
} from '../index.js'
import type { Data } from './data.js'

/** Mean and standard deviation of each channel, for pixels from 0 to 255, that models trained on ImageNet expect. */
export const mean = [123.675, 116.28, 103.53] as const
export const std = [58.395, 57.12, 57.375] as const

/** Makes the pipeline, whose outputs are [images, labels]. `data`: a folder or files. `size`: side of the images in pixels. */
export function mainJob(
  options: PipelineOptions,
  data: Data['value'],
  size: number,
): Pipeline<[TensorList, TensorList]> {
  const from = typeof data === 'string' ? { fileRoot: data } : { files: data }
  const define = pipelineDef(options, () => {
    const [files, labels] = fn.readers.file({ ...from, randomShuffle: true, name: 'reader' })
    let images = fn.decoders.imageRandomCrop(files, { outputType: types.RGB })
    images = fn.resize(images, { size: [size, size] })
    images = fn.cropMirrorNormalize(images, {
      mirror: fn.random.coinFlip(),
      dtype: types.FLOAT,
      outputLayout: 'CHW',
      mean,
      std,
    })
    return [images, labels]
  })
  return define()
}

/** Rewords a reader's error about the main job's folder: it names `--data`, and no line of this package. */
export function inOptions(error: unknown): unknown {
  if (!(error instanceof PipelineError) || error.op !== 'readers.file' || error.sample) return error
  const named = (text: string) =>
    text.replaceAll(/\b(fileRoot|files\[\d+\])/g, '--data').replace(/; single files .*/, '')
  return errorOf(error.code, named(error.detail), {
    hint: error.hint && named(error.hint),
    cause: error.cause,
  })
}
