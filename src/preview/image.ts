// Reads tensors that look like images, or like clips of them, at the size at which they are drawn, and shades them. A clip is drawn
// as a strip: some of its frames side by side. It may run on the thread of a
// pipeline's consumer, so it reads a few elements for each pixel of the result, however large the image is, in loops without
// calls.
import { halfToNumber, typedArrays } from '../data/elements.js'
import { type ImageShape, imageShape } from '../data/picture.js'
import { type DType, dtypeBytes } from '../generated/abi.js'
import type { Canvas } from './canvas.js'

/** A tensor in host memory: one of a pipeline's outputs, or of imperative mode. */
export interface TensorView {
  readonly dtype: DType
  readonly shape: readonly number[]
  readonly layout: string
  dataSync(): ArrayBufferView<ArrayBufferLike>
}

/** An image as it lies in memory, before any of it is read. */
export interface RawImage extends ImageShape {
  dtype: DType
  /** The bits of its elements. Few types of arrays, so that the loop that reads them stays quick. */
  words: Words
}

type Words = Uint8Array | Uint16Array | Uint32Array

/** The tensor as an image; undefined if it does not look like one. Its data is in host memory. */
export function rawImage(tensor: TensorView): RawImage | undefined {
  const { shape, dtype, layout } = tensor
  const image = imageShape(shape, layout)
  if (!image) return undefined
  const { buffer, byteOffset, byteLength } = tensor.dataSync()
  const Word = wordOf(dtype)
  return { ...image, dtype, words: new Word(buffer as ArrayBuffer, byteOffset, byteLength / Word.BYTES_PER_ELEMENT) }
}

function wordOf(dtype: DType): typeof Uint8Array | typeof Uint16Array | typeof Uint32Array {
  const size = dtypeBytes[dtype]
  return size === 1 ? Uint8Array : size === 2 ? Uint16Array : Uint32Array
}

export interface Size {
  width: number
  height: number
}

/** Frames of a strip. */
const maxFrames = 6
const shownFrames = (frames: number) => Math.min(frames, maxFrames)

/**
 * The size of the image within a square of `side` pixels. It is enlarged only where it is smaller than `least`: by a whole number,
 * so that its pixels stay squares. Each frame of a strip lies in a square of half that side.
 */
export function fitted({ frames = 1, ...frame }: Size & { frames?: number }, side: number, least = 0): Size {
  const size = frames > 1 ? fittedImage(frame, Math.ceil(side / 2), least / 2) : fittedImage(frame, side, least)
  return { width: shownFrames(frames) * size.width, height: size.height }
}

/** The size at which each pixel of the image, or of the strip, is drawn. */
export const fullSize = ({ frames, width, height }: RawImage): Size => ({ width: shownFrames(frames) * width, height })

function fittedImage({ width, height }: Size, side: number, least: number): Size {
  const larger = Math.max(width, height)
  const scale = larger < least ? Math.max(1, Math.floor(Math.min(side, least) / larger)) : Math.min(1, side / larger)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** An image at the size at which it is drawn. It owns its numbers. */
export interface Sampled extends Size {
  dtype: DType
  /** Grey, or red, green and blue of each pixel. */
  values: Numbers
}

/**
 * Reads an image at the size of the result. `taps`: how many elements are read for a pixel of an image that is made smaller, along
 * each axis, at most.
 */
export function sampled(image: RawImage, size: Size, most = 4): Sampled {
  const { dtype } = image
  const shown = shownFrames(image.frames)
  const width = size.width / shown
  const taps = Math.max(1, Math.min(most, Math.ceil(Math.max(image.width / width, image.height / size.height))))
  // An element of 64 bits has two words.
  const halves = dtypeBytes[dtype] === 8 ? 2 : 1
  const places: Places = {
    rows: positions(image.height, size.height, { taps, next: halves * image.nextRow }),
    columns: eachFrame(
      positions(image.width, width, { taps, next: halves * image.nextColumn }),
      evenly(image.frames, shown).map((frame) => halves * image.nextFrame * frame),
    ),
    planes: Math.min(image.channels, 3),
    nextPlane: halves * image.nextChannel,
    halves,
  }
  const read = numbersOf(dtype, gathered(image.words, places))
  return { ...size, dtype, values: taps === 1 ? read : averaged(read, size, taps) }
}

/** The numbers of a mask at the size of the result: those that are there, and no mean of several. */
export const numbersOfMask = (image: RawImage, size: Size): Numbers => sampled(image, size, 1).values

/** What `mean` and `std` were subtracted from and divided by: numbers for all channels, or one for each. */
export interface Normalisation {
  mean: readonly number[]
  std: readonly number[]
  scale?: number
  shift?: number
}

/** How elements become shades from 0 to 255: (element + offset) * scale, per channel. */
export interface Shading {
  offset: readonly [number, number, number]
  scale: readonly [number, number, number]
}

const three = (at: (c: number) => number): [number, number, number] => [at(0), at(1), at(2)]
const linear = (least: number, most: number): Shading => {
  const scale = most > least ? 255 / (most - least) : 0
  return { offset: three(() => -least), scale: three(() => scale) }
}
/** Less than this is so dark that it is no picture in shades from 0 to 255. */
const dark = 32
/** What arithmetic adds at the ends of 0 to 1. */
const slack = 1e-3

/**
 * How images of one output are drawn. uint8 is drawn as it is. Where the normalisation is known, it is undone. All other elements
 * are taken as shades from 0 to 1 where they lie there, as shades from 0 to 255 where they lie there and not all below 32, and
 * else from the least (black) to the greatest (white) of all images.
 */
export function shadingOf(images: readonly Sampled[], normalisation?: Normalisation): Shading {
  if (normalisation) {
    const { mean, std, scale = 1, shift = 0 } = normalisation
    const of = (list: readonly number[], c: number) => list[Math.min(c, list.length - 1)] ?? 0
    const up = Math.max(...mean, ...std) <= 1 ? 255 : 1
    return {
      offset: three((c) => -shift + (of(mean, c) * scale) / (of(std, c) || 1)),
      scale: three((c) => (up * (of(std, c) || 1)) / scale),
    }
  }
  if (images.every(({ dtype }) => dtype === 'uint8')) return linear(0, 255)
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { values } of images) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!
      if (!Number.isFinite(value)) continue
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  if (least >= -slack && most <= 1 + slack) return linear(0, 1)
  if (least >= 0 && most <= 255 && most >= dark) return linear(0, 255)
  return linear(least, most)
}

/** Draws an image at x, y. */
export function draw(image: Sampled, { offset, scale }: Shading, to: Canvas, left: number, top: number): void {
  const { values, width, height } = image
  const { data } = to
  const planes = values.length / (width * height)
  // Grey has one number for all three colours.
  const [green, blue] = planes === 3 ? [1, 2] : [0, 0]
  for (let y = 0, from = 0; y < height; y++) {
    let at = to.at(left, top + y)
    for (const end = from + planes * width; from < end; from += planes, at += 3) {
      data[at] = shade((values[from]! + offset[0]) * scale[0])
      data[at + 1] = shade((values[from + green]! + offset[green]!) * scale[green]!)
      data[at + 2] = shade((values[from + blue]! + offset[blue]!) * scale[blue]!)
    }
  }
}

/** NaN becomes 0. */
const shade = (value: number) => (value > 255 ? 255 : value > 0 ? value + 0.5 : 0)

interface Places {
  /** Offsets in words, to be added. */
  rows: Float64Array
  columns: Float64Array
  planes: number
  nextPlane: number
  /** Words of an element. */
  halves: number
}

/** Copies the elements at these places, without looking at what they are: rows, columns, channels. */
function gathered(words: Words, { rows, columns, planes, nextPlane, halves }: Places): Words {
  const Word = words.BYTES_PER_ELEMENT === 1 ? Uint8Array : words.BYTES_PER_ELEMENT === 2 ? Uint16Array : Uint32Array
  const to = new Word(rows.length * columns.length * planes * halves)
  let at = 0
  for (let y = 0; y < rows.length; y++) {
    const row = rows[y]!
    for (let x = 0; x < columns.length; x++) {
      let from = row + columns[x]!
      for (let c = 0; c < planes; c++, from += nextPlane) {
        to[at++] = words[from]!
        if (halves === 2) to[at++] = words[from + 1]!
      }
    }
  }
  return to
}

export type Numbers = Uint8Array | Float32Array | Float64Array

/** The numbers that these bits stand for. */
function numbersOf(dtype: DType, words: Words): Numbers {
  const { buffer } = words as { buffer: ArrayBuffer }
  if (dtype === 'uint8' || dtype === 'bool') return words as Uint8Array
  if (dtype === 'float32') return new Float32Array(buffer)
  if (dtype !== 'float16' && dtype !== 'int64' && dtype !== 'uint64')
    return new Float64Array(new typedArrays[dtype](buffer))
  const numbers = new Float64Array(dtype === 'float16' ? words.length : words.length / 2)
  const high = dtype === 'int64' ? new Int32Array(buffer) : words
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = dtype === 'float16' ? halfToNumber(words[i]!) : high[2 * i + 1]! * 2 ** 32 + words[2 * i]!
  }
  return numbers
}

/** The mean of `taps` by `taps` numbers for each pixel. */
function averaged(read: Numbers, { width, height }: Size, taps: number): Float32Array {
  const planes = read.length / (width * height * taps * taps)
  const line = planes * taps * width
  const means = new Float32Array(planes * width * height)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < planes; c++) {
        let sum = 0
        for (let v = 0, from = taps * (y * line + x * planes) + c; v < taps; v++, from += line) {
          for (let u = 0; u < taps; u++) sum += read[from + u * planes]!
        }
        means[to++] = sum / (taps * taps)
      }
    }
  }
  return means
}

/** The numbers of `shown` frames, from the first to the last one. */
const evenly = (frames: number, shown: number) =>
  Array.from({ length: shown }, (_, i) => (i ? Math.round((i * (frames - 1)) / (shown - 1)) : 0))

/** The offsets of a row of the strip: those of a frame's row, in one frame after the other. */
function eachFrame(row: Float64Array, frames: readonly number[]): Float64Array {
  const all = new Float64Array(row.length * frames.length)
  for (const [i, frame] of frames.entries())
    all.set(
      row.map((at) => frame + at),
      i * row.length,
    )
  return all
}

/** The offsets of the elements that are read for each pixel of the result along one axis, `taps` of them, evenly spread. */
function positions(from: number, to: number, { taps, next }: { taps: number; next: number }): Float64Array {
  const place = (i: number) => Math.min(from - 1, Math.floor(((i + 0.5) * from) / (taps * to)))
  return Float64Array.from({ length: taps * to }, (_, i) => next * place(i))
}
