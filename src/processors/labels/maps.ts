// Maps of classes that are processed as images of grey are: bytes, as files of the format PGM.
import { invalidArgument } from '../../errors/factories.js'
import type { NumberArray } from '../arrays.js'
import type { Config } from '../config.js'
import { mapOf } from './segments.js'

/** With do_reduce_labels the first class is none, and the others move down. */
const reduced = (value: number) => (value === 0 || value === 255 ? 255 : value - 1)

/** The file of a map. Errors: INVALID_ARGUMENT, for one that has other values than 0 to 255. */
export function classMapFile(given: unknown, config: Config, i: number): Uint8Array {
  const { size, values } = mapOf(given, i)
  if (values.some((value) => value < 0 || value > 255))
    throw invalidArgument(`Expected values from 0 to 255 in segmentation map ${i} of ${config.name}ImageProcessor`)
  const header = Buffer.from(`P5 ${size.width} ${size.height} 255\n`)
  const file = new Uint8Array(header.length + values.length)
  file.set(header)
  file.set(config.do_reduce_labels ? values.map(reduced) : values, header.length)
  return file
}

/** The labels of maps, int64, of planes of three equal channels. */
export function classMaps(planes: NumberArray): NumberArray {
  const [count, , height, width] = planes.dims as [number, number, number, number]
  const area = height * width
  const data = new BigInt64Array(count * area)
  for (let i = 0, at = 0; i < count; i++) {
    for (let from = 3 * i * area, end = from + area; from < end; from++) data[at++] = BigInt(Number(planes.data[from]))
  }
  return { type: 'int64', dims: [count, height, width], data }
}
