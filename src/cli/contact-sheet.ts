// The picture of the first batch: what a model would get, as a grid of images with class names, boxes and masks. Images are read
// when the batch comes, at the size at which they are drawn, and drawn at the end, so that the run does not wait for it.

import { resolve } from 'node:path'
import { unsupported } from '../errors/factories.js'
import type { TensorList } from '../index.js'
import { cellSize, cellsOf } from '../preview/cells.js'
import { type Facts, factsOf } from '../preview/facts.js'
import { rolesOf } from '../preview/roles.js'
import { drawSheet, gap, sideOf } from '../preview/sheet.js'
import type { UserPipeline } from './module.js'
import { writeFile } from './out/file.js'
import type { OutSink, OutSummary } from './types.js'

const maxImages = 64
const maxSide = 4096
/** Sides of a module's images and of their sheet, at most, in pixels. */
const moduleSide = 256
const moduleSheet = 2048
/** Smaller images are enlarged up to this side. */
const leastSide = 96

/** Number of images with this side, in pixels, that fit on a sheet. */
export function sheetRoom(size: number): number {
  const perSide = Math.max(1, Math.floor((maxSide - gap) / (size + gap)))
  return Math.min(maxImages, perSide * perSide)
}

/** What the pipeline knows of its outputs. A pipeline of another copy of the package may not tell. */
export function factsOfPipe(pipe: UserPipeline): readonly Facts[] {
  const insides = pipe.insides as typeof pipe.insides | undefined
  return insides ? factsOf(insides.graph, insides.readers) : []
}

export const noPictures = () =>
  unsupported(
    'Expected an output that looks like images for --out but there is none',
    'Images have the layout HWC, CHW or HW, and 1, 3 or 4 channels; without --out there is no picture',
  )

/** The picture of the first batch as a file. `size`: the side of the main job's images. */
export class PictureFile implements OutSink {
  private draw: (() => Uint8Array) | undefined

  constructor(
    private readonly path: string,
    private readonly pipe: UserPipeline,
    private readonly size: number | null,
  ) {}

  async batch(outputs: ReadonlyMap<string, TensorList>): Promise<void> {
    this.draw ??= await sheetOf(outputs, factsOfPipe(this.pipe), this.size)
  }

  finish(): OutSummary {
    if (!this.draw) return { contactSheet: null, batchFiles: null }
    writeFile(this.path, [this.draw()])
    return { contactSheet: resolve(this.path), batchFiles: null }
  }
}

/** Reads as many images of the batch as fit on a sheet; the returned function draws them. */
export async function sheetOf(
  batch: ReadonlyMap<string, TensorList>,
  facts: readonly Facts[],
  size: number | null,
): Promise<() => Uint8Array> {
  const length = [...batch.values()][0]?.length ?? 0
  const count = Math.min(length, size === null ? maxImages : sheetRoom(size))
  const outputs = await Promise.all(
    [...batch].map(async ([name, list], i) => ({ name, list: await onHost(list, count), facts: facts[i] ?? {} })),
  )
  const roles = rolesOf(outputs)
  // A label without a name says nothing where it is the position in a list of files.
  if (size !== null && !roles.labels?.facts.classes) delete roles.labels
  const { valid } = outputs[0]!.list
  const cells = cellsOf(roles, {
    side: size ?? sideOf(count, moduleSheet, moduleSide),
    ...(size === null && { least: leastSide }),
    count,
    valid: (i) => valid[i] === 1,
  })
  if (!cells)
    return () => {
      throw noPictures()
    }
  const cell = size === null ? {} : { cell: cellSize(cells, size) }
  return () => drawSheet(cells, { ...cell, ...normalisationOf(roles.images?.facts) }).png()
}

export const normalisationOf = (facts: Facts | undefined) =>
  facts?.normalisation ? { normalisation: facts.normalisation } : {}

const onHost = async (list: TensorList, count: number): Promise<TensorList> =>
  list.device === 'gpu' ? list.slice(0, count).toCpu() : list.slice(0, count)
