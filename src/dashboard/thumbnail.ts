// Draws tensors that look like images into pixels of the page, scaled down. It runs on the consumer's thread, so it reads only a few
// elements per pixel of the result, however large the image is.

import { type Picture, pictureOf } from '../data/picture.js'
import type { Tensor } from '../data/tensor.js'
import type { Pixels } from './pixels.js'

/** Elements that are read for each pixel of the result, along an axis. */
const taps = 2

/** The tensor as an image with elements as they are; undefined if it does not look like one. Its data is on the CPU. */
export function rawPicture(tensor: Tensor): Picture | undefined {
  const { shape, dtype, layout } = tensor
  return pictureOf(tensor.dataSync(), dtype, shape, layout, { min: 0, max: 255 })
}

/** The size of the picture within a square of `side` pixels; it is not enlarged. */
export function fitted({ width, height }: Picture, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Draws the picture with the size `size` at x, y. Elements of uint8 are drawn as they are; all others are scaled, so
 * that the least one is black and the greatest white.
 */
export function draw(
  picture: Picture,
  { raw, ...size }: { width: number; height: number; raw: boolean },
  { to, x: left, y: top }: { to: Pixels; x: number; y: number },
): void {
  const [values, least, most] = sampled(picture, size)
  const scale = raw ? 1 : most > least ? 255 / (most - least) : 0
  const low = raw ? 0 : least
  const { data } = to
  for (let y = 0, from = 0; y < size.height; y++) {
    let at = to.at(left, top + y)
    for (let x = 0; x < size.width; x++, from += 3, at += 3) {
      for (let c = 0; c < 3; c++) {
        // NaN becomes 0.
        const value = (values[from + c]! - low) * scale
        data[at + c] = value > 255 ? 255 : value > 0 ? value + 0.5 : 0
      }
    }
  }
}

/** Reads the picture at the size of the result: red, green and blue of each pixel, and the range of all values. */
function sampled(
  picture: Picture,
  size: { width: number; height: number },
): [values: Float32Array, least: number, most: number] {
  const values = new Float32Array(size.width * size.height * 3)
  const columns = positions(picture.width, size.width)
  const rows = positions(picture.height, size.height)
  const second = picture.channels === 1 ? 0 : 1
  const colours = [0, second, 2 * second]
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let y = 0, to = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      for (let c = 0; c < 3; c++, to++) {
        if (c && !second) {
          values[to] = values[to - 1]!
          continue
        }
        let sum = 0
        for (let v = taps * y; v < taps * (y + 1); v++) {
          for (let u = taps * x; u < taps * (x + 1); u++) sum += picture.at(rows[v]!, columns[u]!, colours[c]!)
        }
        const mean = sum / (taps * taps)
        values[to] = mean
        if (mean < least) least = mean
        if (mean > most) most = mean
      }
    }
  }
  return [values, least, most]
}

/** The positions that are read for each pixel of the result along one axis, `taps` of them, evenly spread. */
function positions(from: number, to: number): Int32Array {
  return Int32Array.from({ length: taps * to }, (_, i) =>
    Math.min(from - 1, Math.floor(((i + 0.5) * from) / (taps * to))),
  )
}
