// The samples of an output as a TensorList reads them: where they lie in memory, and where they came from.
import { type DType, sampleFlags } from '../generated/abi.js'
import type { Slot } from './arena.js'
import type { TensorPlace } from './arena-tables.js'
import { DeviceMemory } from './device.js'
import type { Lease } from './lease.js'

/** Where a sample came from: what `sourceInfo()` returns. */
export interface SourceInfo {
  /** Path or name; '' when the source has none. */
  source: string
  /** Index in the data set (or in the epoch, for external sources). */
  index: number
  /** Number of the epoch, counted from 0. */
  epoch: number
}

/** The samples of one output. */
export interface Rows {
  readonly dtype: DType
  readonly layout: string
  /** All samples have one shape. */
  readonly dense: boolean
  /** Byte offset of the data in `buffer`; an address for GPU memory. */
  readonly start: number
  readonly count: number
  readonly buffer: ArrayBuffer
  /** The memory as a SharedArrayBuffer for other threads; absent for rows that own their memory. */
  shared?(): SharedArrayBuffer
  /** The device memory of rows on a GPU, whose offsets are addresses there. */
  readonly memory?: DeviceMemory | undefined
  place(i: number): TensorPlace
  source(i: number): SourceInfo
  valid(i: number): boolean
}

/** The rows of output `output` of part `part` of a batch. */
export function rowsOf(lease: Lease, part: number, output: number): Rows {
  const { slot, buffer } = lease.parts[part]!
  const { dtype, layout, dense, dataOffset, gpu } = slot.output(output)
  return {
    ...{ dtype, layout, dense, buffer },
    shared: () => sharedOf(slot, buffer),
    start: dataOffset,
    count: lease.count,
    memory: gpu < 0 ? undefined : new DeviceMemory(gpu, slot.handle, lease),
    place: (i) => slot.tensor(output, i),
    source: (i) => sourceOf(lease.parts[0]!.slot, i),
    valid: (i) => !lease.parts.some((p) => p.slot.sampleFlags(i) & sampleFlags.invalid),
  }
}

/**
 * Keeps a batch's buffer as long as a SharedArrayBuffer on its memory, made by sharedOf(), is in use in this thread.
 */
const kept = new WeakMap<SharedArrayBuffer, ArrayBuffer>()

/**
 * The slot's memory as a SharedArrayBuffer that can be posted. It is a new object, which keeps the batch as long as it
 * is in use in this thread. If the slot's memory is not shared (the batch is a copy already), this is a copy of it.
 */
function sharedOf(slot: Slot, buffer: ArrayBuffer): SharedArrayBuffer {
  if (!(slot.buffer instanceof SharedArrayBuffer)) {
    const shared = new SharedArrayBuffer(buffer.byteLength)
    new Uint8Array(shared).set(new Uint8Array(buffer))
    return shared
  }
  const clone = structuredClone(slot.buffer)
  kept.set(clone, buffer)
  return clone
}

function sourceOf(slot: Slot, i: number): SourceInfo {
  const { source, index, epoch } = slot.sample(i)
  return { source, index, epoch }
}
