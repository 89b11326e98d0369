// Manages slots, the buffers of batches: each is a growable SharedArrayBuffer with the layout of abi.json's "arena". A
// slot has one owner at a time: the producing stage from when it takes the free slot until it publishes the batch,
// then the consumer.

import { outOfMemory } from '../errors/factories.js'
import type { PipelineErrorInfo } from '../errors.js'
import { arena as A, batchFlags } from '../generated/abi.js'
import { type Handle, native } from '../native.js'
import { ArenaTables, type OutputInfo, type SampleRecord, type TensorPlace } from './arena-tables.js'
import { type SourceOutput, writeBatch } from './write-batch.js'

/** A slot as plain data for threads: its buffer, and the handle by which native code knows it. */
export interface SlotConfig {
  buffer: SharedArrayBuffer
  handle: Handle
  /** Bytes that are booked in the memory account before the slot is first used, because of the user's size hints. */
  booked?: number
  /** Bytes of device memory that the slot has before it is first used, for the same reason. */
  deviceBooked?: number
  /** Other processes can map the slot: the handle of its descriptor, for bridgeSend(). */
  segment?: Handle
}

/** The failure that comes in place of a batch. */
export interface BatchFailure {
  error: PipelineErrorInfo
  /** Whether it is the last that its producer sends. If not, the failure is that of one batch, and others follow. */
  ends: boolean
}

/** The memory account in which a slot's bytes are booked. */
interface Account {
  /** Books the bytes. Returns false, and books nothing, when they exceed the budget and `force` is not set. */
  charge(bytes: number, force?: boolean): boolean
}

/**
 * Bytes of address space per slot: the most that Node 20 allows a growable buffer. Memory is only used when written to.
 */
export const slotReserve = 2 ** 32 - 2 ** 16
export const slotInitial = 2 ** 16
/** A batch id is generation * generationUnit + number of the batch. */
const generationUnit = 2 ** 32

export const batchId = (generation: number, batch: number): number =>
  generation * generationUnit + (batch % generationUnit)

/** The number of the batch in its generation. */
export const batchNumber = (id: number): number => id % generationUnit

const page = 2 ** 16
const wholePages = (bytes: number) => Math.ceil(bytes / page) * page
/** Bytes of the whole pages that fit in `bytes`: a slot takes whole pages. */
export const pagesWithin = (bytes: number): number => Math.floor(bytes / page) * page
/** Bytes that a slot takes to hold `bytes` if there is enough memory: an eighth more, in whole pages. */
export const withSlack = (bytes: number): number => wholePages(bytes * 1.125)

export class Slot {
  private arena: ArenaTables
  /** Bytes that the producer has booked in the account: the pages that may have been written to. */
  private booked: number
  /** Bytes of device memory that its producer knows the slot to have, at least. */
  private deviceRoom: number
  /** Data that the slot's batch refers to, which stays alive until the slot is written again. */
  private kept: readonly SourceOutput[] | undefined

  constructor(
    readonly config: SlotConfig,
    /** Where the slot's memory is booked; only the producer gives it. */
    private readonly account?: Account,
    /** Bytes to which the slot grows when it is first used, if the budget holds them. */
    private readonly hint = 0,
  ) {
    this.booked = (account && config.booked) ?? 0
    this.deviceRoom = config.deviceBooked ?? 0
    this.arena = tablesOf(config.buffer)
  }

  get bookedBytes(): number {
    return this.booked
  }
  get buffer(): SharedArrayBuffer {
    return this.config.buffer
  }
  get handle(): number {
    return this.config.handle
  }

  /**
   * Makes room for `bytes`. Returns false when the memory budget does not hold them now; `force` ignores the budget.
   */
  ensure(bytes: number, force = false): boolean {
    const hinted = bytes > this.booked && !this.booked && this.hint > bytes && this.book(this.hint, false)
    if (!hinted && bytes > this.booked && !this.book(bytes, force)) return false
    // The view has a fixed length, which is much faster than a length-tracking one, so it is made again after growth.
    this.refresh()
    return true
  }

  private book(bytes: number, force: boolean): boolean {
    const { buffer, handle } = this.config
    if (bytes > buffer.maxByteLength) {
      throw outOfMemory(
        `A batch needs ${bytes} bytes, more than the ${buffer.maxByteLength} that one slot can hold`,
        'Use a smaller batchSize',
      )
    }
    // Some slack, so that slots stop growing after a few batches of varying size; none if the budget is short.
    let wanted = Math.min(buffer.maxByteLength, withSlack(bytes))
    if (!this.account?.charge(wanted - this.booked, force) && this.account) {
      wanted = Math.min(buffer.maxByteLength, wholePages(bytes))
      if (!this.account.charge(wanted - this.booked)) return false
    }
    try {
      if (wanted > buffer.byteLength) {
        buffer.grow(wanted)
        native().resize(handle, wanted)
      }
    } catch (cause) {
      this.account?.charge(this.booked - wanted)
      throw outOfMemory(`A slot cannot grow to ${wanted} bytes`, { cause })
    }
    this.booked = wanted
    return true
  }

  /**
   * Returns the pages after the first `keep` bytes to the system, and the number of bytes. A larger batch takes new
   * pages. `inUse`: the slot holds a batch that is in use; then the pages stay if a GPU may be reading them.
   */
  trim(keep = 0, inUse = false): number {
    if (!keep) this.kept = undefined
    const kept = Math.min(this.booked, wholePages(keep))
    const bytes = this.booked - kept
    if (!bytes) return 0
    if (native().trim(this.config.handle, kept, inUse) < 0) return 0
    this.account?.charge(-bytes)
    this.booked = kept
    if (!kept) this.deviceRoom = 0
    return bytes
  }

  /** Adapts the view to the slot's size. Must be called after taking a slot that another thread may have grown. */
  refresh(): void {
    if (this.arena.bytes.byteLength !== this.config.buffer.byteLength) this.arena = tablesOf(this.config.buffer)
  }

  /** The tables of the slot's batch, with the slot's present size. */
  get tables(): ArenaTables {
    this.refresh()
    return this.arena
  }

  get batchSize(): number {
    return this.arena.batchSize
  }
  get numOutputs(): number {
    return this.arena.numOutputs
  }
  get flags(): number {
    return this.arena.flags
  }

  /** Writes an empty batch that carries a failure; its JSON lies where a batch has its tables. */
  writeFailure(id: number, failure: BatchFailure): void {
    const text = new TextEncoder().encode(JSON.stringify(failure))
    // The first pages are there from the beginning, so an error that fits them needs nothing from the budget.
    if (A.headerBytes + text.byteLength > slotInitial) this.ensure(A.headerBytes + text.byteLength, true)
    else this.refresh()
    this.arena.beginEmpty(id, batchFlags.failed, A.headerBytes + text.byteLength)
    this.arena.bytes.set(text, A.headerBytes)
  }

  /** The failure that the batch carries, if writeFailure() wrote it. */
  get failure(): BatchFailure | undefined {
    if (!(this.flags & batchFlags.failed)) return undefined
    const text = new TextDecoder().decode(this.arena.bytes.slice(A.headerBytes, this.usedBytes))
    return JSON.parse(text) as BatchFailure
  }
  get endOfEpoch(): boolean {
    return (this.flags & batchFlags.endOfEpoch) !== 0
  }
  get endOfStream(): boolean {
    return (this.flags & batchFlags.endOfStream) !== 0
  }
  /** Id of the batch: see batchId(). */
  get id(): number {
    return this.arena.id
  }
  /** Epoch of the first sample. A batch whose samples were all skipped keeps the epoch of its former first sample. */
  get epoch(): number {
    return this.arena.epoch
  }
  get generation(): number {
    return Math.floor(this.id / generationUnit)
  }
  get usedBytes(): number {
    return this.arena.usedBytes
  }
  /** Bytes of data that the slot's batch refers to: see write(). */
  get keptBytes(): number {
    return (this.kept ?? []).reduce((sum, { samples }) => samples.reduce((all, s) => all + s.data.byteLength, sum), 0)
  }

  /** The batch in ordinary memory of its own, if holdsAll. No native code knows the copy: it has no handle. */
  copy(): Slot {
    const { buffer } = this.arena.bytes.slice(0, this.usedBytes)
    return new Slot({ buffer: buffer as unknown as SharedArrayBuffer, handle: 0 })
  }

  sample(i: number): SampleRecord {
    return this.arena.record(i)
  }
  sampleFlags(i: number): number {
    return this.arena.sampleFlags(i)
  }
  /** The description of output `o`. For an output in GPU memory all offsets are addresses there. */
  output(o: number): OutputInfo {
    return this.arena.output(o)
  }
  tensor(o: number, i: number): TensorPlace {
    return this.arena.place(o, i)
  }

  /** The part of `bytes` of device memory that the slot does not have yet. */
  deviceMissing(bytes: number): number {
    return Math.max(0, bytes - this.deviceRoom)
  }
  /** Notes that the slot holds a batch: it keeps that much device memory. Returns its bytes. */
  noteDevice(): number {
    const { deviceBytes } = this
    this.deviceRoom = Math.max(this.deviceRoom, deviceBytes)
    return deviceBytes
  }

  /** Bytes of all outputs that lie on a GPU. */
  get deviceBytes(): number {
    let sum = 0
    for (let o = 0; o < this.numOutputs; o++) {
      if (this.arena.gpu(o) >= 0) sum += this.output(o).dataBytes
    }
    return sum
  }
  /** Whether the slot itself holds all outputs: none lies on a GPU, not even an empty one, or elsewhere in host memory. */
  get holdsAll(): boolean {
    for (let o = 0; o < this.numOutputs; o++) if (this.arena.gpu(o) !== -1) return false
    return true
  }

  /**
   * Writes a whole batch, for sources; programs and user functions write their batches themselves. Returns false, and
   * writes nothing, when `makeRoom` fails. `elsewhere`: the data is not copied, and must stay as it is until the batch
   * is used up; the slot keeps it alive.
   */
  write(
    id: number,
    records: readonly SampleRecord[],
    outputs: readonly SourceOutput[],
    flags: number,
    makeRoom = (bytes: number) => this.ensure(bytes),
    elsewhere = false,
  ): boolean {
    const batch = { id, records, outputs, flags, elsewhere }
    const written = writeBatch(batch, (bytes) => (makeRoom(bytes) ? this.tables : undefined))
    if (written) this.kept = elsewhere ? outputs : undefined
    return written
  }
}

function tablesOf(buffer: SharedArrayBuffer): ArenaTables {
  return new ArenaTables(new Uint8Array(buffer, 0, buffer.byteLength))
}
