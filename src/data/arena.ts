// Slots as JavaScript sees them: a growable SharedArrayBuffer with the layout of abi.json's "arena". A slot belongs to
// whoever holds its number: the producer between taking it free and publishing it, then the consumer.

import { PipelineError, type PipelineErrorInfo } from '../errors.js'
import { arena as A, batchFlags, type DType, dtypeIds, dtypeNames } from '../generated/abi.js'
import { type Handle, native } from '../native.js'

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

export interface SampleRecord {
  index: number
  epoch: number
  flags: number
  source: string
  /** How many samples the source had given, this one included, since it began (or began again). */
  ordinal: number
}

/** A tensor's place in a slot. */
export interface TensorPlace {
  offset: number
  bytes: number
  shape: number[]
}

/** One output of a batch. */
export interface OutputInfo {
  dtype: DType
  layout: string
  /** -1: it lies in the slot. */
  gpu: number
  dense: boolean
  dataOffset: number
  dataBytes: number
}

/** What a source writes: one entry per sample. */
export interface SourceTensor {
  data: Uint8Array
  shape: number[]
}
export interface SourceOutput {
  dtype: DType
  layout: string
  samples: SourceTensor[]
}

const decoder = new TextDecoder()

const page = 2 ** 16
const wholePages = (bytes: number) => Math.ceil(bytes / page) * page
/** What a slot can have of so many bytes: it takes whole pages. */
export const pagesWithin = (bytes: number): number => Math.floor(bytes / page) * page
/** What a slot that must hold `bytes` takes where there is enough memory. */
export const withSlack = (bytes: number): number => wholePages(bytes * 1.125)

export class Slot {
  private view: DataView
  private bytes: Uint8Array
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
    this.view = new DataView(config.buffer)
    this.bytes = new Uint8Array(config.buffer, 0, config.buffer.byteLength)
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
      throw new PipelineError({
        code: 'OUT_OF_MEMORY',
        message: `A batch needs ${bytes} bytes, more than the ${buffer.maxByteLength} that one slot can hold`,
        hint: 'Use a smaller batchSize',
      })
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
      throw new PipelineError({ code: 'OUT_OF_MEMORY', message: `A slot cannot grow to ${wanted} bytes`, cause })
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
    if (this.bytes.byteLength === this.config.buffer.byteLength) return
    this.view = new DataView(this.config.buffer, 0, this.config.buffer.byteLength)
    this.bytes = new Uint8Array(this.config.buffer, 0, this.config.buffer.byteLength)
  }

  get batchSize(): number {
    return this.view.getUint32(A.hBatchSize, true)
  }
  get numOutputs(): number {
    return this.view.getUint32(A.hNumOutputs, true)
  }
  get flags(): number {
    return this.view.getUint32(A.hFlags, true)
  }

  /** An empty batch that says what failed; the text lies where a batch has its tables. */
  writeFailure(id: number, error: PipelineErrorInfo): void {
    const text = new TextEncoder().encode(JSON.stringify(error))
    // The first pages are there from the beginning, so a failure needs no room in the budget.
    if (A.headerBytes + text.byteLength > slotInitial) this.ensure(A.headerBytes + text.byteLength, true)
    else this.refresh()
    this.bytes.fill(0, 0, A.headerBytes)
    this.view.setUint32(A.hMagic, A.magic, true)
    this.view.setUint32(A.hFlags, batchFlags.failed, true)
    this.setInt64(A.hBatchIndexLo, id)
    this.setInt64(A.hUsedBytes, A.headerBytes + text.byteLength)
    this.bytes.set(text, A.headerBytes)
  }

  /** What failed, of such a batch. */
  get failure(): PipelineErrorInfo | undefined {
    if (!(this.flags & batchFlags.failed)) return undefined
    const text = decoder.decode(this.bytes.slice(A.headerBytes, this.usedBytes))
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
    return this.int64(A.hBatchIndexLo)
  }
  /** Epoch of the first sample; of a batch whose samples all dropped out, the one that it had. */
  get epoch(): number {
    return this.int64(A.hEpoch)
  }
  get generation(): number {
    return Math.floor(this.int64(A.hBatchIndexLo) / generationUnit)
  }
  get usedBytes(): number {
    return this.int64(A.hUsedBytes)
  }

  sample(i: number): SampleRecord {
    const at = A.headerBytes + i * A.sampleInfoBytes
    const offset = this.int64(at + A.sSourceOffset)
    const length = this.int64(at + A.sSourceLength)
    return {
      index: this.int64(at + A.sIndex),
      epoch: this.view.getInt32(at + A.sEpoch, true),
      flags: this.view.getUint32(at + A.sFlags, true),
      ordinal: this.int64(at + A.sOrdinal),
      // TextDecoder refuses shared memory, so the name is copied first.
      source: decoder.decode(this.bytes.slice(offset, offset + length)),
    }
  }

  sampleFlags(i: number): number {
    return this.view.getUint32(A.headerBytes + i * A.sampleInfoBytes + A.sFlags, true)
  }

  /** `gpu`: in whose memory it lies; then offsets are addresses there. */
  output(o: number): OutputInfo {
    const at = this.int64(A.hOutputsOffset) + o * A.outputDescBytes
    let layout = ''
    for (let i = 0; i < 8; i++) {
      const c = this.bytes[at + A.oLayout + i]!
      if (c === 0) break
      layout += String.fromCharCode(c)
    }
    return {
      dtype: dtypeNames[this.view.getInt32(at + A.oDtype, true)]!,
      gpu: this.view.getInt32(at + A.oDevice, true) - 1,
      layout,
      dense: this.view.getUint32(at + A.oDense, true) !== 0,
      dataOffset: this.int64(at + A.oDataOffset),
      dataBytes: this.int64(at + A.oDataBytes),
    }
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

  tensor(o: number, i: number): TensorPlace {
    const table = this.int64(this.int64(A.hOutputsOffset) + o * A.outputDescBytes + A.oDescsOffset)
    const at = table + i * A.sampleDescBytes
    const ndim = this.view.getInt32(at + A.dNdim, true)
    const shape: number[] = []
    for (let d = 0; d < ndim; d++) shape.push(this.view.getInt32(at + A.dShape + 4 * d, true))
    return { offset: this.int64(at + A.dOffset), bytes: this.int64(at + A.dBytes), shape }
  }

  /**
   * Writes a whole batch (sources; programs and user functions write theirs themselves). False, and nothing is written,
   * when `makeRoom` could not.
   */
  write(
    id: number,
    samples: SampleRecord[],
    outputs: SourceOutput[],
    flags: number,
    makeRoom = (bytes: number) => this.ensure(bytes),
  ): boolean {
    const n = samples.length
    const sources = samples.map((s) => new TextEncoder().encode(s.source))
    const outputsAt = A.headerBytes + n * A.sampleInfoBytes
    const descsAt = outputsAt + outputs.length * A.outputDescBytes
    let at = descsAt + outputs.length * n * A.sampleDescBytes
    const textAt = at
    for (const s of sources) at += s.byteLength
    const starts: number[] = []
    for (const o of outputs) {
      at = Math.ceil(at / A.align) * A.align
      starts.push(at)
      for (const s of o.samples) at += s.data.byteLength
    }
    if (!makeRoom(at)) return false
    const v = this.view
    this.bytes.fill(0, 0, textAt)
    v.setUint32(A.hMagic, A.magic, true)
    v.setUint32(A.hBatchSize, n, true)
    v.setUint32(A.hNumOutputs, outputs.length, true)
    v.setUint32(A.hFlags, flags, true)
    this.setInt64(A.hBatchIndexLo, id)
    this.setInt64(A.hEpoch, samples[0]?.epoch ?? 0)
    this.setInt64(A.hUsedBytes, at)
    this.setInt64(A.hSamplesOffset, A.headerBytes)
    this.setInt64(A.hOutputsOffset, outputsAt)
    let text = textAt
    samples.forEach((s, i) => {
      const row = A.headerBytes + i * A.sampleInfoBytes
      this.setInt64(row + A.sIndex, s.index)
      this.setInt64(row + A.sOrdinal, s.ordinal)
      v.setInt32(row + A.sEpoch, s.epoch, true)
      v.setUint32(row + A.sFlags, s.flags, true)
      this.setInt64(row + A.sSourceOffset, text)
      this.setInt64(row + A.sSourceLength, sources[i]!.byteLength)
      this.bytes.set(sources[i]!, text)
      text += sources[i]!.byteLength
    })
    for (const [k, o] of outputs.entries()) {
      this.writeOutput(o, outputsAt + k * A.outputDescBytes, descsAt + k * n * A.sampleDescBytes, starts[k]!)
    }
    return true
  }

  private writeOutput(o: SourceOutput, row: number, descs: number, start: number): void {
    const v = this.view
    let at = start
    let dense = true
    o.samples.forEach((s, i) => {
      const d = descs + i * A.sampleDescBytes
      this.setInt64(d + A.dOffset, at)
      this.setInt64(d + A.dBytes, s.data.byteLength)
      v.setInt32(d + A.dNdim, s.shape.length, true)
      for (const [k, extent] of s.shape.entries()) v.setInt32(d + A.dShape + 4 * k, extent, true)
      this.bytes.set(s.data, at)
      at += s.data.byteLength
      dense &&= s.shape.length === o.samples[0]!.shape.length && s.shape.every((e, k) => e === o.samples[0]!.shape[k])
    })
    v.setInt32(row + A.oDtype, dtypeIds[o.dtype], true)
    for (let i = 0; i < Math.min(7, o.layout.length); i++) this.bytes[row + A.oLayout + i] = o.layout.charCodeAt(i)
    this.setInt64(row + A.oDescsOffset, descs)
    this.setInt64(row + A.oDataOffset, start)
    this.setInt64(row + A.oDataBytes, at - start)
    v.setUint32(row + A.oDense, dense ? 1 : 0, true)
  }

  // Offsets and indices stay below 2^53; two halves are faster than BigInt.
  private int64(at: number): number {
    return this.view.getUint32(at, true) + this.view.getInt32(at + 4, true) * 2 ** 32
  }
  private setInt64(at: number, value: number): void {
    this.view.setUint32(at, value >>> 0, true)
    this.view.setInt32(at + 4, Math.floor(value / 2 ** 32), true)
  }
}
