// Draws one batch as a picture: the tensors that a model would get, as a grid of images. Normalised float tensors (CHW)
// are converted back to pixels. The drawing owns its pixels and reads each tensor once.

import { closeSync, existsSync, fstatSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { inspect } from '../dynamic/values/inspect.js'
import { invalidArgument, unsupported } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import type { Tensor } from '../index.js'
import { mean, std } from './job.js'
import type { Sheet } from './types.js'

const maxImages = 64
const maxSide = 4096
const gap = 4
const background = 0x20

export interface SheetImage {
  /** float32 CHW, normalised. */
  tensor: Tensor
  /** False for a placeholder: its cell gets a cross. */
  valid: boolean
}

/** Number of images with this side, in pixels, that fit on a sheet. */
export function sheetRoom(size: number): number {
  const perSide = Math.max(1, Math.floor((maxSide - gap) / (size + gap)))
  return Math.min(maxImages, perSide * perSide)
}

export function drawSheet(images: readonly SheetImage[]): Buffer {
  const [, height = 1, width = 1] = images[0]!.tensor.shape
  const columns = Math.min(images.length, Math.ceil(Math.sqrt((images.length * height) / width)))
  const rows = Math.ceil(images.length / columns)
  const png = new PNG({ width: columns * (width + gap) + gap, height: rows * (height + gap) + gap })
  const pixels = new Uint8ClampedArray(png.width * png.height * 3).fill(background)
  images.forEach((image, i) => {
    const left = gap + (i % columns) * (width + gap)
    const top = gap + Math.floor(i / columns) * (height + gap)
    const at = (y: number) => ((top + y) * png.width + left) * 3
    if (image.valid) drawImage(image.tensor.dataSync() as Float32Array, width, height, pixels, at)
    else drawCross(width, height, pixels, at)
  })
  png.data = Buffer.from(pixels.buffer)
  return PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false, deflateLevel: 6 })
}

type RowStart = (y: number) => number

function drawImage(planes: Float32Array, width: number, height: number, pixels: Uint8ClampedArray, at: RowStart): void {
  for (let c = 0; c < 3; c++) {
    for (let y = 0, from = c * width * height; y < height; y++) {
      for (let x = 0, to = at(y) + c; x < width; x++, to += 3) {
        pixels[to] = planes[from++]! * std[c]! + mean[c]!
      }
    }
  }
}

function drawCross(width: number, height: number, pixels: Uint8ClampedArray, at: RowStart): void {
  for (let y = 0; y < height; y++) {
    const x = Math.floor((y * width) / height)
    for (const column of [x, width - 1 - x]) pixels.fill(0x80, at(y) + 3 * column, at(y) + 3 * column + 3)
  }
}

/** The sheet of the main job: copies as many images of the batch as fit on a sheet, and draws them later. */
export function mainSheet(size: number): Sheet {
  return async ([images]) => {
    const { valid, length } = images!
    const count = Math.min(length, sheetRoom(size))
    const shown = Array.from(
      { length: count },
      (_, i): SheetImage => ({ tensor: images!.at(i).copy(), valid: valid[i] === 1 }),
    )
    return () => drawSheet(shown)
  }
}

/** The sheet of a user's pipeline: a picture of the first output that looks like images. */
export const outputSheet: Sheet = async (outputs) => {
  for (const output of outputs) {
    const { png } = await inspect(output)
    if (png) return () => Buffer.from(png)
  }
  return () => {
    throw unsupported(
      'Expected an output that looks like images for --out but there is none',
      'Images have the layout HWC, CHW or HW, and 1, 3 or 4 channels; without --out there is no picture',
    )
  }
}

/** Throws an error that names --out if the file cannot be written: before the run and not after it. Changes no file. */
export function checkSheetPath(path: string): void {
  const isNew = !existsSync(path)
  try {
    closeSync(openSync(path, 'a'))
  } catch (cause) {
    throw unwritable(path, cause)
  }
  if (isNew) rmSync(path, { force: true })
}

/** Writes the picture. On failure it throws an error that names --out and leaves no incomplete file. */
export function writeSheet(path: string, png: Buffer): void {
  let file: number | undefined
  try {
    file = openSync(path, 'w')
    writeFileSync(file, png)
  } catch (cause) {
    // A file that could not be opened is unchanged, and a device must not be removed.
    if (file !== undefined && fstatSync(file).isFile()) rmSync(path, { force: true })
    throw unwritable(path, cause)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

function unwritable(path: string, cause: unknown): PipelineError {
  const code = (cause as NodeJS.ErrnoException).code ?? ''
  return invalidArgument(
    `Expected a file that can be written for --out but '${path}' cannot: ${reasons[code] ?? (code || String(cause))}`,
    { hint: 'Choose another place with --out FILE, or leave --out out', cause },
  )
}
