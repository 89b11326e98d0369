// User data as tensors and batches: wrapped without a copy, or copied; and values put together from others.

import { wrongLayout } from '../../data/extents.js'
import { endView, outputView } from '../../data/output-memory.js'
import { type Expected, type RawSample, rawBatch, rawSample } from '../../data/sample-data.js'
import { Tensor as PipelineTensor } from '../../data/tensor.js'
import { originOf, TensorList } from '../../data/tensor-list.js'
import type { BatchData, SampleData } from '../../data/types.js'
import { shown } from '../../errors/words.js'
import { PipelineError } from '../../errors.js'
import { type DType, dtypeNames } from '../../generated/abi.js'
import { argError } from '../../graph/schema.js'
import { invoke } from '../operators/invoke.js'
import { settle } from '../scheduling/evaluate.js'
import { Batch } from './batch.js'
import { bytesOf, derived, keeping, needHost, recordOf } from './data-derive.js'
import { Home } from './home.js'
import { reshape } from './shape-views.js'
import { Tensor } from './tensor.js'
import { Value } from './value.js'

export interface DataOptions {
  /**
   * Default: the data's own; of plain numbers bool where all are booleans, int32 where all are whole (int64 with a bigint, or
   * one that int32 does not hold), else float32. A Tensor or Batch of another dtype is cast.
   */
  dtype?: DType
  /** Axis names such as 'HWC'. Default: the data's own, else none. */
  layout?: string
}

type Nested = boolean | bigint | number | readonly Nested[]

/** What makes one tensor: `{ data, shape, layout? }`, a typed array (one axis), numbers, or a tensor. */
export type TensorLike = SampleData | Nested | Tensor | PipelineTensor | Batch | TensorList
/** What makes a batch: a list of samples, an array whose first axis counts them, or an output of a pipeline. */
export type BatchLike = BatchData | readonly TensorLike[] | Tensor | Batch | TensorList

type How = 'wrap' | 'copy'

/**
 * Data as a Tensor, without a copy where it is a typed array: an operator that reads it is run before its call returns, as the
 * array is yours and may change. Do not change it before you have read what depends on it lazily: slices and the like. Throws
 * INVALID_INPUT for data that is none.
 */
export const asTensor = (data: TensorLike, options: DataOptions = {}): Tensor =>
  tensorOf(data, options, 'wrap', 'asTensor')

/** Data as a Batch, without a copy where it is typed arrays or an output of a pipeline, which stays until it is disposed: see asTensor(). */
export const asBatch = (data: BatchLike, options: DataOptions = {}): Batch => batchOf(data, options, 'wrap', 'asBatch')

/** A Tensor with memory of its own: a copy of the data. */
export const tensor = (data: TensorLike, options: DataOptions = {}): Tensor => tensorOf(data, options, 'copy', 'tensor')

/** A Batch with memory of its own: a copy of the data. */
export const batch = (data: BatchLike, options: DataOptions = {}): Batch => batchOf(data, options, 'copy', 'batch')

/** Whose memory: `wrap` keeps looking at the user's arrays, `copy` has its own. */
export function wrapped(samples: readonly RawSample[], how: How): Value {
  const home = how === 'copy' ? Home.ofCopies(samples) : Home.ofViews([{ samples }])
  const value = Value.of(home, 0, samples.length)
  value.external = how === 'wrap'
  return value
}

export function tensorOf(data: unknown, options: DataOptions, how: How, name: string): Tensor {
  checkOptions(options, name)
  if (data instanceof TensorList) return tensorOf(batchOf(data, {}, 'wrap', name), options, how, name)
  if (data instanceof Batch || data instanceof Tensor) {
    const whole = data instanceof Batch ? data.asTensor() : data
    const made = declared(whole, options, tensor) as Tensor
    // A cast, or the samples put together, is a copy already.
    return how === 'copy' && made.view.value === data.view.value ? made.copy() : made
  }
  const given = numbersIn(data)
  const dtype = options.dtype ?? (given && dtypeOfNumbers(given))
  const sample = rawSample(data as SampleData, { ...expected(name), dtype, layout: options.layout })
  checkLayout([sample], options, name)
  return new Tensor(wrapped([sample], given ? 'copy' : how), 0)
}

export function batchOf(data: unknown, options: DataOptions, how: How, name: string): Batch {
  checkOptions(options, name)
  const values = data instanceof TensorList ? ofPipeline(data) : data instanceof Tensor ? samplesOf(data, name) : data
  if (values instanceof Batch) {
    const made = declared(values, options, batch) as Batch
    return how === 'copy' && made.view.value === values.view.value ? made.copy() : made
  }
  if (Array.isArray(values) && values.some((x) => x instanceof Tensor)) {
    const tensors = values.map((x) => tensorOf(x, {}, 'wrap', name))
    return batchOf(joined(tensors, name), options, how, name)
  }
  const given = numbersIn(values)
  const dtype = options.dtype ?? (given && dtypeOfNumbers(given))
  const samples = rawBatch(values as BatchData, { ...expected(name), dtype, layout: options.layout })
  checkSamples(samples, name)
  checkLayout(samples, options, name)
  return new Batch(wrapped(samples, given ? 'copy' : how), null)
}

const expected = (op: string): Expected => ({ name: 'data', op })

/** What stands in place of a Tensor or a Batch in a call. */
export function asInput(value: unknown, at: { op: string; callSite: string }, name: string): Tensor | Batch {
  const plain = ['number', 'bigint', 'boolean'].includes(typeof value) || ArrayBuffer.isView(value)
  const shaped = typeof value === 'object' && value !== null && 'data' in value
  if (value instanceof TensorList) return batchOf(value, {}, 'wrap', at.op)
  if (!plain && !shaped && !Array.isArray(value) && !(value instanceof PipelineTensor)) {
    throw argError(at, `Expected a Tensor, a Batch or data for ${name} but received ${shown(value)}`)
  }
  const isSample = (x: unknown) => typeof x === 'object' && x !== null && !Array.isArray(x)
  const list = Array.isArray(value) && value.some(isSample)
  return list ? batchOf(value, {}, 'wrap', at.op) : tensorOf(value, {}, 'wrap', at.op)
}

function fault(op: string, message: string, hint?: string): PipelineError {
  return new PipelineError({ code: 'INVALID_INPUT', op, message, hint })
}

function checkOptions({ dtype, layout }: DataOptions, op: string): void {
  if (dtype !== undefined && !(dtypeNames as readonly string[]).includes(dtype)) {
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      op,
      message: `Expected one of ${dtypeNames.map((name) => `'${name}'`).join(', ')} for dtype but received ${shown(dtype)}`,
    })
  }
  const wrong = layout === undefined ? undefined : wrongLayout(layout)
  if (wrong) throw new PipelineError({ code: 'INVALID_ARGUMENT', op, message: wrong })
}

function checkLayout(samples: readonly RawSample[], { layout }: DataOptions, op: string): void {
  if (!layout || samples.every((sample) => sample.layout === layout)) return
  const { shape, layout: own } = samples.find((sample) => sample.layout !== layout)!
  if (shape.length === layout.length)
    throw fault(op, `Expected layout '${layout}' but received data of layout '${own}'`)
  throw fault(op, `Expected a layout of ${shape.length} letters for shape [${shape}] but received '${layout}'`)
}

/** A batch's samples are of one kind. */
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

/** All numbers of what consists of numbers alone, or of lists of them; undefined of anything else. */
function numbersIn(data: unknown): unknown[] | undefined {
  const flat = Array.isArray(data) ? data.flat(Number.POSITIVE_INFINITY) : [data]
  return flat.every((x) => ['number', 'bigint', 'boolean'].includes(typeof x)) ? flat : undefined
}

function dtypeOfNumbers(numbers: readonly unknown[]): DType {
  if (numbers.length && numbers.every((x) => typeof x === 'boolean')) return 'bool'
  if (!numbers.length || numbers.some((x) => typeof x === 'number' && !Number.isInteger(x))) return 'float32'
  return numbers.some((x) => typeof x === 'bigint' || Math.abs(Number(x)) > 0x7fffffff) ? 'int64' : 'int32'
}

/** With the dtype and layout that the user asks for. */
function declared(x: Tensor | Batch, { dtype, layout }: DataOptions, entry: (...args: never[]) => unknown) {
  const cast = dtype !== undefined && dtype !== x.dtype ? invoke('cast', [x, { dtype }], entry)[0]! : x
  return layout === undefined || layout === cast.layout ? cast : reshape(cast, undefined, { layout })
}

/** A pipeline's output, which stays until the batch is disposed or collected, whatever becomes of the rest. */
function ofPipeline(list: TensorList): Batch | TensorList {
  const origin = originOf(list)
  if (!origin) return list
  const { slot, output, lease } = origin
  lease.check()
  const unpin = lease.retain()
  // Views are on a buffer of their own: once nothing refers to it any more the pin goes.
  const own = slot.handle && !lease.orphaned
  const view = own ? outputView(slot, slot.usedBytes, unpin, { elsewhere: slot.deviceBytes }) : undefined
  const home = Home.ofSlot(slot, {
    parts: [{ slot, buffer: view?.buffer ?? lease.parts.find((part) => part.slot === slot)!.buffer }],
    release() {
      if (view) endView(view.id, false)
      unpin()
    },
    get orphaned() {
      return lease.orphaned
    },
  })
  return new Batch(Value.of(home, output, lease.count, slot.output(output).gpu), null)
}

/** A batch of a tensor's parts along its first axis. */
function samplesOf(whole: Tensor, op: string): Batch {
  const { shape, layout, dtype } = whole
  const [count, ...rest] = shape
  if (!count)
    throw fault(op, `Expected a tensor with samples along its first axis for data but received shape [${shape}]`)
  return new Batch(
    derived(whole, (_, bytes) => {
      const size = bytes.byteLength / count
      return Array.from({ length: count }, (_, i) => ({
        ...{ dtype, layout: layout.slice(1), shape: rest },
        data: bytes.subarray(i * size, (i + 1) * size),
      }))
    }),
    null,
  )
}

/** Tensors of one value are a selection of its samples; others are looked at together, in their owners' memory. */
function joined(tensors: readonly Tensor[], op: string): Batch {
  const views = tensors.map((t) => t.view)
  const { value } = views[0]!
  const rows = Int32Array.from(views, (view) => view.rows as number)
  if (views.every((view) => view.value === value)) {
    // All of them, in order, are the value itself.
    const whole = rows.length === value.count && rows.every((row, i) => row === i)
    return new Batch(value, whole ? null : rows)
  }
  const samples = tensors.map((t, i): RawSample => {
    const view = views[i]!
    settle(view.value)
    needHost(t, op)
    return { dtype: t.dtype, layout: t.layout, shape: [...t.shape], data: bytesOf(view.value, rows[i]!) }
  })
  checkSamples(samples, op)
  const homes = new Set(views.map((view) => view.value.home!))
  const made = Value.of(Home.ofViews([{ samples }], keeping([...homes]), views.map(recordOf)), 0, samples.length)
  made.external = views.some((view) => view.value.external)
  return new Batch(made, null)
}
