// Calls one operator through the public API with a whole batch, which golden tests, with one sample each, do not cover.
import { type DataNode, type DType, fn, pipelineDef } from 'penstock-data'
import type { Data } from './golden.js'

export interface Sample {
  data: Data
  shape: number[]
  layout?: string
}

/** The outputs for `samples` as one batch; `perSample` are float32 arguments with a value for each of them. */
export async function batchOf(
  op: string,
  samples: Sample[],
  args: Record<string, unknown> = {},
  perSample: Record<string, number[]> = {},
  dtype: DType = 'uint8',
): Promise<{ dtype: DType; shape: number[]; data: Data }[]> {
  const names = Object.keys(perSample)
  const define = pipelineDef({ batchSize: samples.length, numThreads: 2, prefetchQueueDepth: 1 }, () => {
    const input = fn.externalSource({ source: () => samples, dtype })
    const given = names.map((name) => [
      name,
      fn.externalSource({ source: () => perSample[name]!.map((v) => new Float32Array([v])), dtype: 'float32' }),
    ])
    const call = (fn as unknown as Record<string, (x: DataNode, args: object) => DataNode>)[op]!
    return [call(input as DataNode, { ...args, ...Object.fromEntries(given) })]
  })
  await using pipe = define()
  const [list] = await pipe.run()
  return samples.map((_, i) => ({
    dtype: list!.dtype,
    shape: list!.shape(i),
    data: list!.at(i).copy().dataSync() as Data,
  }))
}
