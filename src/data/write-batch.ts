// Writes a whole batch whose samples are at hand into an arena: what sources give, and what user code wraps or copies.
import type { DType } from '../generated/abi.js'
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
  /** One entry per sample each. */
  outputs: readonly SourceOutput[]
  flags: number
}

/**
 * `makeRoom`: gives the tables of an arena of at least so many bytes, or nothing where there is no room: then nothing is
 * written, and the answer is false.
 */
export function writeBatch(batch: SourceBatch, makeRoom: (bytes: number) => ArenaTables | undefined): boolean {
  const { id, records, outputs, flags } = batch
  const encoder = new TextEncoder()
  const names = records.map(({ source }) => encoder.encode(source))
  let nameAt = tableBytes(records.length, outputs.length)
  let end = names.reduce((at, name) => at + name.byteLength, nameAt)
  const starts = outputs.map(({ samples }) => {
    const start = aligned(end)
    end = samples.reduce((at, { data }) => at + data.byteLength, start)
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
  for (const [o, output] of outputs.entries()) writeOutput(tables, o, output, starts[o]!)
  return true
}

function writeOutput(tables: ArenaTables, o: number, output: SourceOutput, start: number): void {
  let at = start
  for (const [i, { data, shape }] of output.samples.entries()) {
    tables.setPlace(o, i, at, data.byteLength, shape)
    tables.bytes.set(data, at)
    at += data.byteLength
  }
  tables.describe(o, output)
  tables.close(o, start, at - start, output.samples.length)
}
