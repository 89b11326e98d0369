// Writes the records of Caffe and Caffe2, which are protobuf messages: Datum, and TensorProtos.
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

/** A tensor of Caffe2, with values of one kind. */
export type TensorFields = { dims?: readonly number[]; packed?: boolean } & (
  | { floats: readonly number[] }
  | { ints: readonly number[] }
  | { data: string }
  | { strings: readonly string[] }
)

export function tensor({ dims = [], packed = true, ...values }: TensorFields): Buffer {
  const parts = dims.flatMap((extent) => [field(1, 0), varint(extent)])
  const type = (value: number) => [field(2, 0), varint(value)]
  const float = (value: number) => Buffer.from(Float32Array.of(value).buffer)
  if ('floats' in values) {
    const all = values.floats.map(float)
    parts.push(...type(1), ...(packed ? [bytes(3, ...all)] : all.flatMap((value) => [field(3, 5), value])))
  } else if ('ints' in values) {
    const all = values.ints.map(varint)
    parts.push(...type(2), ...(packed ? [bytes(4, ...all)] : all.flatMap((value) => [field(4, 0), value])))
  } else if ('data' in values) {
    parts.push(...type(3), bytes(5, Buffer.from(values.data)))
  } else {
    parts.push(...type(4), ...values.strings.map((text) => bytes(6, Buffer.from(text))))
  }
  return Buffer.concat(parts)
}

/** A record of Caffe2: tensors, one after the other. */
export const protos = (tensors: readonly Buffer[]): Buffer => Buffer.concat(tensors.map((one) => bytes(1, one)))
