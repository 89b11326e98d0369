// Writes a whole batch into an arena, for data that is complete before: that of sources, and of user code in imperative
// mode.
import type { DType } from '../generated/abi.js'
import { native } from '../native.js'
import { type ArenaTables, aligned, type SampleRecord, tableBytes } from './arena-tables.js'

/** One sample of one output. */
export interface SourceTensor {
  data: Uint8Array
  shape: readonly number[]
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
  const encoder = new TextEncoder()
  const names = records.map(({ source }) => encoder.encode(source))
  let nameAt = tableBytes(records.length, outputs.length)
  let end = names.reduce((at, name) => at + name.byteLength, nameAt)
  const starts = outputs.map(({ samples }) => {
    const start = aligned(end)
    end = elsewhere ? start : samples.reduce((at, { data }) => at + data.byteLength, start)
    return start
  })
  const tables = makeRoom(end)
  if (!tables) return false
  const epoch = records[0]?.epoch ?? 0
  tables.begin({ id, epoch, flags, samples: records.length, outputs: outputs.length }, end)
  for (const [i, record] of records.entries()) {
    tables.setRecord(i, record, names[i]!, nameAt)
    nameAt += names[i]!.byteLength
  }
  for (const [o, output] of outputs.entries()) {
    if (elsewhere) referTo(tables, o, output)
    else writeOutput(tables, o, output, starts[o]!)
    tables.describe(o, output)
  }
  return true
}

function writeOutput(tables: ArenaTables, o: number, output: SourceOutput, start: number): void {
  let at = start
  for (const [i, { data, shape }] of output.samples.entries()) {
    tables.setPlace(o, i, at, data.byteLength, shape)
    tables.bytes.set(data, at)
    at += data.byteLength
  }
  tables.close(o, start, at - start, output.samples.length)
}

function referTo(tables: ArenaTables, o: number, { samples }: SourceOutput): void {
  let bytes = 0
  for (const [i, { data, shape }] of samples.entries()) {
    tables.setPlace(o, i, native().address(data), data.byteLength, shape)
    bytes += data.byteLength
  }
  tables.setElsewhere(o)
  tables.close(o, 0, bytes, samples.length)
}
