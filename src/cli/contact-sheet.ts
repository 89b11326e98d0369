// Draws one batch as a picture: the tensors that a model would get, as a grid of images. Normalised float tensors (CHW)
// are converted back to pixels. The drawing owns its pixels and reads each tensor once.

import { resolve } from 'node:path'
import { PNG } from 'pngjs'
import { inspect } from '../dynamic/values/inspect.js'
import { unsupported } from '../errors/factories.js'
import type { Tensor, TensorList } from '../index.js'
import { mean, std } from './job.js'
import { writeFile } from './out/file.js'
import type { OutSink, OutSummary, Sheet } from './types.js'

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

/** The picture of the first batch as a file. It is drawn at the end, so that the run does not wait for it. */
export class PictureFile implements OutSink {
  private draw: (() => Buffer) | undefined

  constructor(
    private readonly path: string,
    private readonly sheet: Sheet,
  ) {}

  async batch(outputs: ReadonlyMap<string, TensorList>): Promise<void> {
    this.draw ??= await this.sheet([...outputs.values()])
  }

  finish(): OutSummary {
    if (!this.draw) return { contactSheet: null, batchFiles: null }
    writeFile(this.path, [this.draw()])
    return { contactSheet: resolve(this.path), batchFiles: null }
  }
}
