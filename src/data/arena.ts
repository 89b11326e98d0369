// Slots as JavaScript sees them: a growable SharedArrayBuffer with the layout of abi.json's "arena". A slot belongs to
// whoever holds its number: the producer between taking it free and publishing it, then the consumer.

import { outOfMemory } from '../errors/factories.js'
import type { PipelineErrorInfo } from '../errors.js'
import { arena as A, batchFlags } from '../generated/abi.js'
import { type Handle, native } from '../native.js'
import { ArenaTables, type OutputInfo, type SampleRecord, type TensorPlace } from './arena-tables.js'
import { type SourceOutput, writeBatch } from './write-batch.js'

/** One slot: a growable buffer, and the handle under which native code knows it. Its producer owns it. */
export interface SlotConfig {
  buffer: SharedArrayBuffer
  handle: Handle
  /** Bytes that it has had in the memory account from the start, because of the user's hints. */
  booked?: number
}

/** Where a slot's bytes are booked. */
interface Account {
  /** False, and nothing is booked, when the budget does not hold them. */
  charge(bytes: number, force?: boolean): boolean
}

/** Address space per slot: what Node 20 grants a growable buffer at most. Pages are taken only when written. */
export const slotReserve = 2 ** 32 - 2 ** 16
export const slotInitial = 2 ** 16
/** A batch index carries its generation above this. */
const generationUnit = 2 ** 32

export const batchId = (generation: number, batch: number): number =>
  generation * generationUnit + (batch % generationUnit)

const page = 2 ** 16
const wholePages = (bytes: number) => Math.ceil(bytes / page) * page
/** What a slot can have of so many bytes: it takes whole pages. */
export const pagesWithin = (bytes: number): number => Math.floor(bytes / page) * page
/** What a slot that must hold `bytes` takes where there is enough memory. */
export const withSlack = (bytes: number): number => wholePages(bytes * 1.125)

export class Slot {
  private arena: ArenaTables
  /** Bytes that its producer has booked: pages that may have been written to. */
  private booked: number

  constructor(
    readonly config: SlotConfig,
    /** Of the producer: where its memory is booked. */
    private readonly account?: Account,
    /** The least that it grows to at first. */
    private readonly hint = 0,
  ) {
    this.booked = (account && config.booked) ?? 0
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

  /** Makes room; false when the memory budget does not hold it now. `force`: whatever the budget says. */
  ensure(bytes: number, force = false): boolean {
    const hinted = bytes > this.booked && !this.booked && this.hint > bytes && this.book(this.hint, false)
    if (!hinted && bytes > this.booked && !this.book(bytes, force)) return false
    // A fixed-length view is much faster than a length-tracking one, so views are made again.
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
    // Slack, so that batches of varying size settle after a few; none where memory is short.
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
   * Gives the pages behind `keep` bytes back to the system; a larger batch takes new ones. `inUse`: somebody works on the batch;
   * they stay where a GPU may be reading it. Returns bytes.
   */
  trim(keep = 0, inUse = false): number {
    const kept = Math.min(this.booked, wholePages(keep))
    const bytes = this.booked - kept
    if (!bytes) return 0
    if (native().trim(this.config.handle, kept, inUse) < 0) return 0
    this.account?.charge(-bytes)
    this.booked = kept
    return bytes
  }

  /** Call after taking a slot that another thread may have grown. */
  refresh(): void {
    if (this.arena.bytes.byteLength !== this.config.buffer.byteLength) this.arena = tablesOf(this.config.buffer)
  }

  /** The tables of its batch, as large as the slot is now. */
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

  /** An empty batch that says what failed; the text lies where a batch has its tables. */
  writeFailure(id: number, error: PipelineErrorInfo): void {
    const text = new TextEncoder().encode(JSON.stringify(error))
    // The first pages are there from the beginning, so a failure needs no room in the budget.
    if (A.headerBytes + text.byteLength > slotInitial) this.ensure(A.headerBytes + text.byteLength, true)
    else this.refresh()
    this.arena.beginEmpty(id, batchFlags.failed, A.headerBytes + text.byteLength)
    this.arena.bytes.set(text, A.headerBytes)
  }

  /** What failed, of such a batch. */
  get failure(): PipelineErrorInfo | undefined {
    if (!(this.flags & batchFlags.failed)) return undefined
    const text = new TextDecoder().decode(this.arena.bytes.slice(A.headerBytes, this.usedBytes))
    return JSON.parse(text) as PipelineErrorInfo
  }
  get endOfEpoch(): boolean {
    return (this.flags & batchFlags.endOfEpoch) !== 0
  }
  get endOfStream(): boolean {
    return (this.flags & batchFlags.endOfStream) !== 0
  }
  /** See batchId(). */
  get id(): number {
    return this.arena.id
  }
  /** Epoch of the first sample; of a batch whose samples all dropped out, the one that it had. */
  get epoch(): number {
    return this.arena.epoch
  }
  get generation(): number {
    return Math.floor(this.id / generationUnit)
  }
  get usedBytes(): number {
    return this.arena.usedBytes
  }

  sample(i: number): SampleRecord {
    return this.arena.record(i)
  }
  sampleFlags(i: number): number {
    return this.arena.sampleFlags(i)
  }
  /** `gpu`: in whose memory it lies; then offsets are addresses there. */
  output(o: number): OutputInfo {
    return this.arena.output(o)
  }
  tensor(o: number, i: number): TensorPlace {
    return this.arena.place(o, i)
  }

  /** Of all outputs that lie on a GPU. */
  get deviceBytes(): number {
    let sum = 0
    for (let o = 0; o < this.numOutputs; o++) {
      const { gpu, dataBytes } = this.output(o)
      if (gpu >= 0) sum += dataBytes
    }
    return sum
  }

  /**
   * Writes a whole batch (sources; programs and user functions write theirs themselves). False, and nothing is written,
   * when `makeRoom` could not.
   */
  write(
    id: number,
    records: readonly SampleRecord[],
    outputs: readonly SourceOutput[],
    flags: number,
    makeRoom = (bytes: number) => this.ensure(bytes),
  ): boolean {
    return writeBatch({ id, records, outputs, flags }, (bytes) => (makeRoom(bytes) ? this.tables : undefined))
  }
}

function tablesOf(buffer: SharedArrayBuffer): ArenaTables {
  return new ArenaTables(new Uint8Array(buffer, 0, buffer.byteLength))
}
