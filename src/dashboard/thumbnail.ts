// Draws tensors that look like images into pixels of the page, scaled down. It runs on the consumer's thread, so it reads
// only a few elements per pixel of the result, however large the image is, in loops without calls.
import { halfToNumber } from '../data/elements.js'
import { type ImageShape, imageShape } from '../data/picture.js'
import type { Tensor } from '../data/tensor.js'
import type { Pixels } from './pixels.js'

/** Elements that are read for each pixel of the result, along an axis, where the image is made smaller. */
const mostTaps = 2

/** Numbers of an image as they are, and whether they are uint8, which are drawn as they are. */
export interface RawImage extends ImageShape {
  data: ArrayLike<number>
  raw: boolean
}

/** The tensor as an image; undefined if it does not look like one. Its data is in host memory. */
export function rawImage(tensor: Tensor): RawImage | undefined {
  const { shape, dtype, layout } = tensor
  const image = imageShape(shape, layout)
  if (!image) return undefined
  const data = tensor.dataSync()
  // These are rarely images, and their elements are no numbers.
  const numbers =
    dtype === 'float16'
      ? Float32Array.from(data as Uint16Array, halfToNumber)
      : dtype === 'int64' || dtype === 'uint64'
        ? Float64Array.from(data as BigInt64Array, Number)
        : (data as Float32Array)
  return { ...image, data: numbers, raw: dtype === 'uint8' }
}

/** The size of the image within a square of `side` pixels; it is not enlarged. */
export function fitted({ width, height }: ImageShape, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Draws the image with the size `size` at x, y. Elements of uint8 are drawn as they are; all others are scaled, so that
 * the least one is black and the greatest white.
 */
export function draw(
  image: RawImage,
  size: { width: number; height: number },
  { to, x: left, y: top }: { to: Pixels; x: number; y: number },
): void {
  const values = sampled(image, size)
  let [low, scale] = [0, 1]
  if (!image.raw) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const value of values) {
      if (value < least) least = value
      if (value > most) most = value
    }
    low = least
    scale = most > least ? 255 / (most - least) : 0
  }
  const { data } = to
  for (let y = 0, from = 0; y < size.height; y++) {
    let at = to.at(left, top + y)
    for (const end = from + 3 * size.width; from < end; from++, at++) {
      // NaN becomes 0.
      const value = (values[from]! - low) * scale
      data[at] = value > 255 ? 255 : value > 0 ? value + 0.5 : 0
    }
  }
}

/** Reads the image at the size of the result: red, green and blue of each pixel. */
function sampled(image: RawImage, size: { width: number; height: number }): Float32Array {
  const { data, width, height, channels, nextRow, nextColumn, nextChannel } = image
  const values = new Float32Array(size.width * size.height * 3)
  const taps = size.width === width && size.height === height ? 1 : mostTaps
  const rows = positions(height, size.height, { taps, next: nextRow })
  const columns = positions(width, size.width, { taps, next: nextColumn })
  const step = channels === 1 ? 0 : nextChannel
  const share = 1 / (taps * taps)
  for (let y = 0, to = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let v = taps * y; v < taps * y + taps; v++) {
          const from = rows[v]! + c * step
          for (let u = taps * x; u < taps * x + taps; u++) sum += data[from + columns[u]!]!
        }
        values[to++] = sum * share
      }
    }
  }
  return values
}

/** The offsets of the elements that are read for each pixel of the result along one axis, `taps` of them, evenly spread. */
function positions(from: number, to: number, { taps, next }: { taps: number; next: number }): Int32Array {
  const place = (i: number) => Math.min(from - 1, Math.floor(((i + 0.5) * from) / (taps * to)))
  return Int32Array.from({ length: taps * to }, (_, i) => next * place(i))
}
