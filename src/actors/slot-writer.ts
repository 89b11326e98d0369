// Writes a batch that is made from other batches sample by sample (the js actor's output). New tensors are packed into
// the slot as they come, with one copy each; sample records and passed-through values are copied from slot to slot.

import type { Slot } from '../data/arena.js'
import { ArenaTables, aligned, tableBytes } from '../data/arena-tables.js'
import type { DType } from '../generated/abi.js'

/** One tensor to write. */
export interface WriterTensor {
  dtype: DType
  layout: string
  shape: readonly number[]
  data: Uint8Array
}

/**
 * A new output, which grows sample by sample. It takes bytes [start, end) of the slot, of which those below `used` are
 * written.
 */
interface Region {
  start: number
  used: number
  end: number
  shapes: (readonly number[])[]
  bytes: number[]
  /** Where its samples lie, if not one behind the other from `start` on. */
  offsets?: readonly number[]
  dtype: DType
  layout: string
}

/** An output that is passed through unchanged from an input batch. */
export interface Passed {
  slot: Slot
  output: number
}

export class SlotWriter {
  private bytes!: Uint8Array
  private readonly regions: Region[] = []
  private readonly numOutputs: number
  private readonly numTensors: number
  private readonly textAt: number
  /** The first byte behind the tables. */
  readonly dataStart: number

  /**
   * Writes at most `count` samples, for the first `count` of `records`. The new outputs are those of `kinds` (at least
   * one); the passed ones follow them.
   */
  constructor(
    private readonly target: Slot,
    /** Makes room for `bytes` in the target, and waits for memory if necessary. */
    private readonly makeRoom: (bytes: number) => void,
    private readonly records: Slot,
    private readonly count: number,
    kinds: readonly { dtype: DType; layout: string }[],
    private readonly passed: readonly Passed[],
  ) {
    this.numTensors = kinds.length
    this.numOutputs = kinds.length + passed.length
    this.textAt = tableBytes(count, this.numOutputs)
    const from = records.tables
    let text = 0
    for (let i = 0; i < count; i++) text += from.nameBytes(i)
    const at = aligned(this.textAt + text)
    for (const kind of kinds) this.regions.push({ ...kind, start: at, used: at, end: at, shapes: [], bytes: [] })
    this.dataStart = at
    this.grow(at)
  }

  /**
   * New output `o` lies in the target already, with all its samples. `end`: the first byte behind it, and behind the outputs before it.
   */
  place(
    o: number,
    { dtype, layout }: { dtype: DType; layout: string },
    { offsets, bytes, shapes }: { offsets: number[]; bytes: number[]; shapes: (readonly number[])[] },
    end: number,
  ): void {
    const start = offsets[0] ?? this.dataStart
    this.regions[o] = { dtype, layout, offsets, bytes, shapes, start, used: end, end }
  }

  /** Appends the tensors of one sample, one per new output. */
  add(tensors: readonly WriterTensor[]): void {
    for (const [o, { dtype, layout, shape, data }] of tensors.entries()) {
      const region = this.regions[o]!
      region.dtype = dtype
      region.layout = layout
      // Making room may replace this.bytes, so it comes first.
      const at = this.take(region, o, data.byteLength)
      this.bytes.set(data, at)
      region.shapes.push(shape)
      region.bytes.push(data.byteLength)
    }
  }

  /** Appends a sample whose tensors are all zeros; `bytes` gives their sizes. */
  addZeros(tensors: readonly Omit<WriterTensor, 'data'>[], bytes: readonly number[]): void {
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

  /** Returns the bytes of new output `o`: of all its tensors, and of the largest one. */
  bytesOf(o: number): [real: number, maxReal: number] {
    const { bytes } = this.regions[o]!
    return [bytes.reduce((a, b) => a + b, 0), bytes.reduce((a, b) => Math.max(a, b), 0)]
  }

  /**
   * Completes the batch with samples `kept` of the records; marks[i] is added to the flags of the i-th. Returns the
   * bytes used.
   */
  finish(id: number, kept: readonly number[], marks: readonly number[], flags: number): number {
    let end = this.regions.at(-1)!.used
    const places = this.passed.map(({ slot, output }) => {
      const place = passedRuns(slot, output, kept)
      const start = aligned(end)
      end = start + place.bytes
      return { ...place, start }
    })
    this.grow(end)
    const tables = new ArenaTables(this.bytes)
    const from = this.records.tables
    const header = { id, epoch: from.epoch, flags, samples: kept.length, outputs: this.numOutputs }
    tables.begin(header, end, this.count)
    let nameAt = this.textAt
    for (const [i, k] of kept.entries()) nameAt = tables.copyRecord(i, from, k, marks[i]!, nameAt)
    for (const [o, region] of this.regions.entries()) writeRegion(tables, o, region)
    for (const [p, place] of places.entries()) writePassed(tables, this.numTensors + p, this.passed[p]!, place, kept)
    return end
  }

  private grow(bytes: number): void {
    this.makeRoom(bytes)
    const { buffer } = this.target
    if (this.bytes?.byteLength !== buffer.byteLength) this.bytes = new Uint8Array(buffer, 0, buffer.byteLength)
  }

  /**
   * Makes room in a region for one more sample of output `o` and for all that may follow, which are expected to have
   * the average size so far. If all samples have one size, the outputs after it never move.
   */
  private take(region: Region, o: number, size: number): number {
    if (region.used + size > region.end) {
      const seen = region.bytes.length
      const mean = (region.used - region.start + size) / (seen + 1)
      const room = size + Math.ceil(mean * Math.max(0, this.count - seen - 1))
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
}

function writeRegion(tables: ArenaTables, o: number, region: Region): void {
  let at = region.start
  for (const [i, shape] of region.shapes.entries()) {
    tables.setPlace(o, i, region.offsets?.[i] ?? at, region.bytes[i]!, shape)
    at += region.bytes[i]!
  }
  tables.describe(o, region)
  tables.close(o, region.start, at - region.start, region.shapes.length)
}

function writePassed(
  tables: ArenaTables,
  o: number,
  { slot, output }: Passed,
  place: ByteRanges & { start: number },
  kept: readonly number[],
): void {
  const from = slot.tables
  tables.copyDescription(o, from, output)
  let at = place.start
  for (const [i, k] of kept.entries()) at += tables.copyPlace(o, i, from, output, k, at)
  at = place.start
  for (let r = 0; r < place.runs.length; r += 2) {
    const run = from.bytes.subarray(place.runs[r]!, place.runs[r + 1]!)
    tables.bytes.set(run, at)
    at += run.byteLength
  }
  tables.close(o, place.start, place.bytes, kept.length)
}

/** The places of the bytes of a passed value: pairs [from, to), with neighbouring runs joined. */
interface ByteRanges {
  runs: number[]
  bytes: number
}

function passedRuns(slot: Slot, output: number, kept: readonly number[]): ByteRanges {
  const { tables } = slot
  const runs: number[] = []
  let bytes = 0
  for (const k of kept) {
    const offset = tables.placeOffset(output, k)
    const size = tables.placeBytes(output, k)
    if (runs.length && runs.at(-1) === offset) runs[runs.length - 1] = offset + size
    else runs.push(offset, offset + size)
    bytes += size
  }
  return { runs, bytes }
}
