// The main job: a folder of images in; shuffled, decoded, randomly cropped, resized, flipped, normalised float batches
// out. Also where the data set of the command line is looked at, so that errors speak of its option.
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
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

export const readerName = 'reader'

/** Arguments of readers.file that name the data. */
export type Data = { fileRoot: string; fileFilters: string[] } | { files: string[]; labels: number[] }

const endings = [
  'jpg',
  'jpeg',
  'png',
  'webp',
  'avif',
  'heic',
  'heif',
  'tif',
  'tiff',
  'gif',
  'bmp',
  'pnm',
  'ppm',
  'pgm',
  'pbm',
]
const imageName = new RegExp(`\\.(${endings.join('|')})$`, 'i')

/** Gives [images, labels]. */
export type MainJob = Pipeline<[TensorList, TensorList]>

export function mainJob(options: PipelineOptions, data: Data, size: number): MainJob {
  const define = pipelineDef(options, () => {
    const [files, labels] = fn.readers.file({ ...data, randomShuffle: true, name: readerName })
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

/**
 * What --data names: a folder with one sub-folder per class as the reader wants it or, so that any folder of photos will
 * do, one whose images lie at other depths.
 */
export function findData(folder: string): Data {
  let found: boolean
  try {
    found = statSync(folder).isDirectory()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw unreadable(folder, cause)
    throw new PipelineError({
      code: 'FILE_NOT_FOUND',
      message: `Expected a folder for --data but '${folder}' does not exist`,
      hint: 'Check the path; relative ones start at the working folder',
      cause,
    })
  }
  if (!found) {
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: `Expected a folder for --data but '${folder}' is a file`,
      hint: 'Give the folder that holds the images',
    })
  }
  if (hasClassFolders(folder)) return { fileRoot: folder, fileFilters: endings.map((e) => `*.${e}`) }
  const files: string[] = []
  const labels: number[] = []
  const tops = new Map<string, number>()
  for (const path of imagesBelow(folder)) {
    const top = path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
    if (!tops.has(top)) tops.set(top, tops.size)
    files.push(join(folder, path))
    labels.push(tops.get(top)!)
  }
  if (files.length) return { files, labels }
  throw new PipelineError({
    code: 'EMPTY_DATASET',
    message: `Expected images in --data '${folder}' but found none`,
    hint: `A file counts as an image by its ending: ${endings.join(', ')}`,
  })
}

function unreadable(folder: string, cause: unknown): PipelineError {
  return new PipelineError({
    code: 'FILE_UNREADABLE',
    message: `Expected a folder for --data but '${folder}' cannot be read (${(cause as NodeJS.ErrnoException).code})`,
    hint: 'Check its permissions and the disk',
    cause,
  })
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (cause) {
    throw unreadable(folder, cause)
  }
}

/** True when images lie in sub-folders, and only there; one image in one of them is enough to know. */
function hasClassFolders(folder: string): boolean {
  const list = entries(folder)
  if (list.some((e) => e.isFile() && imageName.test(e.name))) return false
  return list.some((e) => isFolder(folder, e) && entries(join(folder, e.name)).some((f) => imageName.test(f.name)))
}

function isFolder(parent: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  return statSync(join(parent, entry.name), { throwIfNoEntry: false })?.isDirectory() ?? false
}

function* imagesBelow(root: string, below = ''): Generator<string> {
  for (const entry of entries(join(root, below))) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* imagesBelow(root, path)
    else if (imageName.test(entry.name)) yield path
  }
}
