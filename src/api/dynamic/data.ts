// User data as tensors and batches: wrapped without a copy, or copied.
import { argError } from '../../graph/schema.js'
import { shown } from '../../graph/suggest.js'
import type { SampleData } from '../external-source.js'
import { type RawSample, rawBatch, rawSample } from '../sample-data.js'
import { Batch, Tensor } from './batch.js'
import { Home } from './home.js'
import { Value } from './value.js'

export interface DataOptions {
  dtype?: import('../../generated/abi.js').DType
  layout?: string
}

/** Whose memory: `wrap` keeps looking at the user's arrays, `copy` has its own. */
export function wrapped(samples: readonly RawSample[], how: 'wrap' | 'copy'): Value {
  const home = how === 'copy' ? Home.ofCopies(samples) : Home.ofViews([{ samples }])
  const value = Value.of(home, 0, samples.length)
  value.external = how === 'wrap'
  return value
}

export function tensorOf(data: unknown, options: DataOptions, how: 'wrap' | 'copy', name: string): Tensor {
  if (data instanceof Tensor) return data
  return new Tensor(wrapped([rawSample(data as SampleData, { name: 'data', op: name, ...options })], how), 0)
}

export function batchOf(data: unknown, options: DataOptions, how: 'wrap' | 'copy', name: string): Batch {
  if (data instanceof Batch) return data
  const samples = rawBatch(data as never, { name: 'data', op: name, ...options })
  return new Batch(wrapped(samples, how), null)
}

/** What stands in place of a Tensor or a Batch in a call. */
export function asInput(value: unknown, at: { op: string; callSite: string }, name: string): Tensor | Batch {
  const list =
    Array.isArray(value) &&
    value.some(
      (x) => x instanceof Tensor || ArrayBuffer.isView(x) || (typeof x === 'object' && x !== null && 'data' in x),
    )
  const ok =
    list ||
    ArrayBuffer.isView(value) ||
    Array.isArray(value) ||
    ['number', 'bigint', 'boolean'].includes(typeof value) ||
    (typeof value === 'object' && value !== null && 'data' in value)
  if (!ok) throw argError(at, `Expected a Tensor, a Batch or data for ${name} but received ${shown(value)}`)
  return list ? batchOf(value, {}, 'wrap', at.op) : tensorOf(value, {}, 'wrap', at.op)
}
