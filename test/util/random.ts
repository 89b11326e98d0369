// Draws from a random operator through the public API, and computes the statistics that tests compare.
import { type DataNode, type DType, pipelineDef } from 'penstock-data'

/** One batch of `count` samples; `values` are all numbers of all samples, in order. */
export async function draws(node: () => DataNode, seed: number, count: number) {
  const define = pipelineDef({ batchSize: count, numThreads: 2, prefetchQueueDepth: 1, seed }, node)
  await using pipe = define()
  const [out] = await pipe.run()
  const values = Array.from({ length: out!.length }, (_, i) => Array.from(out!.at(i).dataSync(), Number)).flat()
  const list: { dtype: DType; layout: string; shape: number[] } = {
    dtype: out!.dtype,
    layout: out!.layout,
    shape: out!.shape(0),
  }
  return { list, values }
}

export function moments(values: number[]) {
  const average = (of: (v: number) => number) => values.reduce((sum, v) => sum + of(v), 0) / values.length
  const mean = average((v) => v)
  const variance = average((v) => (v - mean) ** 2)
  return { mean, variance, kurtosis: average((v) => (v - mean) ** 4) / variance ** 2 }
}

/**
 * By how many standard deviations the chi-square of these bins differs from its mean, if all bins are equally likely.
 */
export function chiSquare(bins: number[], count: number): number {
  const expected = bins.length / count
  const counts = new Array<number>(count).fill(0)
  for (const bin of bins) counts[bin]!++
  const chi = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
  return (chi - (count - 1)) / Math.sqrt(2 * (count - 1))
}
