// Converts data from an external source or a user function (numbers, nested arrays, typed arrays, tensors) to the
// dtype, shape and bytes that a slot holds, and checks it against what was declared. Errors are INVALID_INPUT.

import { types } from 'node:util'
import { type Details, invalidInput } from '../errors/factories.js'
import { thrownError } from '../errors/thrown.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import { type DType, dtypeBytes } from '../generated/abi.js'
import type { SampleRecord } from './arena-tables.js'
import { typedArrays, volumeOf } from './elements.js'
import { wrongLayout, wrongShape } from './extents.js'
import { Tensor, typedArray } from './tensor.js'
import { TensorList } from './tensor-list.js'
import type { BatchData, NestedNumbers, SampleData, TypedArray } from './types.js'
import type { SourceTensor } from './write-batch.js'

export interface RawSample extends SourceTensor {
  dtype: DType
  layout: string
  origin?: SampleOrigin | undefined
}

/** What a fed sample is, where it was read before: its random numbers and its name in errors follow from that. */
export type SampleOrigin = Pick<SampleRecord, 'index' | 'epoch' | 'source'>

const origins = new WeakMap<Tensor, SampleOrigin>()

/** Says what a sample is that will be fed. */
export const setOrigin = (sample: Tensor, origin: SampleOrigin): void => void origins.set(sample, origin)

/** The declaration of the source, against which its data is checked. */
export interface Expected {
  name: string
  /** The operator that errors name. Default: externalSource. */
  op?: string
  dtype?: DType | undefined
  ndim?: number | undefined
  layout?: string | undefined
}

/** The dtype that each typed array stands for. float16 and bool have none of their own: they must be declared. */
const dtypes = [
  ['Uint8ClampedArray', 'uint8'] as const,
  ...(Object.keys(typedArrays) as DType[])
    .filter((dtype) => dtype !== 'float16' && dtype !== 'bool')
    .map((dtype) => [typedArrays[dtype].name, dtype] as const),
]

function fault(e: Expected, message: string, hint?: string): PipelineError {
  return invalidInput(`${message} (${e.name})`, { op: e.op ?? 'externalSource', hint })
}

const isTyped = (v: unknown): v is TypedArray => types.isTypedArray(v)
const isShaped = (v: unknown): v is { data: TypedArray; shape: unknown; layout?: unknown } =>
  typeof v === 'object' && v !== null && 'data' in v && 'shape' in v && isTyped(v.data)

function dtypeOf(data: TypedArray, e: Expected): DType {
  const kind = data[Symbol.toStringTag]
  const found = dtypes.find(([type]) => type === kind)?.[1]
  if (!found) throw fault(e, `Expected a typed array but received ${shown(data)}`)
  // float16 comes as its bits in a Uint16Array, and bool as bytes in a Uint8Array.
  if ((e.dtype === 'float16' && found === 'uint16') || (e.dtype === 'bool' && found === 'uint8')) return e.dtype
  if (e.dtype && e.dtype !== found) {
    throw fault(
      e,
      `Expected ${e.dtype} but received ${found}`,
      `Give a typed array of that type, or declare dtype '${found}'`,
    )
  }
  return found
}

/** Whether the array has its memory. The method refuses an array whose buffer was transferred, or shrunk below it. */
function isThere(data: TypedArray): boolean {
  try {
    Uint8Array.prototype.keys.call(data as Uint8Array)
    return true
  } catch {
    return false
  }
}

/** The declared layout, for samples that have none of their own. Throws where it is one of another number of axes. */
function declaredLayout(e: Expected, shape: readonly number[]): string {
  if (!e.layout || e.layout.length === shape.length) return e.layout ?? ''
  throw fault(
    e,
    `Expected a layout of ${shape.length} letters for shape [${shape}] but '${e.layout}' is declared`,
    'Declare the layout that the samples have, or none',
  )
}

function checked(e: Expected, dtype: DType, data: TypedArray, extents: unknown, axes: unknown): RawSample {
  if (data.length === 0 && !isThere(data)) throw memoryTaken({ op: e.op ?? 'externalSource' }, ` (${e.name})`)
  const wrong = wrongShape(extents, dtype) ?? wrongLayout(axes)
  if (wrong) throw fault(e, wrong)
  const shape = Array.from(extents as readonly number[])
  const layout = axes as string
  const count = volumeOf(shape)
  if (count !== data.length) {
    throw fault(e, `Expected ${count} elements for shape [${shape}] but received ${data.length}`)
  }
  if (e.ndim !== undefined && e.ndim !== shape.length) {
    throw fault(e, `Expected ${e.ndim} dimensions but received ${shape.length}`)
  }
  if (layout && layout.length !== shape.length) {
    throw fault(e, `Expected a layout of ${shape.length} letters but received '${layout}'`)
  }
  return {
    dtype,
    layout: layout || declaredLayout(e, shape),
    shape,
    data: new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength),
  }
}

function fromNumbers(value: number | NestedNumbers, e: Expected): RawSample {
  const shape: number[] = []
  for (let v: unknown = value; Array.isArray(v); v = v[0]) shape.push(v.length)
  const flat = (Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value]) as number[]
  const ragged = (v: unknown, depth: number): boolean =>
    Array.isArray(v) ? v.length !== shape[depth] || v.some((x) => ragged(x, depth + 1)) : depth !== shape.length
  if (ragged(value, 0)) throw fault(e, 'Expected nested arrays of equal lengths')
  const wrong = flat.find((x) => typeof x !== 'number' && typeof x !== 'bigint' && typeof x !== 'boolean')
  if (wrong !== undefined)
    throw fault(e, `Expected a sample (numbers, a typed array or { data, shape }) but received ${shown(wrong)}`)
  const dtype = e.dtype ?? 'float32'
  if (dtype === 'float16') throw fault(e, 'Expected float16 bits in a Uint16Array but received numbers')
  const out = typedArray(dtype, new ArrayBuffer(flat.length * dtypeBytes[dtype]), 0, flat.length * dtypeBytes[dtype])
  const big = dtype === 'int64' || dtype === 'uint64'
  const fraction = big ? flat.find((x) => typeof x === 'number' && !Number.isInteger(x)) : undefined
  if (fraction !== undefined) throw fault(e, `Expected whole numbers for ${dtype} but received ${fraction}`)
  flat.forEach((x, i) => {
    ;(out as unknown as (number | bigint)[])[i] = big ? BigInt(x) : Number(x)
  })
  return checked(e, dtype, out, shape, '')
}

/** Converts one sample. Plain numbers become the declared dtype, float32 without one. */
export const rawSample = (value: SampleData | Tensor, e: Expected): RawSample => reading(e, () => sampleOf(value, e))

/**
 * What `read` gives, which reads data of the user. It may run code of theirs: getters, and the traps of a Proxy. What
 * that throws is INVALID_INPUT.
 */
function reading<T>(e: Expected, read: () => T): T {
  try {
    return read()
  } catch (thrown) {
    const details = { code: 'INVALID_INPUT', op: e.op ?? 'externalSource' } as const
    throw thrownError(thrown, `The data cannot be read (${e.name})`, details)
  }
}

function sampleOf(value: SampleData | Tensor, e: Expected): RawSample {
  if (value instanceof Tensor) {
    if (e.dtype && e.dtype !== value.dtype) {
      throw fault(e, `Expected ${e.dtype} but received a Tensor of ${value.dtype}`, `Declare dtype '${value.dtype}'`)
    }
    const origin = origins.get(value)
    return { ...checked(e, value.dtype, value.dataSync(), value.shape, value.layout), ...(origin && { origin }) }
  }
  if (isTyped(value)) return checked(e, dtypeOf(value, e), value, [value.length], '')
  if (isShaped(value)) return checked(e, dtypeOf(value.data, e), value.data, value.shape, value.layout ?? '')
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' || Array.isArray(value)) {
    return fromNumbers(value as number, e)
  }
  throw fault(e, `Expected a sample (numbers, a typed array or { data, shape }) but received ${shown(value)}`)
}

/** Whether a sample has its bytes: an ArrayBuffer can be transferred, and a resizable one shrunk. */
export const isPresent = ({ data, dtype, shape }: RawSample): boolean =>
  data.byteLength === shape.reduce((a, b) => a * b, dtypeBytes[dtype])

/** The error for memory of the user that is gone. */
export const memoryTaken = (details: Details, where = ''): PipelineError =>
  invalidInput(
    `Expected the memory that the data lay in but received an ArrayBuffer that was transferred or resized since${where}`,
    details,
  )

/** Whether the data of all samples lies in shared memory, which stays at its address as long as it is referred to. */
export const allShared = (columns: readonly (readonly RawSample[])[]): boolean =>
  columns.every((samples) => samples.every(({ data }) => types.isSharedArrayBuffer(data.buffer)))

/** Converts one batch: a list of samples, or one array whose first dimension is the sample. */
export const rawBatch = (value: BatchData | TensorList, e: Expected): RawSample[] => reading(e, () => batchOf(value, e))

function batchOf(value: BatchData | TensorList, e: Expected): RawSample[] {
  if (value instanceof TensorList) return [...value].map((t) => sampleOf(t, e))
  if (Array.isArray(value)) return value.map((v) => sampleOf(v as SampleData, e))
  const whole = sampleOf(value as SampleData, {
    ...e,
    ndim: e.ndim === undefined ? undefined : e.ndim + 1,
    layout: undefined,
  })
  const [count, ...shape] = whole.shape
  if (count === undefined)
    throw fault(e, 'Expected a batch (a list of samples, or an array with a sample axis) but received one number')
  const bytes = whole.data.byteLength / Math.max(1, count)
  const layout = whole.layout.slice(1) || (count ? declaredLayout(e, shape) : '')
  return Array.from({ length: count }, (_, i) => ({
    dtype: whole.dtype,
    layout,
    shape,
    data: whole.data.subarray(i * bytes, (i + 1) * bytes),
  }))
}
