// Quantiles and histograms of numbers, and the limits beyond which a number is odd.
import { whole } from '../../statistics/units.js'
import type { Distribution } from './types.js'

const bins = 24

/** A size or a quotient, for readers. */
export const rounded = (n: number): string => (Number.isInteger(n) || n >= 100 ? whole(n) : n.toFixed(2))

/** How many times the longer side of a picture is as long as the shorter one. */
export const aspectOf = (width: number, height: number): number =>
  Math.max(width, height) / Math.max(1, Math.min(width, height))

/** The number below which a share of the sorted ones lies. */
export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

/** Of numbers above 0, which it sorts; undefined where there are none. */
export function distributionOf(numbers: Float64Array): Distribution | undefined {
  if (!numbers.length) return undefined
  const sorted = numbers.sort()
  const [min, max] = [sorted[0]!, sorted.at(-1)!]
  return {
    ...{ min, max, p5: quantile(sorted, 0.05), median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) },
    histogram: histogramOf(sorted, min, max),
  }
}

function histogramOf(sorted: Float64Array, min: number, max: number): Distribution['histogram'] {
  // Sizes of images and files are spread over orders of magnitude.
  const from = Math.max(min, Number.MIN_VALUE)
  const count = max > from ? bins : 1
  const edges = Array.from({ length: count + 1 }, (_, i) => (i === count ? max : from * (max / from) ** (i / count)))
  const counts = new Array<number>(count).fill(0)
  let bin = 0
  for (const number of sorted) {
    while (bin < count - 1 && number >= edges[bin + 1]!) bin++
    counts[bin]!++
  }
  return { edges, counts }
}

/** How many times a number must be below or above the middle half of all to be odd, at least. */
const leastFactor = 4
/** Quartiles are this far apart, as a power, from the limits: Tukey's outer fences, for logarithms. */
const fences = 3

/**
 * The limits beyond which sizes are odd. With quartiles q1 and q3 and f = max(4, (q3/q1)^3) they are q1/f and q3*f: the
 * outer fences of Tukey's box plot, of logarithms, and at least a factor of 4.
 */
export function limitsOf(numbers: Float64Array): { least: number; most: number } {
  const sorted = numbers.sort()
  const [q1, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.75)]
  if (!(q1 > 0)) return { least: 0, most: Number.POSITIVE_INFINITY }
  const factor = Math.max(leastFactor, (q3 / q1) ** fences)
  return { least: q1 / factor, most: q3 * factor }
}
