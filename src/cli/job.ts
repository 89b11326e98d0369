// The main job of `penstock run`: reads images, from files or from containers, and makes shuffled, decoded, randomly
// cropped, resized, flipped and normalised float batches. The reader's errors about the data are reworded so that they
// name the option --data.
import { errorOf } from '../errors/factories.js'
import { schemas } from '../graph/schema.js'
import {
  type DataNode,
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

/** The endings of pictures that readers.file takes by default, without the dots. */
const pictures = () =>
  (schemas['readers.file']!.args.fileFilters!.default as string[])
    .map((pattern) => pattern.replace('*.', ''))
    .filter((ending) => !['flac', 'ogg', 'wav'].includes(ending))

/** The features of pictures that TensorFlow's own tools write. */
const features = {
  'image/encoded': { kind: 'fixed', dtype: 'string' },
  'image/class/label': { kind: 'fixed', dtype: 'int64', default: -1 },
} as const

/** Encoded pictures, and their labels where the container has some. */
function read({ value, kind }: Pick<Data, 'value' | 'kind'>): [DataNode, DataNode?] {
  const order = { randomShuffle: true, name: 'reader' }
  const paths = value as string[]
  switch (kind) {
    case 'file':
      return fn.readers.file({ ...(typeof value === 'string' ? { fileRoot: value } : { files: value }), ...order })
    case 'webdataset':
      return fn.readers.webdataset({ paths, ext: [pictures().join(';')], missingComponentBehavior: 'skip', ...order })
    case 'mxNet':
      return fn.readers.mxNet({ path: paths, ...order })
    case 'tfrecord': {
      const record = fn.readers.tfrecord({ path: paths, features, ...order })
      return [record['image/encoded'], record['image/class/label']]
    }
    default:
      return kind satisfies never
  }
}

/** The names of the outputs of mainJob(). */
export const outputsOf = (kind: Data['kind']) => (kind === 'webdataset' ? ['images'] : ['images', 'labels'])

/** Makes the pipeline, whose outputs are images and, but for archives, labels. `size`: side of the images in pixels. */
export function mainJob(
  options: PipelineOptions,
  data: Pick<Data, 'value' | 'kind'>,
  size: number,
): Pipeline<readonly TensorList[]> {
  const define = pipelineDef(options, () => {
    const [files, labels] = read(data)
    let images = fn.decoders.imageRandomCrop(files, { outputType: types.RGB })
    images = fn.resize(images, { size: [size, size] })
    images = fn.cropMirrorNormalize(images, {
      mirror: fn.random.coinFlip(),
      dtype: types.FLOAT,
      outputLayout: 'CHW',
      mean,
      std,
    })
    return labels ? [images, labels] : [images]
  })
  return define() as unknown as Pipeline<readonly TensorList[]>
}

/** Rewords a reader's error about the main job's folder: it names `--data`, and no line of this package. */
export function inOptions(error: unknown): unknown {
  if (!(error instanceof PipelineError) || !error.op?.startsWith('readers.') || error.sample) return error
  const named = (text: string) =>
    text
      .replaceAll(/\b(fileRoot|files\[\d+\])/g, '--data')
      .replace(/ for (paths?)(\[\d+\])? but /, ' for --data but ')
      .replace(/; single files .*/, '')
  return errorOf(error.code, named(error.detail), {
    hint: error.hint && named(error.hint),
    cause: error.cause,
  })
}
