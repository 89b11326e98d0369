// Writes a whole batch into an arena, for data that is complete before: that of sources, and of user code in imperative
// mode.
import type { DType } from '../generated/abi.js'
import { native } from '../native.js'
import { type ArenaTables, aligned, type SampleRecord, tableBytes } from './arena-tables.js'

/** One sample of one output. */
export interface SourceTensor {
  data: Uint8Array
  shape: readonly number[]
  /** The data is that of the sample before, and lies in the batch once. Operators alone may read such a batch. */
  again?: boolean
}
export interface SourceOutput {
  dtype: DType
  layout: string
  samples: readonly SourceTensor[]
}

export interface SourceBatch {
  id: number
  /** One record per sample. */
  records: readonly SampleRecord[]
  /** Each output has one entry per sample. */
  outputs: readonly SourceOutput[]
  flags: number
  /** The data stays where it is: the batch has its addresses, and its owner keeps it until the batch is used up. */
  elsewhere?: boolean
}

/**
 * Writes the batch into the arena that `makeRoom` returns, which has at least `bytes` bytes. If `makeRoom` returns
 * undefined, because there is no room, nothing is written and the result is false.
 */
export function writeBatch(batch: SourceBatch, makeRoom: (bytes: number) => ArenaTables | undefined): boolean {
  const { id, records, outputs, flags, elsewhere = false } = batch
  const namesAt = tableBytes(records.length, outputs.length)
  const names = namesOf(records, namesAt)
  let end = namesAt + names.bytes
  const starts = outputs.map(({ samples }) => {
    const start = aligned(end)
    end = elsewhere ? start : samples.reduce((at, { data, again }) => at + (again ? 0 : data.byteLength), start)
    return start
  })
  const tables = makeRoom(end)
  if (!tables) return false
  const epoch = records[0]?.epoch ?? 0
  tables.begin({ id, epoch, flags, samples: records.length, outputs: outputs.length }, end)
  for (const { text, at } of new Set(names.all)) tables.bytes.set(text, at)
  for (const [i, record] of records.entries()) {
    const { text, at } = names.all[i]!
    tables.setRecord(i, record, at, text.byteLength)
  }
  for (const [o, output] of outputs.entries()) {
    if (elsewhere) referTo(tables, o, output)
    else writeOutput(tables, o, output, starts[o]!)
    tables.describe(o, output)
  }
  return true
}

/** A name in UTF-8, and where it lies in the arena. */
interface PlacedName {
  text: Uint8Array
  at: number
}

const encoder = new TextEncoder()

/** The samples' names from `at` on. Neighbours with one name, as those of a source, share it. */
function namesOf(records: readonly SampleRecord[], at: number): { all: PlacedName[]; bytes: number } {
  let end = at
  let last: string | undefined
  let name: PlacedName | undefined
  const all = records.map(({ source }) => {
    if (!name || source !== last) {
      name = { text: encoder.encode(source), at: end }
      end += name.text.byteLength
      last = source
    }
    return name
  })
  return { all, bytes: end - at }
}

function writeOutput(tables: ArenaTables, o: number, output: SourceOutput, start: number): void {
  let at = start
  for (const [i, { data, shape, again }] of output.samples.entries()) {
    if (!again) {
      tables.bytes.set(data, at)
      at += data.byteLength
    }
    tables.setPlace(o, i, at - data.byteLength, data.byteLength, shape)
  }
  tables.close(o, start, at - start, output.samples.length)
}

function referTo(tables: ArenaTables, o: number, { samples }: SourceOutput): void {
  let bytes = 0
  let buffer: ArrayBufferLike | undefined
  let base = 0
  for (const [i, { data, shape }] of samples.entries()) {
    // Samples mostly share a buffer, and a call of the addon takes longer than everything else here.
    if (data.buffer !== buffer && data.byteLength) {
      buffer = data.buffer
      base = native().address(data) - data.byteOffset
    }
    tables.setPlace(o, i, base + data.byteOffset, data.byteLength, shape)
    bytes += data.byteLength
  }
  tables.setElsewhere(o)
  tables.close(o, 0, bytes, samples.length)
}
