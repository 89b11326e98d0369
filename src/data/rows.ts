// The samples of an output as a TensorList reads them: where they lie in memory, and where they came from.
import { type DType, sampleFlags } from '../generated/abi.js'
import type { Slot } from './arena.js'
import type { TensorPlace } from './arena-tables.js'
import { DeviceMemory } from './device.js'
import type { Lease, Part } from './lease.js'
import { countCopy } from './tensor.js'

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
  /** Memory of the pipeline's gets a buffer when this is first read. Rows on a GPU need none. */
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
  return new BatchRows(lease, lease.parts[part]!, output)
}

class BatchRows implements Rows {
  readonly dtype: DType
  readonly layout: string
  readonly dense: boolean
  readonly start: number
  readonly count: number
  readonly memory: DeviceMemory | undefined

  constructor(
    private readonly lease: Lease,
    private readonly part: Part,
    private readonly output: number,
  ) {
    const { slot } = part
    const { dtype, layout, dense, dataOffset, gpu } = slot.output(output)
    this.dtype = dtype
    this.layout = layout
    this.dense = dense
    this.start = dataOffset
    this.count = lease.count
    this.memory = gpu < 0 ? undefined : new DeviceMemory(gpu, slot.handle, lease)
  }

  get buffer(): ArrayBuffer {
    return this.part.buffer
  }
  shared(): SharedArrayBuffer {
    const { slot } = this.part
    if (slot.buffer instanceof SharedArrayBuffer) return sharedOf(slot.buffer, this.buffer)
    // The batch is a copy in ordinary memory, which no two threads can have.
    const shared = new SharedArrayBuffer(slot.usedBytes)
    new Uint8Array(shared).set(slot.tables.bytes)
    countCopy(this.lease.copies, shared.byteLength)
    return shared
  }
  place(i: number): TensorPlace {
    return this.part.slot.tensor(this.output, i)
  }
  source(i: number): SourceInfo {
    return sourceOf(this.lease.parts[0]!.slot, i)
  }
  valid(i: number): boolean {
    return !this.lease.parts.some((p) => p.slot.sampleFlags(i) & sampleFlags.invalid)
  }
}

/**
 * Keeps a batch's buffer as long as a SharedArrayBuffer on its memory, made by sharedOf(), is in use in this thread.
 */
const kept = new WeakMap<SharedArrayBuffer, ArrayBuffer>()

/**
 * A slot's memory as a SharedArrayBuffer that can be posted. It is a new object, which keeps the batch as long as it is in
 * use in this thread.
 */
function sharedOf(memory: SharedArrayBuffer, buffer: ArrayBuffer): SharedArrayBuffer {
  const clone = structuredClone(memory)
  kept.set(clone, buffer)
  return clone
}

function sourceOf(slot: Slot, i: number): SourceInfo {
  const { source, index, epoch } = slot.sample(i)
  return { source, index, epoch }
}
