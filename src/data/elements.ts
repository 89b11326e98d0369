// Maps each dtype to its typed array, and reads single elements of one.
import type { DType } from '../generated/abi.js'
import type { TypedArray } from './types.js'

/** The typed array of each dtype. Node 20 has none for float16, whose bits come in a Uint16Array. bool has one byte. */
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

/** The value of the last bit of a float16, by its exponent. */
const halfUnits = Float64Array.from({ length: 31 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25))

/** The number that the 16 bits of a float16 stand for (IEEE 754 binary16). */
export function halfToNumber(bits: number): number {
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0x1f)
    return fraction ? Number.NaN : bits & 0x8000 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const size = (exponent ? fraction + 1024 : fraction) * halfUnits[exponent]!
  return bits & 0x8000 ? -size : size
}

/** The value of element `i`: a bigint for 64-bit integers, a boolean for bool, a number for every other dtype. */
export function elementOf(dtype: DType, data: TypedArray, i: number): number | bigint | boolean {
  const element = data[i]!
  if (dtype === 'bool') return element !== 0
  return dtype === 'float16' ? halfToNumber(element as number) : element
}

export const isFloat = (dtype: DType): boolean => dtype === 'float16' || dtype === 'float32' || dtype === 'float64'

/** The number of elements of a shape. */
export const volumeOf = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1)
