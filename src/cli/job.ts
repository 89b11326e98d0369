// Defines the main job of `penstock-data run`, which reads any data that a reader recognises. It makes pictures into
// shuffled, decoded, randomly cropped, resized, flipped and normalised float batches, and does the same with all frames of a clip; it
// decodes sounds, and gives other data as it is. It rewords the reader's errors about the data, so that they name the option --data.
import { errorOf } from '../errors/factories.js'
import { eachType, schemas } from '../graph/schema.js'
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
import type { DataFormat } from '../readers/data-format.js'
import type { Recognised } from './recognise.js'
import type { Job } from './types.js'

/** Mean and standard deviation of each channel, for pixels from 0 to 255, that models trained on ImageNet expect. */
export const mean = [123.675, 116.28, 103.53] as const
export const std = [58.395, 57.12, 57.375] as const

/** The reader of a format, as a function of its arguments. */
export function readerOf({ reader }: DataFormat): (args: object) => unknown {
  const call = reader.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], fn)
  return call as (args: object) => unknown
}

/** The reader's outputs by their names. `more`: arguments beside those that the data asks for. */
export function nodesOf({ format, args, outputs }: Recognised, more: object): Map<string, DataNode> {
  const made = readerOf(format)({ ...args, ...more, name: 'reader' })
  const info = schemas[format.reader]!
  const named = info.outputs.some((port) => eachType(info, port) === 'record')
  const nodes = [made].flat() as DataNode[]
  return new Map(outputs.map(({ name }, i) => [name, named ? (made as Record<string, DataNode>)[name]! : nodes[i]!]))
}

type Outputs = Map<string, DataNode>

/** The outputs for data with pictures: the first of them, and their labels. */
function pictures(files: DataNode, labels: DataNode | undefined, size: number): Outputs {
  let images = fn.decoders.imageRandomCrop(files, { outputType: types.RGB })
  images = fn.resize(images, { size: [size, size] })
  return new Map([['images', normalised(images, 'CHW')], ...labelled(labels)])
}

/** The outputs for videos: all frames of a clip are cropped and flipped alike. */
function clips(frames: DataNode, labels: DataNode | undefined, size: number): Outputs {
  const resized = fn.randomResizedCrop(frames, { size: [size, size] })
  return new Map([['clips', normalised(resized, 'FCHW')], ...labelled(labels)])
}

const normalised = (images: DataNode, outputLayout: string): DataNode =>
  fn.cropMirrorNormalize(images, { mirror: fn.random.coinFlip(), dtype: types.FLOAT, outputLayout, mean, std })

const labelled = (labels: DataNode | undefined) => (labels ? [['labels', labels] as const] : [])

/** Sounds are decoded; all other data comes as it is. */
function others(outputs: Outputs, data: Recognised): Outputs {
  const sound = data.outputs.find(({ holds }) => holds === 'sound')?.name
  if (sound === undefined) return outputs
  const [audio, sampleRate] = fn.decoders.audio(outputs.get(sound)!)
  outputs.delete(sound)
  return new Map([['audio', audio], ['sampleRate', sampleRate], ...outputs])
}

/** What the main job makes of a sample. */
export const unitOf = ({ outputs }: Recognised): Job['unit'] =>
  outputs.some(({ holds }) => holds === 'picture')
    ? 'image'
    : outputs.some(({ holds }) => holds === 'clip')
      ? 'clip'
      : 'sample'

/**
 * Makes the pipeline: of data with pictures, images and, where there are some, labels; of videos clips; of other data what the
 * reader gives. `size`: side of the images in pixels. `names`: what its outputs are called.
 */
export function mainJob(options: PipelineOptions, data: Recognised, size: number) {
  let names: readonly string[] = []
  const define = pipelineDef(options, () => {
    const outputs = nodesOf(data, { randomShuffle: true })
    const first = (what: string) => outputs.get(data.outputs.find(({ holds }) => holds === what)?.name ?? '')
    const [picture, clip, label] = [first('picture'), first('clip'), first('label')]
    const given = picture ? pictures(picture, label, size) : clip ? clips(clip, label, size) : others(outputs, data)
    names = [...given.keys()]
    return [...given.values()]
  })
  const pipe = define() as unknown as Pipeline<readonly TensorList[]>
  return { pipe, names }
}

/** Rewords a reader's error about the main job's folder: it names the option, and no line of this package. */
export function inOptions(error: unknown, option = '--data'): unknown {
  if (!(error instanceof PipelineError) || !error.op?.startsWith('readers.') || error.sample) return error
  const named = (text: string) =>
    text
      .replaceAll(/\b(fileRoot|file(?:name)?s\[\d+\]|annotationsFile|manifestFilepaths)/g, option)
      .replace(/ for (paths?)(\[\d+\])? but /, ` for ${option} but `)
      .replace(/; single files .*/, '')
  return errorOf(error.code, named(error.detail), {
    hint: error.hint && named(error.hint),
    cause: error.cause,
  })
}
