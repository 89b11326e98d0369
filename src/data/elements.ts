// Typed arrays of each dtype, and their single elements as the numbers that they stand for.
import type { DType } from '../generated/abi.js'
import type { TypedArray } from './types.js'

/** The typed array of each dtype. float16 has none in Node 20: its bits come as Uint16Array. */
export const typedArrays = {
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  float16: Uint16Array,
  float32: Float32Array,
  float64: Float64Array,
  bool: Uint8Array,
} as const satisfies Record<DType, unknown>

/** Of float16, which comes as bits. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return exponent ? sign * 2 ** (exponent - 15) * (1 + fraction / 1024) : sign * 2 ** -24 * fraction
}

/** A number; a bigint of 64-bit integers; a boolean of bool. */
export function elementOf(dtype: DType, data: TypedArray, i: number): number | bigint | boolean {
  const element = data[i]!
  if (dtype === 'bool') return element !== 0
  return dtype === 'float16' ? halfToNumber(element as number) : element
}

export const isFloat = (dtype: DType): boolean => dtype === 'float16' || dtype === 'float32' || dtype === 'float64'
