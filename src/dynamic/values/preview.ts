// nd.preview(): a picture of a batch, with boxes, masks, names of classes and captions. It is drawn on the calling thread, by what
// draws contact sheets.

import { writeFileSync } from 'node:fs'
import { imageShape } from '../../data/picture.js'
import { Tensor as OutputTensor } from '../../data/tensor.js'
import { TensorList } from '../../data/tensor-list.js'
import { invalidArgument } from '../../errors/factories.js'
import { shown, unknownOption } from '../../errors/words.js'
import { PipelineError } from '../../errors.js'
import { type ClassNames, cellsOf } from '../../preview/cells.js'
import type { TensorView } from '../../preview/image.js'
import { type ListView, type Output, type Roles, rolesOf, sizeOf } from '../../preview/roles.js'
import { drawSheet, sideOf } from '../../preview/sheet.js'
import { asBatch, asTensor, type BatchLike, type TensorLike } from './data.js'
import { Batch, Tensor } from './tensor.js'

export interface PreviewOptions {
  /** For each picture its boxes: four numbers each. Default: the batch's output of boxes, if it has one. */
  boxes?: BatchLike
  /**
   * Whether boxes are left, top, right, bottom (true), or left, top, width, height (false), as `bbFlip` says it. Default: corners,
   * unless a right or bottom lies before its left or top.
   */
  ltrb?: boolean
  /** Whether boxes are fractions of the picture (true) or pixels (false). Default: fractions, unless one lies outside of 0 to 1. */
  ratio?: boolean
  /** The class of each box, or of each picture: numbers. Default: the batch's labels. */
  labels?: BatchLike
  /** For each picture the classes of its pixels, as integers (HW or HW1): 0 is the background. Default: the batch's mask. */
  masks?: BatchLike
  /** The names of classes, by their numbers. A class whose name is '' has a colour alone. */
  classNames?: ClassNames
  /** A line below each picture. */
  captions?: readonly string[]
  /** Pictures in a row. Default: so many that the sheet is about square. */
  columns?: number
  /** Side of the square that each picture is made to fit into, in pixels. Default: 256, or less, so that the sheet has at most 2048. */
  size?: number
  /** Pictures at most. Default: 64. */
  max?: number
  /** What was subtracted from the channels, and what they were divided by after it: undone before drawing. */
  mean?: number | readonly number[]
  std?: number | readonly number[]
  /** A file to write the PNG to. */
  path?: string
}

/** What preview() draws: pictures, or all outputs of a batch under their names or in a list. */
export type Previewed =
  | BatchLike
  | OutputTensor
  | readonly TensorList[]
  | { readonly [name: string]: TensorList | Batch }

const op = 'preview'
const maxSide = 256
const sheetSide = 2048
const leastSide = 96
const maxPictures = 1024
const known = [
  ...['boxes', 'ltrb', 'ratio', 'labels', 'masks', 'classNames', 'captions', 'columns', 'size', 'max', 'mean', 'std'],
  'path',
]

/**
 * Draws a batch as a PNG file: its pictures in a grid, with boxes, coloured masks, names of classes and captions. `batch` is pictures
 * (a Batch, an output of a pipeline, data that makes a batch, one Tensor), or all outputs of a batch, of which those that look like
 * boxes, masks and labels are drawn as such. A class has one colour everywhere.
 *
 * uint8 is drawn as it is. `mean` and `std` are undone where they are given. Other elements are taken as shades from 0 to 1 where all
 * lie there, as shades from 0 to 255 where all lie there and not all below 32, and else from the least (black) to the greatest (white)
 * of all pictures.
 *
 * Resolves with the bytes of the file, and writes it where `path` names one. Throws INVALID_ARGUMENT for anything that is not as
 * described, OUTPUT_RELEASED for an output that was released.
 */
export async function preview(batch: Previewed, options: PreviewOptions = {}): Promise<Uint8Array> {
  check(options)
  const outputs = await outputsOf(batch)
  const roles = rolesOf(outputs)
  const images = roles.images
  if (!images) {
    const shapes = outputs.map(({ name, list }) => `${name} ${list.length ? shown(list.at(0).shape) : '(empty)'}`)
    throw wrong(
      `Expected pictures but received ${shapes.join(', ') || 'no outputs'}`,
      'Pictures have the layout HWC, CHW or HW, and 1, 3 or 4 channels',
    )
  }
  await addGiven(roles, images, options)
  const count = Math.min(images.list.length, options.max ?? 64)
  const { classNames, captions } = options
  const side = options.size ?? sideOf(count, sheetSide, maxSide)
  const cells = cellsOf(roles, {
    ...{ side, count, least: options.size === undefined ? leastSide : side },
    ...(classNames && { classNames }),
    ...(captions && { caption: (i: number) => captions[i] }),
  })!
  const png = drawSheet(cells, {
    ...(options.columns !== undefined && { columns: options.columns }),
    ...normalisationOf(options),
  }).png()
  if (options.path !== undefined) write(options.path, png)
  return png
}

const wrong = (message: string, hint?: string) => invalidArgument(message, { op, ...(hint !== undefined && { hint }) })

// ---- options ----

function check(options: PreviewOptions): void {
  if (typeof options !== 'object' || options === null) throw wrong(`Expected options but received ${shown(options)}`)
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) throw wrong(...unknownOption(unknown, known))
  const bounds = { columns: maxPictures, size: 8192, max: maxPictures }
  for (const [name, most] of Object.entries(bounds)) {
    const value = options[name as keyof typeof bounds]
    if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) continue
    throw wrong(`Expected an integer from 1 to ${most} for ${name} but received ${shown(value)}`)
  }
  for (const name of ['ltrb', 'ratio'] as const) {
    if (options[name] === undefined || typeof options[name] === 'boolean') continue
    throw wrong(`Expected true or false for ${name} but received ${shown(options[name])}`)
  }
  const { captions, classNames, path } = options
  if (captions !== undefined && !(Array.isArray(captions) && captions.every((text) => typeof text === 'string')))
    throw wrong(`Expected a list of texts for captions but received ${shown(captions)}`)
  if (classNames !== undefined && (typeof classNames !== 'object' || classNames === null))
    throw wrong(
      `Expected a list or an object of names for classNames but received ${shown(classNames)}`,
      "['background', 'cat'], or { 17: 'cat' }",
    )
  if (path !== undefined && (typeof path !== 'string' || path === ''))
    throw wrong(`Expected the name of a file for path but received ${shown(path)}`)
}

function normalisationOf({ mean, std }: PreviewOptions) {
  if (mean === undefined && std === undefined) return {}
  const numbers = (value: number | readonly number[] | undefined, absent: number, name: string): number[] => {
    const list = value === undefined ? [absent] : [value].flat()
    if (list.length > 0 && list.every((one) => typeof one === 'number' && Number.isFinite(one))) return list as number[]
    throw wrong(`Expected a number, or one for each channel, for ${name} but received ${shown(value)}`)
  }
  return { normalisation: { mean: numbers(mean, 0, 'mean'), std: numbers(std, 1, 'std') } }
}

function write(path: string, png: Uint8Array): void {
  try {
    writeFileSync(path, png)
  } catch (cause) {
    throw invalidArgument(`Expected a file that can be written for path but received '${path}'`, { op, cause })
  }
}

// ---- data ----

/** The tensors of a batch, in host memory and evaluated. */
async function viewOf(list: Batch | TensorList): Promise<ListView> {
  if (list instanceof TensorList) return list.device === 'gpu' ? list.toCpu() : list
  await list.evaluate()
  const host = list.device === 'gpu' ? list.cpu() : list
  const samples: TensorView[] = [...host]
  return listView(samples)
}

const listView = (samples: readonly TensorView[]): ListView => ({
  length: samples.length,
  at: (i) => samples[i]!,
})

async function outputsOf(batch: Previewed): Promise<Output[]> {
  const all = namedOutputs(batch)
  if (all) return Promise.all(all.map(async ([name, list]) => ({ name, list: await viewOf(list), facts: {} })))
  return [{ name: 'batch', list: await picturesOf(batch), facts: {} }]
}

const isList = (value: unknown): value is TensorList | Batch => value instanceof TensorList || value instanceof Batch

/** The outputs of a batch, where it is an object or a list of them. */
function namedOutputs(batch: Previewed): [string, TensorList | Batch][] | undefined {
  if (typeof batch !== 'object' || batch === null || isList(batch)) return undefined
  const entries = Object.entries(batch)
  if (!entries.length || !entries.every(([, value]) => isList(value))) return undefined
  return Array.isArray(batch) ? entries.map(([i, list]) => [`output${i}`, list]) : entries
}

async function picturesOf(batch: Previewed): Promise<ListView> {
  if (isList(batch)) return viewOf(batch)
  const isOne =
    (batch instanceof Tensor || batch instanceof OutputTensor) && imageShape(batch.shape, batch.layout) !== undefined
  return isOne ? samplesOf([batch], 'batch') : samplesOf(batch as BatchLike, 'batch')
}

/** A user's data for each picture. Numbers may be nested lists, of another length for each picture. */
async function samplesOf(given: BatchLike, name: string): Promise<ListView> {
  if (isList(given)) return viewOf(given)
  try {
    if (!Array.isArray(given)) return await viewOf(asBatch(given))
    return listView(await Promise.all((given as readonly TensorLike[]).map(sampleOf)))
  } catch (cause) {
    if (!(cause instanceof PipelineError && cause.code === 'INVALID_INPUT')) throw cause
    throw invalidArgument(`Expected data that makes a batch for ${name} but received ${shown(given)}`, { op, cause })
  }
}

async function sampleOf(given: TensorLike): Promise<TensorView> {
  if (Array.isArray(given) && given.length === 0) return asTensor(new Float32Array(0))
  const tensor = given instanceof Tensor || given instanceof OutputTensor ? given : asTensor(given)
  await tensor.data()
  return tensor
}

/** Puts what the user gives in place of what was found in the batch. */
async function addGiven(roles: Roles, images: Output, options: PreviewOptions): Promise<void> {
  const { length } = images.list
  const read = async (name: 'boxes' | 'labels' | 'masks'): Promise<Output | undefined> => {
    const given = options[name]
    if (given === undefined) return undefined
    const list = await samplesOf(given, name)
    if (list.length !== length) throw countDiffers(name, length, list.length)
    return { name, list, facts: {} }
  }
  const { captions, ltrb, ratio } = options
  if (captions && captions.length !== length) throw countDiffers('captions', length, captions.length)
  const [boxes, labels, masks] = [await read('boxes'), await read('labels'), await read('masks')]
  if (boxes) {
    checkEach(boxes, (sample) => sizeOf(sample) % 4 === 0, 'four numbers a box')
    roles.boxes = boxes
    delete roles.boxLabels
  }
  if (roles.boxes)
    roles.boxes = {
      ...roles.boxes,
      facts: { ...(ltrb !== undefined && { ltrb }), ...(ratio !== undefined && { ratio }) },
    }
  if (labels) {
    const found = roles.boxes
    const perBox = found && every(labels, (sample, i) => sizeOf(sample) === sizeOf(found.list.at(i)) / 4)
    // One label for each picture, where each has one box, is the box's.
    if (perBox) roles.boxLabels = labels
    else roles.labels = labels
  }
  if (masks) {
    checkEach(
      masks,
      ({ shape, layout, dtype }) => imageShape(shape, layout)?.channels === 1 && /int|bool/.test(dtype),
      'integers of shape HW or HW1',
    )
    roles.masks = masks
  }
}

const every = ({ list }: Output, holds: (sample: TensorView, i: number) => boolean) =>
  Array.from({ length: list.length }, (_, i) => holds(list.at(i), i)).every(Boolean)

function checkEach({ name, list }: Output, holds: (sample: TensorView) => boolean, expected: string): void {
  for (let i = 0; i < list.length; i++) {
    const sample = list.at(i)
    if (holds(sample)) continue
    throw wrong(`Expected ${expected} for ${name}[${i}] but received ${sample.dtype} of shape ${shown(sample.shape)}`)
  }
}

const countDiffers = (name: string, expected: number, received: number) =>
  wrong(`Expected ${expected} entries for ${name}, one for each picture, but received ${received}`)
