// Writes a batch that is made from other batches sample by sample (the js actor's output): new tensors are packed into
// the slot as they come, one copy each; sample records and values that pass through go from slot to slot. The layout is
// abi.json's "arena".

import type { Slot } from '../data/arena.js'
import { arena as A, type DType, dtypeIds } from '../generated/abi.js'

/** One tensor to write. */
export interface RelayTensor {
  dtype: DType
  layout: string
  shape: readonly number[]
  data: Uint8Array
}

/** An output that grows sample by sample, in [start, end) of the slot. */
interface Region {
  start: number
  used: number
  end: number
  shapes: (readonly number[])[]
  bytes: number[]
  dtype: DType
  layout: string
}

/** A value that passes through. */
export interface Passed {
  slot: Slot
  output: number
}

const aligned = (bytes: number) => Math.ceil(bytes / A.align) * A.align

export class Relay {
  private bytes!: Uint8Array
  private readonly regions: Region[] = []
  private readonly numOutputs: number
  private readonly numTensors: number
  private readonly outputsAt: number
  private readonly descsAt: number
  private readonly textAt: number

  /** At most `count` samples, the first ones of `records`; the outputs of `kinds` (one at least) are new, then come the passed ones. */
  constructor(
    private readonly target: Slot,
    /** Makes room in the target for so many bytes, however long that takes. */
    private readonly makeRoom: (bytes: number) => void,
    private readonly records: Slot,
    private readonly count: number,
    kinds: readonly { dtype: DType; layout: string }[],
    private readonly passed: readonly Passed[],
  ) {
    this.numTensors = kinds.length
    this.numOutputs = kinds.length + passed.length
    this.outputsAt = A.headerBytes + count * A.sampleInfoBytes
    this.descsAt = this.outputsAt + this.numOutputs * A.outputDescBytes
    this.textAt = this.descsAt + this.numOutputs * count * A.sampleDescBytes
    const from = viewOf(records)
    let text = 0
    for (let i = 0; i < count; i++) text += int64(from, A.headerBytes + i * A.sampleInfoBytes + A.sSourceLength)
    const at = aligned(this.textAt + text)
    for (const kind of kinds) this.regions.push({ ...kind, start: at, used: at, end: at, shapes: [], bytes: [] })
    this.grow(at)
  }

  /** Packs the tensors of one sample behind those of the samples before; one per new output. */
  add(tensors: readonly RelayTensor[]): void {
    for (const [o, { dtype, layout, shape, data }] of tensors.entries()) {
      const region = this.regions[o]!
      region.dtype = dtype
      region.layout = layout
      // Making room may replace the view.
      const at = this.take(region, o, data.byteLength)
      this.bytes.set(data, at)
      region.shapes.push(shape)
      region.bytes.push(data.byteLength)
    }
  }

  /** The same with zeros for data. */
  addZeros(tensors: readonly Omit<RelayTensor, 'data'>[], bytes: readonly number[]): void {
    for (const [o, { dtype, layout, shape }] of tensors.entries()) {
      const region = this.regions[o]!
      region.dtype = dtype
      region.layout = layout
      const at = this.take(region, o, bytes[o]!)
      this.bytes.fill(0, at, at + bytes[o]!)
      region.shapes.push(shape)
      region.bytes.push(bytes[o]!)
    }
  }

  /** Bytes of new output `o`: all of it, and its largest tensor. */
  bytesOf(o: number): [real: number, maxReal: number] {
    const { bytes } = this.regions[o]!
    return [bytes.reduce((a, b) => a + b, 0), bytes.reduce((a, b) => Math.max(a, b), 0)]
  }

  /** Completes the batch: samples `kept` of the records, each with `marks` added to its flags. Returns the bytes used. */
  finish(id: number, kept: readonly number[], marks: readonly number[], flags: number): number {
    let end = this.regions.at(-1)!.used
    const places = this.passed.map(({ slot, output }) => {
      const place = passedRuns(slot, output, kept)
      const start = aligned(end)
      end = start + place.bytes
      return { ...place, start }
    })
    this.grow(end)
    const { bytes } = this
    const v = new DataView(bytes.buffer, 0, bytes.byteLength)
    bytes.fill(0, 0, this.textAt)
    v.setUint32(A.hMagic, A.magic, true)
    v.setUint32(A.hBatchSize, kept.length, true)
    v.setUint32(A.hNumOutputs, this.numOutputs, true)
    v.setUint32(A.hFlags, flags, true)
    setInt64(v, A.hBatchIndexLo, id)
    setInt64(v, A.hUsedBytes, end)
    setInt64(v, A.hSamplesOffset, A.headerBytes)
    setInt64(v, A.hOutputsOffset, this.outputsAt)
    this.writeRecords(v, kept, marks)
    for (const [o, region] of this.regions.entries()) this.writeRegion(v, o, region)
    for (const [p, place] of places.entries()) this.writePassed(v, this.numTensors + p, this.passed[p]!, place, kept)
    return end
  }

  private grow(bytes: number): void {
    this.makeRoom(bytes)
    const { buffer } = this.target
    if (this.bytes?.byteLength !== buffer.byteLength) this.bytes = new Uint8Array(buffer, 0, buffer.byteLength)
  }

  /** Room for one more sample of output `o`. Samples of equal size never move the outputs behind. */
  private take(region: Region, o: number, size: number): number {
    if (region.used + size > region.end) {
      const room = Math.max(size, size * (this.count - region.bytes.length))
      const shift = aligned(region.used + room) - region.end
      const next = this.regions[o + 1]
      const last = this.regions.at(-1)!
      this.grow(last.end + shift)
      if (next) this.bytes.copyWithin(next.start + shift, next.start, last.used)
      region.end += shift
      for (const later of this.regions.slice(o + 1)) {
        later.start += shift
        later.used += shift
        later.end += shift
      }
    }
    const at = region.used
    region.used += size
    return at
  }

  private writeRecords(v: DataView, kept: readonly number[], marks: readonly number[]): void {
    const { bytes } = this
    const from = viewOf(this.records)
    const names = new Uint8Array(this.records.buffer, 0, this.records.buffer.byteLength)
    let text = this.textAt
    for (let k = 0; k < kept.length; k++) {
      const row = A.headerBytes + kept[k]! * A.sampleInfoBytes
      const to = A.headerBytes + k * A.sampleInfoBytes
      const offset = int64(from, row + A.sSourceOffset)
      const length = int64(from, row + A.sSourceLength)
      setInt64(v, to + A.sIndex, int64(from, row + A.sIndex))
      setInt64(v, to + A.sOrdinal, int64(from, row + A.sOrdinal))
      v.setInt32(to + A.sEpoch, from.getInt32(row + A.sEpoch, true), true)
      v.setUint32(to + A.sFlags, from.getUint32(row + A.sFlags, true) | marks[k]!, true)
      setInt64(v, to + A.sSourceOffset, text)
      setInt64(v, to + A.sSourceLength, length)
      // Names are short: a loop costs less than a view.
      for (let b = 0; b < length; b++) bytes[text + b] = names[offset + b]!
      text += length
    }
    setInt64(v, A.hEpoch, int64(from, A.hEpoch))
  }

  private writeRegion(v: DataView, o: number, region: Region): void {
    const row = this.outputsAt + o * A.outputDescBytes
    const descs = this.descsAt + o * this.count * A.sampleDescBytes
    let at = region.start
    for (const [i, shape] of region.shapes.entries()) {
      const d = descs + i * A.sampleDescBytes
      setInt64(v, d + A.dOffset, at)
      setInt64(v, d + A.dBytes, region.bytes[i]!)
      v.setInt32(d + A.dNdim, shape.length, true)
      for (let k = 0; k < shape.length; k++) v.setInt32(d + A.dShape + 4 * k, shape[k]!, true)
      at += region.bytes[i]!
    }
    v.setInt32(row + A.oDtype, dtypeIds[region.dtype], true)
    for (let i = 0; i < Math.min(7, region.layout.length); i++) {
      this.bytes[row + A.oLayout + i] = region.layout.charCodeAt(i)
    }
    this.writeOutput(v, row, descs, region.start, at - region.start, region.shapes.length)
  }

  private writePassed(
    v: DataView,
    o: number,
    { slot, output }: Passed,
    place: Place & { start: number },
    kept: readonly number[],
  ): void {
    const row = this.outputsAt + o * A.outputDescBytes
    const descs = this.descsAt + o * this.count * A.sampleDescBytes
    const from = viewOf(slot)
    const source = int64(from, A.hOutputsOffset) + output * A.outputDescBytes
    v.setInt32(row + A.oDtype, from.getInt32(source + A.oDtype, true), true)
    for (let i = 0; i < 8; i++) v.setUint8(row + A.oLayout + i, from.getUint8(source + A.oLayout + i))
    const table = int64(from, source + A.oDescsOffset)
    let at = place.start
    for (let k = 0; k < kept.length; k++) {
      const row = table + kept[k]! * A.sampleDescBytes
      const to = descs + k * A.sampleDescBytes
      const size = int64(from, row + A.dBytes)
      setInt64(v, to + A.dOffset, at)
      setInt64(v, to + A.dBytes, size)
      for (let b = A.dNdim; b < A.sampleDescBytes; b += 4) v.setInt32(to + b, from.getInt32(row + b, true), true)
      at += size
    }
    at = place.start
    for (let r = 0; r < place.runs.length; r += 2) {
      const size = place.runs[r + 1]! - place.runs[r]!
      this.bytes.set(new Uint8Array(slot.buffer, place.runs[r]!, size), at)
      at += size
    }
    this.writeOutput(v, row, descs, place.start, place.bytes, kept.length)
  }

  private writeOutput(v: DataView, row: number, descs: number, start: number, bytes: number, count: number): void {
    setInt64(v, row + A.oDescsOffset, descs)
    setInt64(v, row + A.oDataOffset, start)
    setInt64(v, row + A.oDataBytes, bytes)
    let dense = 1
    for (let i = 1; i < count && dense; i++) {
      const d = descs + i * A.sampleDescBytes
      const ndim = v.getInt32(descs + A.dNdim, true)
      if (v.getInt32(d + A.dNdim, true) !== ndim) dense = 0
      for (let k = 0; k < ndim; k++) {
        if (v.getInt32(d + A.dShape + 4 * k, true) !== v.getInt32(descs + A.dShape + 4 * k, true)) dense = 0
      }
    }
    v.setUint32(row + A.oDense, dense, true)
  }
}

/** Where the bytes of a passed value lie: [from, to) pairs, neighbours joined. */
interface Place {
  runs: number[]
  bytes: number
}

function passedRuns(slot: Slot, output: number, kept: readonly number[]): Place {
  const v = viewOf(slot)
  const table = int64(v, int64(v, A.hOutputsOffset) + output * A.outputDescBytes + A.oDescsOffset)
  const runs: number[] = []
  let bytes = 0
  for (let k = 0; k < kept.length; k++) {
    const row = table + kept[k]! * A.sampleDescBytes
    const offset = int64(v, row + A.dOffset)
    const size = int64(v, row + A.dBytes)
    if (runs.length && runs.at(-1) === offset) runs[runs.length - 1] = offset + size
    else runs.push(offset, offset + size)
    bytes += size
  }
  return { runs, bytes }
}

const viewOf = (slot: Slot) => new DataView(slot.buffer, 0, slot.buffer.byteLength)

// Offsets and indices stay below 2^53; two halves are faster than BigInt.
function int64(v: DataView, at: number): number {
  return v.getUint32(at, true) + v.getInt32(at + 4, true) * 2 ** 32
}
function setInt64(v: DataView, at: number, value: number): void {
  v.setUint32(at, value >>> 0, true)
  v.setInt32(at + 4, Math.floor(value / 2 ** 32), true)
}
