// Makes values of what users give in place of tensors and batches: arrays, which are wrapped or copied, outputs of
// pipelines, and lists of tensors, which are put together.

import type { Slot } from '../../data/arena.js'
import type { Lease } from '../../data/lease.js'
import { endView, outputView } from '../../data/output-memory.js'
import { type Expected, type RawSample, rawBatch, rawSample } from '../../data/sample-data.js'
import { countCopy, Tensor as PipelineTensor } from '../../data/tensor.js'
import { originOf, TensorList } from '../../data/tensor-list.js'
import type { BatchData, SampleData } from '../../data/types.js'
import { invalidInput } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import type { DType } from '../../generated/abi.js'
import { argError } from '../../graph/schema.js'
import { settle } from '../scheduling/evaluate.js'
import { bytesOf, derived, keeping, needHost, recordOf, stacked } from './data-derive.js'
import { dtypeOf, layoutOf, shapeOf } from './shape.js'
import { Storage } from './storage.js'
import { isHolder, isSingle, Value, type View } from './value.js'

/** Whether a value lies in the user's arrays (`wrap`) or in memory of its own (`copy`). */
export type How = 'wrap' | 'copy'

/** The dtype and layout that the user asks for. */
interface Wanted {
  dtype?: DType
  layout?: string
}

/** All samples of a value, as a Batch shows them. */
const all = (value: Value): View => ({ value, rows: null })
/** The only sample of a value, as a Tensor shows it. */
const single = (value: Value): View => ({ value, rows: 0 })

/** Samples as a value. */
export function wrapped(samples: readonly RawSample[], how: How): Value {
  const storage = how === 'copy' ? Storage.ofCopies(samples) : Storage.ofViews([{ samples }])
  const value = Value.of(storage, 0, samples.length)
  value.external = how === 'wrap'
  return value
}

/** One tensor of data that is a value already; undefined for other data. */
export function heldTensor(data: unknown, op: string): View | undefined {
  const view = data instanceof TensorList ? batchView(data, op) : isHolder(data) ? data.view : undefined
  return view && !isSingle(view) ? single(stacked(view)) : view
}

/** A batch of data that is a value already or a list with tensors; undefined for other data. */
export function heldBatch(data: unknown, op: string): View | undefined {
  if (data instanceof TensorList) return ofPipeline(data)
  if (isHolder(data)) {
    const view = data.view
    return isSingle(view) ? samplesOf(view, op) : view
  }
  const isTensor = (x: unknown) => isHolder(x) && isSingle(x.view)
  if (!Array.isArray(data) || !data.some(isTensor)) return undefined
  return joined(
    data.map((x) => tensorView(x, op)),
    op,
  )
}

/** One tensor of numbers, an array, or an object with an array. Throws INVALID_INPUT for other data. */
export function rawTensorView(data: unknown, wanted: Wanted, how: How, op: string): View {
  const given = numbersIn(data)
  const dtype = wanted.dtype ?? (given && dtypeOfNumbers(given))
  const sample = rawSample(data as SampleData, { ...expected(op), dtype, layout: wanted.layout })
  checkLayout([sample], wanted, op)
  return single(wrapped([sample], given ? 'copy' : how))
}

/**
 * A batch of a list of samples, or of an array whose first axis counts the samples. Throws INVALID_INPUT for other
 * data.
 */
export function rawBatchView(data: unknown, wanted: Wanted, how: How, op: string): View {
  const given = numbersIn(data)
  const dtype = wanted.dtype ?? (given && dtypeOfNumbers(given))
  const samples = rawBatch(data as BatchData, { ...expected(op), dtype, layout: wanted.layout })
  checkSamples(samples, op)
  checkLayout(samples, wanted, op)
  return all(wrapped(samples, given ? 'copy' : how))
}

const expected = (op: string): Expected => ({ name: 'data', op })
const tensorView = (data: unknown, op: string): View => heldTensor(data, op) ?? rawTensorView(data, {}, 'wrap', op)
const batchView = (data: unknown, op: string): View => heldBatch(data, op) ?? rawBatchView(data, {}, 'wrap', op)

/** The data that a call was given in place of a Tensor or a Batch for the input `name`. */
export function inputView(value: unknown, at: { op: string; callSite: string }, name: string): View {
  const plain = ['number', 'bigint', 'boolean'].includes(typeof value) || ArrayBuffer.isView(value)
  const shaped = typeof value === 'object' && value !== null && 'data' in value
  if (value instanceof TensorList) return batchView(value, at.op)
  if (!plain && !shaped && !Array.isArray(value) && !(value instanceof PipelineTensor)) {
    throw argError(at, `Expected a Tensor, a Batch or data for ${name} but received ${shown(value)}`)
  }
  const isSample = (x: unknown) => typeof x === 'object' && x !== null && !Array.isArray(x)
  return Array.isArray(value) && value.some(isSample) ? batchView(value, at.op) : tensorView(value, at.op)
}

/**
 * A pipeline's output as a batch. The output stays in memory until that is disposed or collected, whatever happens to
 * the other outputs. Undefined for a list that is only a part of an output.
 */
function ofPipeline(list: TensorList): View | undefined {
  const origin = originOf(list)
  if (!origin) return undefined
  const { slot, output, lease } = origin
  lease.check()
  if (!slot.handle) return ofCopy(slot, output, lease)
  const unpin = lease.retain()
  // The tensors look at a buffer of their own, so that the pin is released once nothing refers to that buffer any more.
  const own = !lease.orphaned
  const view = own ? outputView(slot, slot.usedBytes, unpin, { elsewhere: slot.deviceBytes }) : undefined
  const storage = Storage.ofSlot(slot, {
    parts: [{ slot, buffer: view?.buffer ?? lease.parts.find((part) => part.slot === slot)!.buffer }],
    release() {
      if (view) endView(view.id, false)
      unpin()
    },
    get orphaned() {
      return lease.orphaned
    },
  })
  return all(Value.of(storage, output, lease.count, slot.output(output).gpu))
}

/** An output of a batch that was copied out of its slot: the value gets memory of its own, which does not end with the batch. */
function ofCopy(slot: Slot, output: number, { count, copies }: Lease): View {
  const bytes = slot.tables.bytes.slice()
  countCopy(copies, bytes.byteLength)
  return all(Value.of(Storage.ofBytes(bytes), output, count, -1))
}

/** A batch whose samples are the parts of a tensor along its first axis. */
function samplesOf(whole: View, op: string): View {
  const { value, rows } = whole
  const shape = shapeOf(value, rows as number)
  const layout = layoutOf(value)
  const dtype = dtypeOf(value)
  const [count, ...rest] = shape
  if (!count)
    throw fault(op, `Expected a tensor with samples along its first axis for data but received shape [${shape}]`)
  return all(
    derived(whole, (_, bytes) => {
      const size = bytes.byteLength / count
      return Array.from({ length: count }, (_, i) => ({
        ...{ dtype, layout: layout.slice(1), shape: rest },
        data: bytes.subarray(i * size, (i + 1) * size),
      }))
    }),
  )
}

/**
 * A batch of several tensors, without a copy. Tensors of one value become a selection of its samples; others become a
 * new value, whose tables point into the memory of each.
 */
function joined(views: readonly View[], op: string): View {
  const { value } = views[0]!
  const rows = Int32Array.from(views, (view) => view.rows as number)
  if (views.every((view) => view.value === value)) {
    // All samples in order are the value itself.
    const whole = rows.length === value.count && rows.every((row, i) => row === i)
    return { value, rows: whole ? null : rows }
  }
  const samples = views.map((view, i): RawSample => {
    const { value } = view
    settle(value)
    needHost(view, op)
    const row = rows[i]!
    const [dtype, layout, shape] = [dtypeOf(value), layoutOf(value), [...shapeOf(value, row)]]
    return { dtype, layout, shape, data: bytesOf(value, row) }
  })
  checkSamples(samples, op)
  const storages = new Set(views.map((view) => view.value.storage!))
  const made = Value.of(Storage.ofViews([{ samples }], keeping([...storages]), views.map(recordOf)), 0, samples.length)
  made.external = views.some((view) => view.value.external)
  return all(made)
}

function fault(op: string, message: string, hint?: string): PipelineError {
  return invalidInput(message, { op, hint })
}

function checkLayout(samples: readonly RawSample[], { layout }: Wanted, op: string): void {
  if (!layout || samples.every((sample) => sample.layout === layout)) return
  const { shape, layout: own } = samples.find((sample) => sample.layout !== layout)!
  if (shape.length === layout.length)
    throw fault(op, `Expected layout '${layout}' but received data of layout '${own}'`)
  throw fault(op, `Expected a layout of ${shape.length} letters for shape [${shape}] but received '${layout}'`)
}

/** Throws INVALID_INPUT unless the samples have one dtype, one number of dimensions and one layout. */
function checkSamples(samples: readonly RawSample[], op: string): void {
  const [first] = samples
  if (!first) throw fault(op, 'Expected at least one sample for data but received none')
  for (const [i, { dtype, shape, layout }] of samples.entries()) {
    if (dtype !== first.dtype) {
      throw fault(op, `Expected samples of one dtype for data but received ${first.dtype} and ${dtype} (sample ${i})`)
    }
    if (shape.length !== first.shape.length) {
      throw fault(
        op,
        `Expected samples of one number of dimensions for data but received ${first.shape.length} and ${shape.length} (sample ${i})`,
      )
    }
    if (layout !== first.layout) {
      throw fault(
        op,
        `Expected samples of one layout for data but received '${first.layout}' and '${layout}' (sample ${i})`,
      )
    }
  }
}

/** All numbers in a number or in nested lists of numbers; undefined for anything else. */
function numbersIn(data: unknown): unknown[] | undefined {
  const flat = Array.isArray(data) ? data.flat(Number.POSITIVE_INFINITY) : [data]
  return flat.every((x) => ['number', 'bigint', 'boolean'].includes(typeof x)) ? flat : undefined
}

function dtypeOfNumbers(numbers: readonly unknown[]): DType {
  if (numbers.length && numbers.every((x) => typeof x === 'boolean')) return 'bool'
  if (!numbers.length || numbers.some((x) => typeof x === 'number' && !Number.isInteger(x))) return 'float32'
  return numbers.some((x) => typeof x === 'bigint' || Math.abs(Number(x)) > 0x7fffffff) ? 'int64' : 'int32'
}

/** A number or a list of numbers as a value of one sample. */
export function numberValue(number: number | readonly number[], dtype: 'float64' | 'float32' | 'int32'): Value {
  const list = typeof number === 'number' ? [number] : number
  const data = new { float64: Float64Array, float32: Float32Array, int32: Int32Array }[dtype](list)
  const shape = typeof number === 'number' ? [] : [list.length]
  const value = wrapped([{ dtype, layout: '', shape, data: new Uint8Array(data.buffer) }], 'copy')
  value.constant = true
  return value
}
