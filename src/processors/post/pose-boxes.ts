// The boxes of VitPose: [x, y, width, height] in pixels, a list for each image.
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { Size } from '../program.js'

const f32 = Math.fround

export type Box = readonly [x: number, y: number, width: number, height: number]

/** `count`: of images. Errors: INVALID_ARGUMENT, for anything else. */
export function boxesOf(given: unknown, count?: number): Box[][] {
  const isBox = (box: unknown): box is Box => Array.isArray(box) && box.length === 4 && box.every(Number.isFinite)
  const isImage = (boxes: unknown): boxes is Box[] => Array.isArray(boxes) && boxes.every(isBox)
  if (Array.isArray(given) && given.every(isImage) && (count === undefined || given.length === count)) return given
  const each = count === undefined ? 'each image' : `each of ${count} images`
  throw invalidArgument(`Expected a list of boxes [x, y, width, height] for ${each} but received ${shown(given)}`)
}

/** The centre of a box, and its sides at the ratio of the model's input, a quarter larger, in units of `unit` pixels. */
export function centreAndScale([x, y, width, height]: Box, size: Size, unit: number) {
  const ratio = size.width / size.height
  let [across, down] = [width, height]
  if (across > ratio * down) down = across / ratio
  else if (across < ratio * down) across = down * ratio
  const scaled = (side: number) => f32(f32(side / unit) * 1.25)
  return {
    centre: [f32(x + width * 0.5), f32(y + height * 0.5)] as [number, number],
    scale: [scaled(across), scaled(down)] as [number, number],
  }
}
