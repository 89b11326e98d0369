// Data that looks like an image, as pixels from 0 to 255: what draws tensors (inspect(), the dashboard) reads it through this.
import type { DType } from '../generated/abi.js'
import { halfToNumber } from './elements.js'
import type { TypedArray } from './types.js'

/** An image; `at` gives channel c of a pixel as 0 to 255. */
export interface Picture {
  width: number
  height: number
  channels: number
  at(y: number, x: number, c: number): number
}

interface Range {
  min: number | bigint | undefined
  max: number | bigint | undefined
}

const isChannels = (n: number | undefined) => n === 1 || n === 3 || n === 4

/** Where the elements of an image lie: its extents, and how far apart neighbours are, in elements. */
export interface ImageShape {
  width: number
  height: number
  channels: number
  nextRow: number
  nextColumn: number
  nextChannel: number
}

/** The image that data of this shape looks like; undefined if it looks like none. */
export function imageShape(shape: readonly number[], layout: string): ImageShape | undefined {
  const kind = layout || likelyLayout(shape)
  if (kind.length !== shape.length || !['HWC', 'CHW', 'HW'].includes(kind)) return undefined
  const extent = (axis: string) => shape[kind.indexOf(axis)] ?? 1
  const [height, width, channels] = [extent('H'), extent('W'), extent('C')]
  if (!isChannels(channels) || height === 0 || width === 0) return undefined
  const planar = kind === 'CHW'
  return {
    ...{ width, height, channels },
    nextRow: planar ? width : width * channels,
    nextColumn: planar ? 1 : channels,
    nextChannel: planar ? height * width : 1,
  }
}

/**
 * The data as an image, its elements scaled from `range` to 0 to 255 unless they are uint8; undefined if it looks like
 * none.
 */
export function pictureOf(
  data: TypedArray,
  dtype: DType,
  shape: readonly number[],
  layout: string,
  range: Range,
): Picture | undefined {
  const image = imageShape(shape, layout)
  if (!image) return undefined
  const { width, height, channels, nextRow, nextColumn, nextChannel } = image
  const value = dtype === 'float16' ? (i: number) => halfToNumber(data[i] as number) : (i: number) => Number(data[i])
  const [min, max] = [Number(range.min ?? 0), Number(range.max ?? 0)]
  const scale = max > min && Number.isFinite(max - min) ? 255 / (max - min) : 0
  const pixel = dtype === 'uint8' ? value : (i: number) => (value(i) - min) * scale
  return { ...{ width, height, channels }, at: (y, x, c) => pixel(y * nextRow + x * nextColumn + c * nextChannel) }
}

/**
 * The image layout that a shape without a layout suggests; '' for none. Sides of at most 4 pixels do not count as an
 * image.
 */
function likelyLayout(shape: readonly number[]): string {
  const [a = 0, b = 0, c] = shape
  if (shape.length === 2) return a > 4 && b > 4 ? 'HW' : ''
  if (shape.length !== 3) return ''
  if (isChannels(c) && a > 4 && b > 4) return 'HWC'
  return isChannels(a) && b > 4 && c! > 4 ? 'CHW' : ''
}
