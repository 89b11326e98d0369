// Values made of others' memory: new tables over the same bytes, samples put together, and copies. What they look at stays.
import type { SampleRecord } from '../../data/arena-tables.js'
import type { RawSample } from '../../data/sample-data.js'
import { PipelineError } from '../../errors.js'
import { arena as A } from '../../generated/abi.js'
import { settle } from '../scheduling/evaluate.js'
import { Batch } from './batch.js'
import { pin, placeOf, readSync, rowOf } from './data-read.js'
import { Home, type Keep } from './home.js'
import type { Tensor } from './tensor.js'
import { Value, type View } from './value.js'

/** What views on these homes keep. */
export function keeping(homes: readonly Home[]): Keep {
  const unpin = homes.map(pin)
  return {
    release() {
      for (const one of unpin) one()
    },
  }
}

export const recordOf = ({ value, rows }: View): SampleRecord => value.home!.slot.sample(rows as number)

export function bytesOf(value: Value, row: number): Uint8Array {
  const { buffer, offset, bytes } = placeOf(value, row)
  return new Uint8Array(buffer as ArrayBuffer, offset, bytes)
}

/** Throws UNSUPPORTED for what lies on a GPU. */
export function needHost({ device }: Tensor | Batch, what: string): void {
  if (device === 'cpu') return
  throw new PipelineError({
    code: 'UNSUPPORTED',
    op: what,
    message: `Expected a value on the CPU for ${what} but received one on the GPU`,
    hint: 'Call .cpu() on it',
  })
}

/**
 * New tables, sample by sample. `make` gets a sample's number and bytes, and gives one sample or, of a Tensor, several; parts of
 * the bytes are not copied. Waits.
 */
export function derived(
  of: Tensor | Batch,
  make: (i: number, bytes: Uint8Array) => RawSample | readonly RawSample[],
): Value {
  const { value, rows } = of.view
  settle(value)
  const home = value.home!
  const count = of instanceof Batch ? of.length : 1
  let shares = false
  const records: SampleRecord[] = []
  const samples = Array.from({ length: count }, (_, i) => {
    const row = rowOf(rows, i)
    const bytes = bytesOf(value, row)
    const made = make(i, bytes)
    const all = Array.isArray(made) ? (made as RawSample[]) : [made as RawSample]
    shares ||= all.some(({ data }) => data.buffer === bytes.buffer)
    const record = home.slot.sample(row)
    for (const _ of all) records.push(record)
    return all
  }).flat()
  const made = Value.of(Home.ofViews([{ samples }], shares ? keeping([home]) : undefined, records), 0, samples.length)
  made.external = shares && value.external
  return made
}

/** A value's samples in memory of their own, on the CPU. Waits. */
export function copied({ value, rows }: View, count: number): Value {
  settle(value)
  const { slot } = value.home!
  const { dtype, layout, gpu } = slot.output(value.place)
  const all = gpu < 0 ? undefined : readSync({ value, rows }, count)
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
  return Value.of(Home.ofCopies(samples, records), 0, count)
}

/** Samples of one shape as one with a leading axis. They are there. */
export function stacked({ value, rows }: View, count: number): Value {
  const home = value.home!
  const { dtype, layout, gpu } = home.slot.output(value.place)
  if (gpu >= 0) {
    throw new PipelineError({
      code: 'UNSUPPORTED',
      message: 'Expected a Batch on the CPU for asTensor but received one on the GPU',
      hint: 'Call .cpu() on it',
    })
  }
  const all = readSync({ value, rows }, count)
  const data = new Uint8Array(all.buffer as ArrayBuffer, all.byteOffset, all.byteLength)
  const shape = count ? home.slot.tensor(value.place, rowOf(rows, 0)).shape : []
  if (shape.length === A.maxDims) {
    throw new PipelineError({
      code: 'INVALID_INPUT',
      op: 'asTensor',
      message: `Expected samples of at most ${A.maxDims - 1} dimensions for asTensor but received ${shape.length}`,
    })
  }
  const sample = { dtype, layout: layout && `N${layout}`, shape: [count, ...shape], data }
  const shares = count > 0 && placeOf(value, rowOf(rows, 0)).buffer === all.buffer
  const made = Value.of(Home.ofViews([{ samples: [sample] }], shares ? keeping([home]) : undefined), 0, 1)
  made.external = shares && value.external
  return made
}
