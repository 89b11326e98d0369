// Reads and writes the tables at the beginning of a batch's memory (its arena): the header, one record per sample, and
// for each output a description and one place per sample. The samples' names and the data follow the tables. abi.json
// ("arena") defines the layout, which native code shares.
import { arena as A, type DType, dtypeIds, dtypeNames } from '../generated/abi.js'

/** Where a sample comes from. `index`: in the data set. `flags`: sampleFlags. `source`: path or name. */
export interface SampleRecord {
  index: number
  epoch: number
  flags: number
  source: string
  /** Number of samples that the source has given since it began (or began again), this one included. */
  ordinal: number
}

/** Where a tensor lies: byte offset in the slot (an address for GPU memory), size in bytes, and shape. */
export interface TensorPlace {
  offset: number
  bytes: number
  shape: number[]
}

/** One output of a batch. */
export interface OutputInfo {
  dtype: DType
  layout: string
  /** Number of the GPU in whose memory the output lies; -1: it lies in the slot. */
  gpu: number
  /** All samples have one shape. */
  dense: boolean
  dataOffset: number
  dataBytes: number
}

/** The fields of a batch's header, except the offsets of its tables. */
export interface BatchHeader {
  id: number
  /** Epoch of the first sample. */
  epoch: number
  flags: number
  samples: number
  outputs: number
}

const decoder = new TextDecoder()
const maxLayout = 7

export const aligned = (bytes: number): number => Math.ceil(bytes / A.align) * A.align

/**
 * Bytes that the tables of `outputs` outputs take with room for `rows` samples. The samples' names begin at this
 * offset.
 */
export const tableBytes = (rows: number, outputs: number): number =>
  placesAt(rows, outputs) + outputs * rows * A.sampleDescBytes

const outputsAt = (rows: number) => A.headerBytes + rows * A.sampleInfoBytes
const placesAt = (rows: number, outputs: number) => outputsAt(rows) + outputs * A.outputDescBytes

export class ArenaTables {
  private readonly view: DataView

  /** `bytes`: the arena from its first byte. A view of fixed length is much faster than a length-tracking one. */
  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  // ---- header ----

  get batchSize(): number {
    return this.view.getUint32(A.hBatchSize, true)
  }
  get numOutputs(): number {
    return this.view.getUint32(A.hNumOutputs, true)
  }
  get flags(): number {
    return this.view.getUint32(A.hFlags, true)
  }
  get id(): number {
    return this.int64(A.hBatchIndexLo)
  }
  get epoch(): number {
    return this.int64(A.hEpoch)
  }
  get usedBytes(): number {
    return this.int64(A.hUsedBytes)
  }

  /** Writes the header of a batch that has no tables. */
  beginEmpty(id: number, flags: number, usedBytes: number): void {
    this.bytes.fill(0, 0, A.headerBytes)
    this.view.setUint32(A.hMagic, A.magic, true)
    this.view.setUint32(A.hFlags, flags, true)
    this.setInt64(A.hBatchIndexLo, id)
    this.setInt64(A.hUsedBytes, usedBytes)
  }

  /**
   * Clears the tables and writes the header. The tables get room for `rows` samples, which may be more than the batch
   * has.
   */
  begin({ id, epoch, flags, samples, outputs }: BatchHeader, usedBytes: number, rows = samples): void {
    this.bytes.fill(0, A.headerBytes, tableBytes(rows, outputs))
    this.beginEmpty(id, flags, usedBytes)
    this.view.setUint32(A.hBatchSize, samples, true)
    this.view.setUint32(A.hNumOutputs, outputs, true)
    this.setInt64(A.hEpoch, epoch)
    this.setInt64(A.hSamplesOffset, A.headerBytes)
    this.setInt64(A.hOutputsOffset, outputsAt(rows))
    for (let o = 0; o < outputs; o++) {
      const places = placesAt(rows, outputs) + o * rows * A.sampleDescBytes
      this.setInt64(this.outputRow(o) + A.oDescsOffset, places)
    }
  }

  // ---- sample records ----

  private sampleRow(i: number): number {
    return A.headerBytes + i * A.sampleInfoBytes
  }

  record(i: number): SampleRecord {
    const at = this.sampleRow(i)
    const offset = this.int64(at + A.sSourceOffset)
    return {
      index: this.int64(at + A.sIndex),
      epoch: this.view.getInt32(at + A.sEpoch, true),
      flags: this.sampleFlags(i),
      ordinal: this.int64(at + A.sOrdinal),
      // TextDecoder refuses shared memory, so the name is copied first.
      source: decoder.decode(this.bytes.slice(offset, offset + this.nameBytes(i))),
    }
  }
  sampleFlags(i: number): number {
    return this.view.getUint32(this.sampleRow(i) + A.sFlags, true)
  }
  /** Bytes of the sample's name. */
  nameBytes(i: number): number {
    return this.int64(this.sampleRow(i) + A.sSourceLength)
  }

  /** Writes record `i`; its name (UTF-8) lies at the offset `nameAt`, where the caller writes it. */
  setRecord(i: number, record: Omit<SampleRecord, 'source'>, nameAt: number, nameBytes: number): void {
    const at = this.sampleRow(i)
    this.setInt64(at + A.sIndex, record.index)
    this.setInt64(at + A.sOrdinal, record.ordinal)
    this.view.setInt32(at + A.sEpoch, record.epoch, true)
    this.view.setUint32(at + A.sFlags, record.flags, true)
    this.setInt64(at + A.sSourceOffset, nameAt)
    this.setInt64(at + A.sSourceLength, nameBytes)
  }

  /**
   * Copies the record of sample `k` in `from` to record `i` and adds `marks` to its flags. Writes its name at `nameAt`
   * and returns the offset after it.
   */
  copyRecord(i: number, from: ArenaTables, k: number, marks: number, nameAt: number): number {
    const [row, at] = [from.sampleRow(k), this.sampleRow(i)]
    const offset = from.int64(row + A.sSourceOffset)
    const length = from.nameBytes(k)
    this.setInt64(at + A.sIndex, from.int64(row + A.sIndex))
    this.setInt64(at + A.sOrdinal, from.int64(row + A.sOrdinal))
    this.view.setInt32(at + A.sEpoch, from.view.getInt32(row + A.sEpoch, true), true)
    this.view.setUint32(at + A.sFlags, from.sampleFlags(k) | marks, true)
    this.setInt64(at + A.sSourceOffset, nameAt)
    this.setInt64(at + A.sSourceLength, length)
    // Names are short: a loop costs less than a view.
    for (let b = 0; b < length; b++) this.bytes[nameAt + b] = from.bytes[offset + b]!
    return nameAt + length
  }

  // ---- outputs ----

  private outputRow(o: number): number {
    return this.int64(A.hOutputsOffset) + o * A.outputDescBytes
  }

  /** Where output `o` lies, as in OutputInfo; -2: at addresses in host memory (setElsewhere()). */
  gpu(o: number): number {
    return this.view.getInt32(this.outputRow(o) + A.oDevice, true) - 1
  }

  /** The description of output `o`. For an output in GPU memory all offsets are addresses there. */
  output(o: number): OutputInfo {
    const at = this.outputRow(o)
    let layout = ''
    for (let i = 0; i <= maxLayout; i++) {
      const c = this.bytes[at + A.oLayout + i]!
      if (c === 0) break
      layout += String.fromCharCode(c)
    }
    return {
      dtype: dtypeNames[this.view.getInt32(at + A.oDtype, true)]!,
      gpu: this.gpu(o),
      layout,
      dense: this.view.getUint32(at + A.oDense, true) !== 0,
      dataOffset: this.int64(at + A.oDataOffset),
      dataBytes: this.int64(at + A.oDataBytes),
    }
  }

  describe(o: number, { dtype, layout }: { dtype: DType; layout: string }): void {
    const at = this.outputRow(o)
    this.view.setInt32(at + A.oDtype, dtypeIds[dtype], true)
    for (let i = 0; i < Math.min(maxLayout, layout.length); i++) {
      this.bytes[at + A.oLayout + i] = layout.charCodeAt(i)
    }
  }
  copyDescription(o: number, from: ArenaTables, k: number): void {
    const [row, at] = [from.outputRow(k), this.outputRow(o)]
    this.view.setInt32(at + A.oDtype, from.view.getInt32(row + A.oDtype, true), true)
    for (let i = 0; i <= maxLayout; i++) this.bytes[at + A.oLayout + i] = from.bytes[row + A.oLayout + i]!
  }

  /** Writes where the output's data lies. The places of its `samples` samples must have been written. */
  close(o: number, dataOffset: number, dataBytes: number, samples: number): void {
    const at = this.outputRow(o)
    this.setInt64(at + A.oDataOffset, dataOffset)
    this.setInt64(at + A.oDataBytes, dataBytes)
    this.view.setUint32(at + A.oDense, this.isUniform(o, samples) ? 1 : 0, true)
  }
  private isUniform(o: number, samples: number): boolean {
    const first = this.placeRow(o, 0)
    const ndim = this.view.getInt32(first + A.dNdim, true)
    for (let i = 1; i < samples; i++) {
      const at = this.placeRow(o, i)
      if (this.view.getInt32(at + A.dNdim, true) !== ndim) return false
      for (let k = 0; k < ndim; k++) {
        if (this.view.getInt32(at + A.dShape + 4 * k, true) !== this.view.getInt32(first + A.dShape + 4 * k, true))
          return false
      }
    }
    return true
  }

  /** Marks the output's places as addresses in host memory, instead of offsets in the arena. */
  setElsewhere(o: number): void {
    this.view.setInt32(this.outputRow(o) + A.oDevice, -1, true)
  }

  // ---- places ----

  private placeRow(o: number, i: number): number {
    return this.int64(this.outputRow(o) + A.oDescsOffset) + i * A.sampleDescBytes
  }

  place(o: number, i: number): TensorPlace {
    const at = this.placeRow(o, i)
    const ndim = this.view.getInt32(at + A.dNdim, true)
    const shape: number[] = []
    for (let d = 0; d < ndim; d++) shape.push(this.view.getInt32(at + A.dShape + 4 * d, true))
    return { offset: this.int64(at + A.dOffset), bytes: this.placeBytes(o, i), shape }
  }
  placeOffset(o: number, i: number): number {
    return this.int64(this.placeRow(o, i) + A.dOffset)
  }
  placeBytes(o: number, i: number): number {
    return this.int64(this.placeRow(o, i) + A.dBytes)
  }

  setPlace(o: number, i: number, offset: number, bytes: number, shape: readonly number[]): void {
    const at = this.placeRow(o, i)
    this.movePlace(o, i, offset, bytes)
    this.view.setInt32(at + A.dNdim, shape.length, true)
    for (let k = 0; k < shape.length; k++) this.view.setInt32(at + A.dShape + 4 * k, shape[k]!, true)
  }
  /** Writes a new offset and size of the tensor; its shape stays. */
  movePlace(o: number, i: number, offset: number, bytes: number): void {
    const at = this.placeRow(o, i)
    this.setInt64(at + A.dOffset, offset)
    this.setInt64(at + A.dBytes, bytes)
  }
  /** Writes place `i` with the size and shape of sample `k` of output `p` in `from`, at `offset`; returns the size. */
  copyPlace(o: number, i: number, from: ArenaTables, p: number, k: number, offset: number): number {
    const [row, at] = [from.placeRow(p, k), this.placeRow(o, i)]
    const bytes = from.int64(row + A.dBytes)
    this.setInt64(at + A.dOffset, offset)
    this.setInt64(at + A.dBytes, bytes)
    for (let b = A.dNdim; b < A.sampleDescBytes; b += 4) {
      this.view.setInt32(at + b, from.view.getInt32(row + b, true), true)
    }
    return bytes
  }

  // Offsets and indices stay below 2^53, and two 32-bit halves are faster than a BigInt.
  private int64(at: number): number {
    return this.view.getUint32(at, true) + this.view.getInt32(at + 4, true) * 2 ** 32
  }
  private setInt64(at: number, value: number): void {
    this.view.setUint32(at, value >>> 0, true)
    this.view.setInt32(at + 4, Math.floor(value / 2 ** 32), true)
  }
}
