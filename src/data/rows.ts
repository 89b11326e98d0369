// Where the samples of an output lie, and where they came from: what a TensorList shows.
import { type DType, sampleFlags } from '../generated/abi.js'
import type { Slot } from './arena.js'
import type { TensorPlace } from './arena-tables.js'
import { DeviceMemory } from './device.js'
import type { Lease } from './lease.js'

/** Where a sample came from. */
export interface SourceInfo {
  /** Path or name; '' when the source has none. */
  source: string
  /** Index in the data set (or in the epoch, for external sources). */
  index: number
  epoch: number
}

/** What a list shows. */
export interface Rows {
  readonly dtype: DType
  readonly layout: string
  readonly dense: boolean
  /** Where the data begins. */
  readonly start: number
  readonly count: number
  readonly buffer: ArrayBuffer
  /** The memory that other threads can see; undefined of rows with memory of their own. */
  shared?(): SharedArrayBuffer
  /** Memory of rows on a GPU, whose offsets are addresses there. */
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

/** The batches that views in other threads' memory keep. */
const kept = new WeakMap<SharedArrayBuffer, ArrayBuffer>()

/**
 * The slot's memory as it can be posted; an object of its own, which keeps the batch as long as it is in use here. A
 * copy of it where the batch is one itself.
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
