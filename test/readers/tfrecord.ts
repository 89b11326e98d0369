// Writes TFRecord files of tf.train.Example records, as TensorFlow writes them.

import { bytes, varint } from './protobuf.js'

/** The values of a feature: of one dtype each. */
export type Values = { ints: readonly (number | bigint)[] } | { floats: readonly number[] } | { bytes: Uint8Array[] }

function list(values: Values): Buffer {
  if ('ints' in values) return bytes(3, bytes(1, ...values.ints.map(varint)))
  if ('bytes' in values) return bytes(1, ...values.bytes.map((one) => bytes(1, Buffer.from(one))))
  const floats = Float32Array.from(values.floats)
  return bytes(2, bytes(1, Buffer.from(floats.buffer)))
}

/** A record's data. */
export const example = (features: Record<string, Values>): Buffer =>
  bytes(
    1,
    ...Object.entries(features).map(([name, values]) => bytes(1, bytes(1, Buffer.from(name)), bytes(2, list(values)))),
  )

const table = Uint32Array.from({ length: 256 }, (_, i) => {
  let crc = i
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  return crc
})

function masked(data: Uint8Array): Buffer {
  let crc = 0xffffffff
  for (const byte of data) crc = table[(crc ^ byte) & 255]! ^ (crc >>> 8)
  crc = ~crc >>> 0
  const out = Buffer.alloc(4)
  out.writeUInt32LE((((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0)
  return out
}

/** A record with its length and checksums. */
export function record(data: Uint8Array): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(data.length))
  return Buffer.concat([length, masked(length), data, masked(data)])
}
