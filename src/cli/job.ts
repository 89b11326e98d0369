// The main job: a folder of images in; shuffled, decoded, randomly cropped, resized, flipped, normalised float batches
// out. What a folder is says the reader; here its errors are put in terms of the command line's option.
import { errorFrom } from '../errors/factories.js'
import {
  fn,
  type Pipeline,
  PipelineError,
  type PipelineOptions,
  pipelineDef,
  type TensorList,
  types,
} from '../index.js'

/** Per channel, in 0..255: the numbers that models trained on ImageNet expect. */
export const mean = [123.675, 116.28, 103.53] as const
export const std = [58.395, 57.12, 57.375] as const

/** Gives [images, labels]. */
export function mainJob(options: PipelineOptions, folder: string, size: number): Pipeline<[TensorList, TensorList]> {
  const define = pipelineDef(options, () => {
    const [files, labels] = fn.readers.file({ fileRoot: folder, randomShuffle: true, name: 'reader' })
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

/** A reader's error about the main job's folder names `--data`, and no line of ours. */
export function inOptions(error: unknown): unknown {
  if (!(error instanceof PipelineError) || error.op !== 'readers.file' || error.sample) return error
  const named = (text: string) => text.replaceAll('fileRoot', '--data').replace(/; single files .*/, '')
  return errorFrom({
    code: error.code,
    message: named(error.detail),
    hint: error.hint && named(error.hint),
    cause: error.cause,
  })
}
