// The ways in which a call of imperative mode may be evaluated, and what came out, in a form that tests compare.
import * as nd from 'penstock-data/dynamic'
import { setMaxSets } from '../../src/dynamic/operators/changing.js'

export type Given = nd.Tensor | nd.Batch
/** Makes the calls of `body`; what it gives may be read afterwards. */
export type Way = <T>(body: () => T) => T

/** A line here and every test of this folder runs in that way too. */
export const ways: Record<string, Way> = {
  eager: (body) => body(),
  syncCpu: (body) => nd.withEvalMode('syncCpu', body),
  syncFull: (body) => nd.withEvalMode('syncFull', body),
  deferred: (body) => nd.withEvalMode('deferred', body),
  'numbers as values': (body) => {
    const before = setMaxSets(0)
    try {
      return body()
    } finally {
      setMaxSets(before)
    }
  },
}

/** One sample of one output. */
export interface Made {
  dtype: string
  layout: string
  shape: readonly number[]
  bytes: string
}

const hex = (data: ArrayBufferView) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')

export const made = (x: {
  dtype: string
  layout: string
  shape: readonly number[]
  dataSync(): ArrayBufferView
}): Made => ({
  dtype: x.dtype,
  layout: x.layout,
  shape: [...x.shape],
  bytes: hex(x.dataSync()),
})

/** Samples of one output. */
export const samplesOf = (x: Given): Made[] => (x instanceof nd.Batch ? x.tensors : [x]).map(made)

/** The same without blocking: waits first. */
export async function awaited(x: Given): Promise<Made[]> {
  for (const t of x instanceof nd.Batch ? x.tensors : [x]) await t.data()
  return samplesOf(x)
}
