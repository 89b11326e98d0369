// nd.inspect(): a summary of what is in a tensor or a batch, and a picture of data that looks like images. It is for
// debugging: it reads all data, on the calling thread.

import { elementOf, halfToNumber, isFloat } from '../../data/elements.js'
import { Tensor as OutputTensor } from '../../data/tensor.js'
import { TensorList } from '../../data/tensor-list.js'
import type { TypedArray } from '../../data/types.js'
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { DType } from '../../generated/abi.js'
import { fitted, type RawImage, rawImage, sampled } from '../../preview/image.js'
import { drawSheet, sideOf } from '../../preview/sheet.js'
import { Batch, Tensor } from './tensor.js'

/** Statistics over the elements that are not NaN; undefined where there are none. bool counts as 0 and 1. */
export interface Summary {
  min: number | bigint | undefined
  max: number | bigint | undefined
  mean: number | undefined
  /** Number of elements that are NaN; only for float dtypes. */
  nan?: number
}

export interface TensorReport extends Summary {
  shape: readonly number[]
  dtype: DType
  /** '' when unknown. */
  layout: string
  device: 'cpu' | 'gpu'
  /** A PNG file of at most 256 pixels a side, if the tensor looks like an image. */
  png?: Uint8Array
}

export interface BatchReport extends Summary {
  /** Shape of each sample. */
  shape: readonly (readonly number[])[]
  dtype: DType
  layout: string
  device: 'cpu' | 'gpu'
  samples: readonly Omit<TensorReport, 'png'>[]
  /** A PNG file with up to 64 samples side by side, if all samples look like images. */
  png?: Uint8Array
}

/**
 * Reports what is in a tensor or a batch: shape, dtype, layout, device, the least, greatest and mean element, and a PNG
 * thumbnail for images. An image has 1, 3 or 4 channels and layout HWC, CHW or HW, or no layout and a shape that looks
 * like one. Elements are drawn as preview() draws them. Outputs of a pipeline are accepted too (a TensorList as a Batch); one that was released throws
 * OUTPUT_RELEASED. Waits for the data without blocking, and then computes the report on this thread: use it for
 * debugging. Throws INVALID_ARGUMENT for other values.
 */
export function inspect(value: Tensor | OutputTensor): Promise<TensorReport>
export function inspect(value: Batch | TensorList): Promise<BatchReport>
export async function inspect(value: Tensor | OutputTensor | Batch | TensorList): Promise<TensorReport | BatchReport> {
  if (value instanceof Tensor || value instanceof OutputTensor) {
    const { report, picture } = await look(value)
    const png = picture && drawImages([picture])
    return { ...report, ...(png && { png }) }
  }
  if (!(value instanceof Batch || value instanceof TensorList)) {
    throw invalidArgument(
      `Expected a Tensor, a Batch or an output of a pipeline for value but received ${shown(value)}`,
      { op: 'inspect' },
    )
  }
  const looks = value instanceof Batch ? await looksOf(value) : await looksOfOutput(value)
  const { dtype, layout, device } = value
  const shape = looks.map(({ report }) => report.shape)
  const pictures = looks.flatMap(({ picture }) => picture ?? [])
  const png = pictures.length > 0 && pictures.length === looks.length ? drawImages(pictures) : undefined
  return {
    ...{ shape, dtype, layout, device, ...overall(looks.map(({ report, count }) => ({ ...report, count }))) },
    samples: looks.map(({ report }) => report),
    ...(png && { png }),
  }
}

const maxImages = 64
const maxSide = 256
const sheetSide = 1024

/** A PNG file with one picture of at most 256 pixels a side, or a sheet with up to 64 pictures side by side. */
function drawImages(pictures: readonly RawImage[]): Uint8Array {
  const shown = pictures.slice(0, maxImages)
  const alone = shown.length === 1
  const side = alone ? maxSide : sideOf(shown.length, sheetSide, maxSide)
  const cells = shown.map((picture) => ({ image: sampled(picture, fitted(picture, side)) }))
  return drawSheet(cells, { columns: Math.ceil(Math.sqrt(shown.length)), thumbnails: alone }).png()
}

async function looksOf(batch: Batch): Promise<Look[]> {
  await batch.evaluate()
  const looks: Look[] = []
  for (const tensor of batch) {
    looks.push(await look(tensor))
    tensor.dispose()
  }
  return looks
}

async function looksOfOutput(list: TensorList): Promise<Look[]> {
  const looks: Look[] = []
  // One copy from a GPU for the whole batch.
  for (const tensor of list.device === 'gpu' ? await list.toCpu() : list) looks.push(await look(tensor))
  return looks.map((one) => ({ ...one, report: { ...one.report, device: list.device } }))
}

interface Look {
  report: TensorReport
  /** Number of elements that the mean was taken over. */
  count: number
  picture: RawImage | undefined
}

async function look(tensor: Tensor | OutputTensor): Promise<Look> {
  const data = await tensor.data()
  const { shape, dtype, layout, device } = tensor
  const { summary, count } = summarize(data, dtype)
  const picture = rawImage({ dtype, shape, layout, dataSync: () => data })
  return { report: { shape, dtype, layout, device, ...summary }, count, picture }
}

function summarize(data: TypedArray, dtype: DType): { summary: Summary; count: number } {
  const big = dtype === 'int64' || dtype === 'uint64'
  const half = dtype === 'float16'
  let [least, greatest] = [-1, -1]
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let sum = 0
  let count = 0
  for (let i = 0; i < data.length; i++) {
    const x = half ? halfToNumber(data[i] as number) : Number(data[i])
    if (Number.isNaN(x)) continue
    count++
    sum += x
    // Beyond 2^53 two different integers may become the same number.
    if (least < 0 || x < min || (big && x === min && data[i]! < data[least]!)) [least, min] = [i, x]
    if (greatest < 0 || x > max || (big && x === max && data[i]! > data[greatest]!)) [greatest, max] = [i, x]
  }
  const element = (i: number) => {
    const found = i < 0 ? undefined : elementOf(dtype, data, i)
    return typeof found === 'boolean' ? Number(found) : found
  }
  return {
    summary: {
      ...{ min: element(least), max: element(greatest), mean: count ? sum / count : undefined },
      ...(isFloat(dtype) && { nan: data.length - count }),
    },
    count,
  }
}

function overall(parts: readonly (Summary & { count: number })[]): Summary {
  const some = parts.filter((part) => part.count > 0)
  const count = some.reduce((sum, part) => sum + part.count, 0)
  const nan = parts.some((part) => part.nan !== undefined)
  return {
    min: some.reduce<Summary['min']>(
      (least, { min }) => (least === undefined || min! < least ? min : least),
      undefined,
    ),
    max: some.reduce<Summary['max']>((most, { max }) => (most === undefined || max! > most ? max : most), undefined),
    mean: count ? some.reduce((sum, part) => sum + part.mean! * (part.count / count), 0) : undefined,
    ...(nan && { nan: parts.reduce((sum, part) => sum + (part.nan ?? 0), 0) }),
  }
}
