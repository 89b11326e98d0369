// The two shuffles side by side: shuffleAfterEpoch is an exact permutation of the whole data set in every epoch; how well
// each mixes classes within a batch, and samples from one epoch to the next. docs/guides/epochs.md shows the numbers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buffered } from '../../bench/shuffle/orders.js'
import { Sampler, type SamplerOptions } from '../util/sampler.js'
import { edgesOf, expectCounts, factorial, range, rankOf } from './helpers.js'

function order(options: SamplerOptions, epoch: number): number[] {
  const sampler = new Sampler(options)
  sampler.seek(epoch, 0)
  const out: number[] = []
  for (let ended = false; !ended; ) {
    const batch = sampler.next('epoch')
    out.push(...batch.indices.subarray(0, batch.indices.length - batch.padded))
    ended = batch.endOfEpoch
  }
  return out
}

describe('shuffleBlocks', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 9 })
  const sizes = fc.record({
    size: fc.integer({ min: 1, max: 3000 }),
    shards: fc.integer({ min: 1, max: 16 }),
    lengths,
    blockWindow: fc.integer({ min: 1, max: 20 }),
    stickToShard: fc.boolean(),
    batchSize: fc.integer({ min: 1, max: 64 }),
    epoch: fc.constantFrom(0, 1, 2, 1000, 2 ** 31 - 2),
  })

  it('visits every sample exactly once, disjoint over up to 16 shards', () => {
    fc.assert(
      fc.property(sizes, ({ size, shards, lengths, epoch, ...rest }) => {
        const numShards = Math.min(shards, size)
        const edges = () => edgesOf(size, lengths)
        const parts = range(numShards).map((shardId) =>
          order({ size, numShards, shardId, shuffleBlocks: true, edges, seed: shardId, ...rest }, epoch),
        )
        expect(parts.flat().sort((a, b) => a - b)).toEqual(range(size))
        if (!rest.stickToShard) return
        for (const [shard, part] of parts.entries()) {
          expect([Math.min(...part), Math.max(...part)]).toEqual([
            Math.floor((size * shard) / numShards),
            Math.floor((size * (shard + 1)) / numShards) - 1,
          ])
        }
      }),
    )
  })

  it('of one window is a random order of all samples', () => {
    const counts = new Uint32Array(factorial(4))
    const edges = () => edgesOf(4, [1, 2])
    for (let epoch = 0; epoch < 24 * 300; epoch++) {
      counts[rankOf(order({ size: 4, batchSize: 4, shuffleBlocks: true, edges }, epoch))]!++
    }
    expectCounts(counts, () => 300)
  })

  it('begins and continues at any place of ten million samples in a short time', () => {
    const size = 10_000_000
    const edges = edgesOf(size, [41, 40, 43])
    const options = { size, batchSize: 256, numShards: 8, shuffleBlocks: true, edges: () => edges }
    const through = new Sampler({ ...options, shardId: 3 })
    through.seek(5, 1_000_000)
    const sought = new Sampler({ ...options, shardId: 3 })
    sought.seek(5, 1_000_000 - 256 * 40)
    for (let i = 0; i < 40; i++) sought.next('epoch')
    for (let i = 0; i < 40; i++) expect(through.next('epoch')).toEqual(sought.next('epoch'))
  })
})

describe('shuffleAfterEpoch', () => {
  it('visits every sample exactly once in every epoch, the first included, disjoint over up to 16 shards', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 1, max: 64 }),
        fc.boolean(),
        fc.constantFrom(0, 1, 2, 1000, 2 ** 31 - 2),
        (size, shards, batchSize, padLastBatch, epoch) => {
          const numShards = Math.min(shards, size)
          const parts = range(numShards).map((shardId) =>
            // The seed is the buffer's; ranks may differ in it.
            order({ size, batchSize, numShards, shardId, padLastBatch, shuffleAfterEpoch: true, seed: shardId }, epoch),
          )
          const lengths = parts.map((part) => part.length)
          expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
          expect(parts.flat().sort((a, b) => a - b)).toEqual(range(size))
        },
      ),
    )
  })

  it('is shuffled in the first epoch already, and dealt anew to the shards in each', () => {
    const size = 2000
    const shard = (epoch: number) =>
      new Set(order({ size, batchSize: 50, numShards: 4, shuffleAfterEpoch: true }, epoch))
    const [first, second, third] = [shard(0), shard(1), shard(2)]
    const common = (a: Set<number>, b: Set<number>) => [...a].filter((i) => b.has(i)).length
    // A quarter of a random quarter; 125 with a standard deviation of 8.4.
    for (const n of [common(first, second), common(second, third), common(first, new Set(range(500)))]) {
      expect(Math.abs(n - 125)).toBeLessThan(50)
    }
  })
})

// A folder per class, read in order: 20 classes of 1,000, in batches of 200.
const CLASSES = 20
const PER_CLASS = 1000
const BATCH = 200
const SIZE = CLASSES * PER_CLASS

/**
 * Chi-square of the classes of a batch against an even mix, divided by its degrees of freedom, on average over the batches:
 * 1 for batches drawn at random (slightly less, without replacement), 200 for batches of one class.
 */
function classMix(samples: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < SIZE; at += BATCH) {
    const counts = new Float64Array(CLASSES)
    for (const sample of samples.slice(at, at + BATCH)) counts[Math.floor(sample / PER_CLASS)]!++
    const expected = BATCH / CLASSES
    sum += counts.reduce((chi2, n) => chi2 + (n - expected) ** 2 / expected, 0)
  }
  return sum / (SIZE / BATCH) / (CLASSES - 1)
}

/** Correlation of the samples' places in one epoch with those in the next: 0 is a new order, 1 the same. */
function persistence(a: readonly number[], b: readonly number[]): number {
  const place = new Float64Array(SIZE)
  for (const [at, sample] of a.entries()) place[sample] = at
  let sum = 0
  for (const [at, sample] of b.entries()) sum += (at - (SIZE - 1) / 2) * (place[sample]! - (SIZE - 1) / 2)
  return sum / ((SIZE * (SIZE * SIZE - 1)) / 12)
}

describe('shuffle quality on a data set that is sorted by class', () => {
  const base = { size: SIZE, batchSize: BATCH, seed: 3 }
  const measure = (name: string, of: (epoch: number) => readonly number[]) => {
    const [first, second] = [of(0), of(1)]
    const row = { name, classMix: classMix(first), persistence: persistence(first, second) }
    console.log(`${name}: class mix ${row.classMix.toFixed(2)}, persistence ${row.persistence.toFixed(3)}`)
    return row
  }
  const bare = (epoch: number) => [...buffered(SIZE, 1024, epoch)]

  it('has one class per batch without a shuffle', () => {
    const { classMix, persistence } = measure('none', (e) => order(base, e))
    expect([classMix, persistence]).toEqual([200, expect.closeTo(1, 9)])
  })

  it('a buffer over the files in order mixes neighbouring classes only', () => {
    const { classMix, persistence } = measure('buffer of 1,024 alone', bare)
    expect(classMix).toBeGreaterThan(50)
    expect(persistence).toBeGreaterThan(0.95)
  })

  it('randomShuffle, a buffer over a fixed random order, mixes all classes, but epochs resemble each other', () => {
    const { classMix, persistence } = measure('randomShuffle', (e) => order({ ...base, randomShuffle: true }, e))
    expect(Math.abs(classMix - 1)).toBeLessThan(0.15)
    expect(persistence).toBeGreaterThan(0.95)
  })

  it('shuffleAfterEpoch mixes all classes, and no epoch resembles another', () => {
    const { classMix, persistence } = measure('shuffleAfterEpoch', (e) =>
      order({ ...base, shuffleAfterEpoch: true }, e),
    )
    expect(Math.abs(classMix - 1)).toBeLessThan(0.15)
    // Five standard deviations of a random order.
    expect(Math.abs(persistence)).toBeLessThan(5 / Math.sqrt(SIZE))
  })
})
