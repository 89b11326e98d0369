// VitPose: the part of an image around a box, moved and scaled to the model's input, with scipy's bilinear rule: coordinates and
// sums in float64, black outside.
import type { NumberArray } from './arrays.js'
import { type Box, centreAndScale } from './post/pose-boxes.js'
import type { Size } from './program.js'

const f32 = Math.fround

/** Where a row or column of the output lies in the image: `offset + scale * i`. */
interface Axis {
  readonly scale: number
  readonly offset: number
}

/** The inverse of the class's matrix, which is of float32. */
function axisOf(centre: number, scale: number, extent: number): Axis {
  const side = f32(scale * 200)
  const ratio = (extent - 1) / side
  const moved = f32(f32(-0.5 * f32(centre * 2)) + f32(0.5 * side))
  const [a, t] = [f32(ratio), f32(ratio * moved)]
  return { scale: 1 / a, offset: -t / a }
}

interface Taps {
  /** The first of two places; -1 outside. */
  readonly low: Int32Array
  readonly weight: Float64Array
}

function taps({ scale, offset }: Axis, from: number, to: number): Taps {
  const made = { low: new Int32Array(to).fill(-1), weight: new Float64Array(to) }
  for (let i = 0; i < to; i++) {
    const at = offset + i * scale
    if (!(at >= 0 && at <= from - 1)) continue
    made.low[i] = Math.floor(at)
    made.weight[i] = at - Math.floor(at)
  }
  return made
}

/** Writes the bytes of a box, by `table` of 256 values a channel, as planes from `begin` on. */
function warp(
  pixels: Uint8Array,
  from: Size,
  box: Box,
  to: Size,
  unit: number,
  table: ArrayLike<number>,
  into: Float32Array | Uint8Array,
  begin: number,
): void {
  const { centre, scale } = centreAndScale(box, to, unit)
  const x = taps(axisOf(centre[0], scale[0], to.width), from.width, to.width)
  const y = taps(axisOf(centre[1], scale[1], to.height), from.height, to.height)
  const area = to.height * to.width
  for (let row = 0, at = begin; row < to.height; row++) {
    const [top, down] = [y.low[row]!, y.weight[row]!]
    const below = Math.min(top + 1, from.height - 1)
    for (let column = 0; column < to.width; column++, at++) {
      const [left, across] = [x.low[column]!, x.weight[column]!]
      const right = Math.min(left + 1, from.width - 1)
      for (let c = 0; c < 3; c++) {
        let sum = 0
        if (top >= 0 && left >= 0) {
          const value = (line: number, place: number) => pixels[3 * (line * from.width + place) + c]!
          sum = value(top, left) * (1 - down) * (1 - across)
          sum += value(top, right) * (1 - down) * across
          sum += value(below, left) * down * (1 - across)
          sum += value(below, right) * down * across
        }
        into[at + c * area] = table[256 * c + Math.min(Math.floor(sum + 0.5), 255)]!
      }
    }
  }
}

/** The boxes of all images, [boxes, 3, height, width]. `table`: what becomes of bytes, 256 values a channel; without one they stay bytes. */
export function warped(
  images: readonly NumberArray[],
  boxes: readonly (readonly Box[])[],
  size: Size,
  unit: number,
  table: readonly number[] | undefined,
): NumberArray {
  const count = boxes.reduce((sum, own) => sum + own.length, 0)
  const dims = [count, 3, size.height, size.width]
  const one = 3 * size.height * size.width
  const data = table ? new Float32Array(count * one) : new Uint8Array(count * one)
  const values = table ?? Array.from({ length: 768 }, (_, i) => i % 256)
  let begin = 0
  for (const [i, own] of boxes.entries()) {
    const [height, width] = images[i]!.dims as [number, number]
    for (const box of own) {
      warp(images[i]!.data as Uint8Array, { height, width }, box, size, unit, values, data, begin)
      begin += one
    }
  }
  return { type: table ? 'float32' : 'uint8', dims, data }
}
