// Prepares a source's batch for writing into a slot: fills in placeholders and groups the samples by output.

import type { SampleRecord } from '../data/arena-tables.js'
import type { RawSample } from '../data/sample-data.js'
import type { SourceOutput } from '../data/write-batch.js'
import { invalidInput } from '../errors/factories.js'
import { type DType, sampleFlags } from '../generated/abi.js'
import type { SourceStage } from '../graph/types.js'
import type { SourceBatch } from './types.js'

/** A sample with all its outputs. */
interface FilledSample {
  record: SampleRecord
  outputs: readonly RawSample[]
}

/**
 * Returns the samples of a batch. A placeholder has the shapes of `good`, a good sample, and zeros for data. `before`:
 * how many samples of the epoch came before this batch.
 */
export function filledSamples(
  { samples }: SourceBatch,
  good: readonly RawSample[] | undefined,
  before: number,
): FilledSample[] {
  return samples.map(({ record, outputs }, i) => ({
    record: {
      ...record,
      flags: outputs ? record.flags : record.flags | sampleFlags.invalid,
      ordinal: before + i + 1,
    },
    outputs: outputs ?? (good ?? []).map((o) => ({ ...o, data: new Uint8Array(o.data.byteLength) })),
  }))
}

/** Throws INVALID_INPUT where a sample of one output has another dtype. `name` is the source's. */
export function checkDtypes(samples: readonly RawSample[], dtype: DType | undefined, name: string): void {
  const odd = samples.find((sample) => sample.dtype !== dtype)
  if (!odd) return
  throw invalidInput(`Expected all samples of a batch to have dtype ${dtype} but received ${odd.dtype} (${name})`, {
    op: 'externalSource',
  })
}

/** Returns the samples of each output. Throws INVALID_INPUT where their dtypes differ. */
export function outputsOf(
  filled: readonly FilledSample[],
  { numOutputs, dtype: declared, name }: SourceStage,
  good: readonly RawSample[] | undefined,
): SourceOutput[] {
  return Array.from({ length: numOutputs }, (_, o) => {
    const first = good?.[o]
    const dtype = first?.dtype ?? declared ?? 'uint8'
    const samples = filled.map(({ outputs }) => outputs[o]!)
    checkDtypes(samples, dtype, name)
    return { dtype, layout: first?.layout ?? '', samples }
  })
}
