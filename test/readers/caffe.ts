// Writes the records of Caffe: protobuf messages of the type Datum.
import { bytes, field, varint } from './protobuf.js'

export interface DatumFields {
  channels?: number
  height?: number
  width?: number
  data?: Uint8Array
  label?: number
  floats?: readonly number[]
  encoded?: boolean
}

export function datum({ channels, height, width, data, label, floats, encoded }: DatumFields): Buffer {
  const number = (at: number, value: number | undefined) => (value === undefined ? [] : [field(at, 0), varint(value)])
  return Buffer.concat([
    ...number(1, channels),
    ...number(2, height),
    ...number(3, width),
    ...(data ? [bytes(4, data)] : []),
    ...number(5, label),
    ...(floats ?? []).map((value) => Buffer.concat([field(6, 5), Buffer.from(Float32Array.of(value).buffer)])),
    ...number(7, encoded === undefined ? undefined : Number(encoded)),
  ])
}
