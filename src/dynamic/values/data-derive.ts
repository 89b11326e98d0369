// Makes values of the memory of other values: new tables over the same bytes, samples put together, and copies. A value
// that shares memory keeps the storage that it shares.

import type { SampleRecord } from '../../data/arena-tables.js'
import type { RawSample } from '../../data/sample-data.js'
import { invalidInput, unsupported } from '../../errors/factories.js'
import { arena as A } from '../../generated/abi.js'
import { settle } from '../scheduling/evaluate.js'
import { checkEqual, pin, placeOf, readSync } from './data-read.js'
import { type Keep, Storage } from './storage.js'
import { countOf, rowOf, Value, type View } from './value.js'

/** Keeps these storages in use until release(). */
export function keeping(storages: readonly Storage[]): Keep {
  const unpin = storages.map(pin)
  return {
    release() {
      for (const one of unpin) one()
    },
  }
}

export const recordOf = ({ value, rows }: View): SampleRecord => value.storage!.slot.sample(rows as number)

export function bytesOf(value: Value, row: number): Uint8Array {
  const { buffer, offset, bytes } = placeOf(value, row)
  return new Uint8Array(buffer as ArrayBuffer, offset, bytes)
}

/** Throws UNSUPPORTED for a value on a GPU. */
export function needHost({ value }: View, what: string): void {
  if (value.gpu < 0) return
  throw unsupported(`Expected a value on the CPU for ${what} but received one on the GPU`, {
    op: what,
    hint: 'Call .cpu() on it',
  })
}

/**
 * A value with new tables. `make` gets the number and the bytes of each sample, and returns one new sample or several;
 * data that is a part of those bytes is not copied. Blocks until the view's value is there.
 */
export function derived(view: View, make: (i: number, bytes: Uint8Array) => RawSample | readonly RawSample[]): Value {
  const { value, rows } = view
  settle(value)
  const storage = value.storage!
  const count = countOf(view)
  let shares = false
  const records: SampleRecord[] = []
  const samples = Array.from({ length: count }, (_, i) => {
    const row = rowOf(rows, i)
    const bytes = bytesOf(value, row)
    const made = make(i, bytes)
    const all = Array.isArray(made) ? (made as RawSample[]) : [made as RawSample]
    shares ||= all.some(({ data }) => data.buffer === bytes.buffer)
    const record = storage.slot.sample(row)
    for (const _ of all) records.push(record)
    return all
  }).flat()
  const made = Value.of(
    Storage.ofViews([{ samples }], shares ? keeping([storage]) : undefined, records),
    0,
    samples.length,
  )
  made.external = shares && value.external
  return made
}

/** A copy of the samples, on the CPU. Blocks until they are there. */
export function copied(view: View): Value {
  const { value, rows } = view
  const count = countOf(view)
  settle(value)
  const { slot } = value.storage!
  const { dtype, layout, gpu } = slot.output(value.place)
  const all = gpu < 0 ? undefined : readSync(view)
  let at = 0
  const records: SampleRecord[] = []
  const samples = Array.from({ length: count }, (_, i): RawSample => {
    const row = rowOf(rows, i)
    records.push(slot.sample(row))
    const { shape, bytes } = slot.tensor(value.place, row)
    const data = all ? new Uint8Array(all.buffer as ArrayBuffer, at, bytes) : bytesOf(value, row)
    at += bytes
    return { dtype, layout, shape, data }
  })
  return Value.of(Storage.ofCopies(samples, records), 0, count)
}

/**
 * All samples as one sample with a leading axis. Blocks until they are there. Throws INVALID_INPUT where shapes differ
 * or have too many dimensions, UNSUPPORTED on a GPU.
 */
export function stacked(view: View): Value {
  const { value, rows } = view
  const count = countOf(view)
  settle(value)
  checkEqual(view)
  const storage = value.storage!
  const { dtype, layout, gpu } = storage.slot.output(value.place)
  if (gpu >= 0) {
    throw unsupported('Expected a Batch on the CPU for asTensor but received one on the GPU', 'Call .cpu() on it')
  }
  const all = readSync(view)
  const data = new Uint8Array(all.buffer as ArrayBuffer, all.byteOffset, all.byteLength)
  const shape = count ? storage.slot.tensor(value.place, rowOf(rows, 0)).shape : []
  if (shape.length === A.maxDims) {
    throw invalidInput(
      `Expected samples of at most ${A.maxDims - 1} dimensions for asTensor but received ${shape.length}`,
      { op: 'asTensor' },
    )
  }
  const sample = { dtype, layout: layout && `N${layout}`, shape: [count, ...shape], data }
  const shares = count > 0 && placeOf(value, rowOf(rows, 0)).buffer === all.buffer
  const made = Value.of(Storage.ofViews([{ samples: [sample] }], shares ? keeping([storage]) : undefined), 0, 1)
  made.external = shares && value.external
  return made
}
