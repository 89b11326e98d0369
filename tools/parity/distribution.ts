// Compares the draws of random operators: shapes and dtypes exactly, numbers by the two-sample test of Kolmogorov and
// Smirnov.
import { halfToNumber } from '../../src/data/elements.js'
import type { Case, Measure, Samples } from './cases.js'
import { type Comparison, otherwise } from './tolerance.js'

/** The probability that two samples of one distribution are as far apart as these, and how far that is. */
export function kolmogorovSmirnov(a: readonly number[], b: readonly number[]): { p: number; distance: number } {
  const [x, y] = [Float64Array.from(a).sort(), Float64Array.from(b).sort()]
  let [i, j, distance] = [0, 0, 0]
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i]!, y[j]!)
    while (i < x.length && x[i]! === value) i++
    while (j < y.length && y[j]! === value) j++
    distance = Math.max(distance, Math.abs(i / x.length - j / y.length))
  }
  const n = Math.sqrt((x.length * y.length) / (x.length + y.length))
  const lambda = (n + 0.12 + 0.11 / n) * distance
  // Kolmogorov's series converges slowly near 0, where its sum is 1.
  if (lambda < 0.3) return { p: 1, distance }
  let p = 0
  for (let k = 1; k <= 100; k++) p += 2 * (k % 2 ? 1 : -1) * Math.exp(-2 * k * k * lambda * lambda)
  return { p: Math.min(1, Math.max(0, p)), distance }
}

/** Below this a case differs: of thousands of tests with equal distributions, none is expected to. */
export const leastProbability = 1e-7

/** The measure of an operator whose elements are independent draws. */
export const drawnValues: Measure = ({ data }, dtype) => ({
  values: Array.from(data as ArrayLike<number | bigint>, (one) =>
    dtype === 'float16' ? halfToNumber(Number(one)) : Number(one),
  ),
})

function measured(samples: Samples, measure: Measure, c: Case, output: number): Record<string, number[]> {
  const all: Record<string, number[]> = {}
  for (const sample of samples.samples) {
    for (const [name, values] of Object.entries(measure(sample, samples.dtype, c, output))) {
      all[name] ??= []
      const list = all[name]
      for (const value of values) list.push(value)
    }
  }
  return all
}

/** Compares one output of a random operator. The worst difference is the largest distance of two distributions. */
export function compareDrawn(measure: Measure, c: Case, drawnShapes?: boolean) {
  return (got: Samples, want: Samples, sum: Comparison, output: number): string | undefined => {
    const difference = otherwise(got, want, { drawnShapes })
    if (difference) return difference
    const [ours, theirs] = [measured(got, measure, c, output), measured(want, measure, c, output)]
    for (const [name, values] of Object.entries(ours)) {
      const { p, distance } = kolmogorovSmirnov(values, theirs[name] ?? [])
      sum.worst = Math.max(sum.worst, distance)
      if (p < leastProbability)
        return `the distributions of ${name} differ: distance ${distance.toFixed(4)} of ${values.length} draws, p = ${p.toExponential(1)}`
    }
    return undefined
  }
}
