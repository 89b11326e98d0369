// Storage: where values lie once they are computed. It is one arena, with the outputs of one execution, with user data,
// or with a reader's batch. It is freed when its last user leaves; if a user is dropped without that, the garbage
// collector finds it.

import { Slot } from '../../data/arena.js'
import { ArenaTables, type SampleRecord } from '../../data/arena-tables.js'
import type { Lease } from '../../data/lease.js'
import { memoryTaken, type RawSample } from '../../data/sample-data.js'
import { writeBatch } from '../../data/write-batch.js'
import { outOfMemory, outputReleased } from '../../errors/factories.js'
import type { PipelineError } from '../../errors.js'
import type { DType } from '../../generated/abi.js'
import { type Handle, native } from '../../native.js'
import { dense, type Loan, PooledBuffer } from './pool.js'

/** What is known of a value before it is computed. */
export interface ValueType {
  dtype: DType
  layout: string
  shapes: readonly (readonly number[])[]
}

/** What native code reads a batch from: a handle of shared memory, or the memory itself. */
export type NativeSource = Handle | Uint8Array

/** The owner of a storage's memory: a lease, the user's arrays, or other storages. */
export interface Keep {
  release?(): void
}

export class Storage {
  private users = 0
  /** The size in bytes that each of the views had at first. */
  private readonly sizes: readonly (readonly number[])[] | undefined
  private tables: Slot | undefined
  /**
   * Whether the pipeline that the batch came from is closed: its native handle is gone then, while the memory stays.
   */
  private orphaned: (() => boolean) | undefined
  private pooled: PooledBuffer | undefined
  /** The loan of a result that no one has looked at, which native code reads by its handle. */
  private unseen: Loan | undefined

  private constructor(
    private from: NativeSource | undefined,
    private keep: Keep | undefined,
    /** The bytes of samples that lie outside of the arena, output by output, sample by sample. */
    readonly views: readonly (readonly Uint8Array[])[] | undefined,
    slot?: Slot,
  ) {
    this.tables = slot
    this.sizes = views?.map((samples) => samples.map((data) => data.byteLength))
  }

  /** A result in native memory, which the storage owns from now on. `bytes`: its size, for the garbage collector. */
  static ofResult(handle: Handle, bytes: number): Storage {
    const storage = new Storage(handle, undefined, undefined)
    storage.pooled = new PooledBuffer(bytes, () => native().close(handle))
    storage.pooled.tie(storage)
    return storage
  }

  /** An arena in memory that stays its owner's. */
  static ofMemory(handle: Handle): Storage {
    return new Storage(handle, undefined, undefined)
  }

  /** An arena in a buffer that was borrowed from the pool. */
  static ofLoan(loan: Loan): Storage {
    const storage = new Storage(loan.handle, undefined, undefined)
    storage.pooled = loan.pooled
    storage.unseen = loan
    return storage
  }

  /** An arena in the garbage collector's memory. */
  static ofBytes(bytes: Uint8Array): Storage {
    return new Storage(bytes, undefined, undefined)
  }

  /** A batch of a pipeline; freeing the storage releases the lease. */
  static ofSlot(slot: Slot, lease: Pick<Lease, 'parts' | 'release' | 'orphaned'>): Storage {
    // On the lease's own view of the memory: the batch goes back when the last array on that view is gone, not before.
    const { buffer } = lease.parts.find((part) => part.slot === slot)!
    const own = new Slot({ buffer: buffer as unknown as SharedArrayBuffer, handle: slot.handle })
    // A copy of a slot has no handle; native code then reads the memory itself.
    const storage = new Storage(slot.handle || new Uint8Array(buffer), lease, undefined, own)
    if (!slot.deviceBytes) storage.orphaned = () => lease.orphaned
    return storage
  }

  /** Samples in the memory of their owners, output by output, without a copy. */
  static ofViews(
    outputs: readonly { samples: readonly RawSample[] }[],
    keep?: Keep,
    records?: readonly SampleRecord[],
  ): Storage {
    const views = outputs.map(({ samples }) => samples.map((s) => s.data))
    return new Storage(pack(outputs, records, true), keep, views)
  }

  /** Copies of samples, as one output. */
  static ofCopies(samples: readonly RawSample[], records?: readonly SampleRecord[]): Storage {
    return new Storage(pack([{ samples }], records), undefined, undefined)
  }

  /**
   * The bytes of a sample that lies in its owner's memory; else undefined. Throws INVALID_INPUT if that memory is gone.
   */
  viewOf(output: number, i: number): Uint8Array | undefined {
    const view = this.views?.[output]?.[i]
    if (view && view.byteLength !== this.sizes![output]![i]!) throw taken()
    return view
  }

  /**
   * What native code reads the batch from. Native code uses addresses, so this refuses memory that its owner has
   * transferred or shrunk. Throws OUTPUT_RELEASED, INVALID_INPUT.
   */
  get source(): NativeSource {
    this.views?.forEach((samples, output) => {
      for (let i = 0; i < samples.length; i++) this.viewOf(output, i)
    })
    if (this.from !== undefined && this.orphaned?.()) {
      this.from = new Uint8Array(this.tables!.buffer as unknown as ArrayBuffer)
      this.orphaned = undefined
    }
    if (this.from === undefined) throw released()
    // A small result lies in an array that the user has access to, and may have transferred.
    if (typeof this.from !== 'number' && !this.from.byteLength) throw taken()
    return this.from
  }

  /** The arena: its tables and its data. */
  get slot(): Slot {
    if (this.tables) return this.tables
    if (this.unseen) {
      this.from = new Uint8Array(this.unseen.buffer)
      this.unseen = undefined
    }
    const { source } = this
    const bytes = typeof source === 'number' ? native().evalView(source) : source
    this.tables = slotOf(bytes)
    return this.tables
  }

  /** Whether it lies in this memory. */
  isOf(handle: Handle): boolean {
    return this.from === handle
  }

  /** Blocks until a result in device memory is complete. */
  sync(): void {
    if (typeof this.from === 'number' && !this.unseen) native().gpuSync(this.from)
  }

  use(): void {
    this.users++
  }

  /** Adds a use for native code, which ends with leave(), and returns what it reads: see `source`. */
  read(): NativeSource {
    this.users++
    return this.source
  }

  /** Ends a use; with the last one the memory is freed. */
  leave(): void {
    this.users--
    this.freeUnused()
  }

  /** Leaves borrowed memory to the arrays on it: it goes back once they are collected. */
  leaveToArrays(): void {
    if (this.pooled?.view && !this.unseen) this.pooled = undefined
  }

  /** Frees the memory unless it is in use. */
  freeUnused(): void {
    if (this.users > 0 || this.from === undefined) return
    this.pooled?.end()
    this.from = this.unseen = undefined
    this.tables = undefined
    this.pooled = undefined
    this.keep?.release?.()
    this.keep = undefined
  }
}

const taken = () =>
  memoryTaken({ hint: 'Keep the buffer as it is while tensors look at it, or copy the data: tensor(), batch()' })

export function released(): PipelineError {
  return outputReleased('This value was disposed', 'Take what you need before then')
}

/** A slot on an arena in plain memory. */
export function slotOf(bytes: Uint8Array): Slot {
  return new Slot({ buffer: bytes.buffer as unknown as SharedArrayBuffer, handle: 0 })
}

/**
 * An arena with samples; with `elsewhere`, with their addresses in host memory alone. `records`: where the samples came
 * from.
 */
function pack(
  outputs: readonly { samples: readonly RawSample[] }[],
  records?: readonly SampleRecord[],
  elsewhere = false,
): Uint8Array {
  let arena = new Uint8Array(0)
  const batch = {
    id: 0,
    flags: 0,
    elsewhere,
    records: records ?? outputs[0]!.samples.map((_, i) => recordOf(i)),
    outputs: outputs.map(({ samples }) => ({
      dtype: samples[0]?.dtype ?? 'uint8',
      layout: samples[0]?.layout ?? '',
      samples,
    })),
  }
  writeBatch(batch, (bytes) => {
    arena = new Uint8Array(allocated(bytes))
    return new ArenaTables(arena)
  })
  return arena
}

function allocated(bytes: number): ArrayBuffer {
  try {
    return dense(new ArrayBuffer(bytes))
  } catch (cause) {
    throw outOfMemory(`A copy of ${bytes} bytes cannot be made`, { cause })
  }
}

const recordOf = (index: number): SampleRecord => ({ index, epoch: 0, flags: 0, source: '', ordinal: index + 1 })

/** Tables of a batch of these shapes, without its data: enough for native code that works out shapes. */
export function tablesOf({ dtype, layout, shapes }: ValueType): Uint8Array {
  const data = new Uint8Array(0)
  return pack([{ samples: shapes.map((shape) => ({ dtype, layout, shape: [...shape], data })) }])
}
