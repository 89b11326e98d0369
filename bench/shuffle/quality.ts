// Measures how well an order shuffles. A data set is 0..size - 1 in the order of its files; an order says which sample
// comes when. The row of shuffleAfterEpoch has the numbers of a perfect shuffle.

/** The place of each sample in an order. */
export function placesOf(order: ArrayLike<number>): Int32Array {
  const places = new Int32Array(order.length)
  for (let at = 0; at < order.length; at++) places[order[at]!] = at
  return places
}

/** Spearman's correlation of two permutations, as the places of their samples: 1 is the same order, 0 another one. */
export function rankCorrelation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const { length } = a
  const mean = (length - 1) / 2
  let sum = 0
  for (let i = 0; i < length; i++) sum += (a[i]! - mean) * (b[i]! - mean)
  return sum / ((length * (length * length - 1)) / 12)
}

/** The share of neighbours in the files that lie in one batch. */
export function neighboursTogether(places: ArrayLike<number>, batch: number): number {
  let together = 0
  for (let i = 1; i < places.length; i++) {
    if (Math.floor(places[i - 1]! / batch) === Math.floor(places[i]! / batch)) together++
  }
  return together / (places.length - 1)
}

/** The share of the pairs of samples in one batch that are in one batch of another epoch again. */
export function pairsAgain(order: ArrayLike<number>, next: ArrayLike<number>, batch: number): number {
  const places = placesOf(next)
  let pairs = 0
  let again = 0
  for (let at = 0; at < order.length; at += batch) {
    const end = Math.min(order.length, at + batch)
    const counts = new Map<number, number>()
    for (let i = at; i < end; i++) {
      const other = Math.floor(places[order[i]!]! / batch)
      const count = counts.get(other) ?? 0
      again += count
      counts.set(other, count + 1)
    }
    pairs += ((end - at) * (end - at - 1)) / 2
  }
  return again / pairs
}

/** The entropy of the labels of whole batches, in bits: the mean, and the least; `perLabel` neighbours share a label. */
export function labelEntropy(
  order: ArrayLike<number>,
  batch: number,
  perLabel: number,
): { mean: number; least: number } {
  let sum = 0
  let least = Number.POSITIVE_INFINITY
  let batches = 0
  for (let at = 0; at + batch <= order.length; at += batch) {
    const counts = new Map<number, number>()
    for (let i = at; i < at + batch; i++) {
      const label = Math.floor(order[i]! / perLabel)
      counts.set(label, (counts.get(label) ?? 0) + 1)
    }
    let entropy = 0
    for (const count of counts.values()) entropy -= (count / batch) * Math.log2(count / batch)
    sum += entropy
    least = Math.min(least, entropy)
    batches++
  }
  return { mean: sum / batches, least }
}

export interface Quality {
  /** Correlation of the order with that of the files. */
  files: number
  /** ... with that of the epoch before. */
  epochs: number
  neighbours: number
  again: number
  entropy: { mean: number; least: number }
}

/** All numbers of an order: those of the epochs 0 and 1. */
export function qualityOf(epoch: (epoch: number) => Int32Array, batch: number, perLabel: number): Quality {
  const [first, second] = [epoch(0), epoch(1)]
  const places = placesOf(first)
  const files = Int32Array.from({ length: first.length }, (_, i) => i)
  return {
    files: rankCorrelation(places, files),
    epochs: rankCorrelation(places, placesOf(second)),
    neighbours: neighboursTogether(places, batch),
    again: pairsAgain(first, second, batch),
    entropy: labelEntropy(first, batch, perLabel),
  }
}
