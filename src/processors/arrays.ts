// Numbers in row-major order, as transformers.js and ONNX Runtime have them: what is done after a model takes and gives these.
import { types } from 'node:util'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'

const kinds = {
  float32: Float32Array,
  float64: Float64Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  bool: Uint8Array,
} as const

export type ArrayType = keyof typeof kinds

export interface NumberArray {
  readonly type: ArrayType
  readonly dims: readonly number[]
  readonly data: Float32Array | Float64Array | Int32Array | BigInt64Array | Uint8Array
}

export type Floats = NumberArray & { readonly data: Float32Array }

export const sizeOf = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1)

export const floats = (data: Float32Array, dims: readonly number[]): Floats => ({ type: 'float32', dims, data })

export const longs = (values: readonly number[], dims: readonly number[] = [values.length]): NumberArray => ({
  ...{ type: 'int64', dims },
  data: BigInt64Array.from(values, BigInt),
})

export const isArray = (value: unknown): value is NumberArray => {
  const { dims, data } = (value ?? {}) as Partial<NumberArray>
  return Array.isArray(dims) && dims.every((n) => Number.isInteger(n) && n >= 0) && types.isTypedArray(data)
}

/** `value` as float32 with `axes` axes. Errors: INVALID_ARGUMENT, for anything else; `what` names it. */
export function floatsOf(value: unknown, axes: number, what: string): Floats {
  const ok = isArray(value) && value.data instanceof Float32Array && value.dims.length === axes
  if (ok && value.data.length === sizeOf(value.dims)) return floats(value.data as Float32Array, value.dims)
  const given = isArray(value) ? `${value.data.constructor.name} with dims [${value.dims.join(', ')}]` : shown(value)
  throw invalidArgument(`Expected { data, dims } of float32 with ${axes} axes for ${what} but received ${given}`)
}

/** The i-th entry of the first axis. */
export function entry({ data, dims }: Floats, i: number): Floats {
  const rest = dims.slice(1)
  const size = sizeOf(rest)
  return floats(data.subarray(i * size, (i + 1) * size), rest)
}

// A tree of values with arrays in it as one piece of memory: the length of a JSON text, the text, and the arrays, each at a
// multiple of 64 bytes. In the text an array is {"$array": [type, dims, where]}. python/penstock/processors/_packed.py has the other side.
const align = (n: number) => Math.ceil(n / 64) * 64

/** Packs a tree. */
export function packed(tree: unknown): Uint8Array {
  const arrays: { at: number; data: NumberArray['data'] }[] = []
  let end = 0
  const text = JSON.stringify(tree, (_, value) => {
    if (!isArray(value)) return value
    const { type, dims, data } = value
    const at = end
    arrays.push({ at, data })
    end = align(at + data.byteLength)
    return { $array: [type, dims, at] }
  })
  const head = Buffer.from(text)
  const begin = align(4 + head.length)
  const bytes = new Uint8Array(begin + end)
  new DataView(bytes.buffer).setUint32(0, head.length, true)
  bytes.set(head, 4)
  for (const { at, data } of arrays) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), begin + at)
  }
  return bytes
}

/** The tree of packed bytes, whose arrays are views where memory is aligned. */
export function unpacked(bytes: Uint8Array): unknown {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const begin = align(4 + length)
  return JSON.parse(Buffer.from(bytes.subarray(4, 4 + length)).toString(), (_, value) => {
    if (!value?.$array) return value
    const [type, dims, at] = value.$array as [ArrayType, number[], number]
    const Kind = kinds[type]
    const size = sizeOf(dims)
    const from = bytes.subarray(begin + at, begin + at + size * Kind.BYTES_PER_ELEMENT)
    const own = from.byteOffset % Kind.BYTES_PER_ELEMENT ? from.slice() : from
    return { type, dims, data: new Kind(own.buffer as ArrayBuffer, own.byteOffset, size) }
  })
}
