// Tests the promises of epochs over all ranks, as properties over data set sizes, batch sizes, up to 16 ranks,
// policies, padding, sticking and shuffles: readers alone (for await) and under iterate(); and the same with real
// pipelines.
// @module-tag property
// @module-tag shared
import fc from 'fast-check'
import { fn, iterate, pipelineDef } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { BatchIterator } from '../../../src/api/batch-iterator.js'
import { settings } from '../../../src/api/iterate-options.js'
import { edgesOf, range } from '../../readers/helpers.js'
import { numbers } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { type Numbers, sampled } from '../../util/iterate.js'
import { Sampler, type SamplerOptions } from '../../util/sampler.js'
import { runs } from '../../util/soak.js'

const EPOCHS = 4
const RUNS = { numRuns: runs(300, 30) }

type Reader = SamplerOptions & { numShards: number; stickToShard: boolean; padLastBatch: boolean }
const order: fc.Arbitrary<Partial<SamplerOptions>> = fc.oneof(
  fc.record({ stickToShard: fc.boolean() }),
  fc.record({
    stickToShard: fc.boolean(),
    randomShuffle: fc.constant(true),
    initialFill: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ shuffleAfterEpoch: fc.constant(true) }),
  fc.record({
    stickToShard: fc.boolean(),
    shuffleBlocks: fc.constant(true),
    blockWindow: fc.integer({ min: 1, max: 9 }),
  }),
)
const readers = fc
  .record({
    size: fc.integer({ min: 1, max: 200 }),
    batchSize: fc.integer({ min: 1, max: 24 }),
    ranks: fc.integer({ min: 1, max: 16 }),
    padLastBatch: fc.boolean(),
    seed: fc.nat(),
    order,
  })
  .map(({ ranks, order, ...rest }): Reader => {
    const numShards = Math.min(ranks, rest.size)
    // Each epoch's global shuffle keeps the ranks' parts of the order.
    const edges = () => edgesOf(rest.size, [7, 4, 19])
    return { ...rest, stickToShard: order.shuffleAfterEpoch === true, edges, ...order, numShards } as Reader
  })
const policies = fc.constantFrom('fill', 'drop', 'partial')
type Policy = 'fill' | 'drop' | 'partial'

/** The reader of one rank; ranks need not have the same seed. */
const rank = (o: Reader, shardId: number): SamplerOptions => {
  const { stickToShard, ...rest } = o
  return { ...rest, ...(o.shuffleAfterEpoch ? {} : { stickToShard }), shardId, seed: o.seed! + shardId }
}
const once = (samples: readonly number[], size: number) =>
  expect([...samples].sort((a, b) => a - b)).toEqual(range(size))
const lengthsOf = ({ size, numShards }: Reader) =>
  range(numShards).map((i) => Math.floor(((i + 1) * size) / numShards) - Math.floor((i * size) / numShards))

type Item = { x: Numbers }[]
const iterator = (o: Reader, policy: Policy, ranks: readonly number[]) =>
  new BatchIterator<Item, Numbers>(
    ranks.map((shardId) => sampled(rank(o, shardId))),
    ['x'],
    settings({ readerName: 'r', lastBatchPolicy: policy, prepareFirstBatch: false }, ranks.length),
    false,
  )

/** Epochs of items of batches of samples, one batch per rank; checks `length` on the way. */
async function epochs(it: BatchIterator<Item, Numbers>): Promise<number[][][][]> {
  const out: number[][][][] = []
  for (let e = 0; e < EPOCHS; e++) {
    const { length } = it
    const items: number[][][] = []
    for (let next = await it.next(); !next.done; next = await it.next()) {
      items.push(next.value.map((entry) => [...entry.x.values]))
    }
    expect(items.length).toBe(length)
    out.push(items)
    it.reset()
  }
  return out
}

describe('a reader alone', () => {
  it('has each sample exactly once per epoch over all ranks, padding aside, and no empty batch', () => {
    fc.assert(
      fc.property(readers, (o) => {
        const samplers = range(o.numShards).map((shardId) => new Sampler(rank(o, shardId)))
        for (let epoch = 0; epoch < EPOCHS; epoch++) {
          const steps: number[] = []
          const seen = samplers.flatMap((sampler) => {
            const own: number[] = []
            let last = -1
            let count = 0
            for (let ended = false; !ended; count++) {
              const batch = sampler.next('epoch')
              const { length } = batch.indices
              expect(length).toBeGreaterThan(0)
              own.push(...batch.indices.subarray(0, length - batch.padded))
              last = own.at(-1)!
              // What pads is the last sample, in full batches; without padding there is none.
              expect([...batch.indices.subarray(length - batch.padded)].every((i) => i === last)).toBe(true)
              if (o.padLastBatch || !batch.endOfEpoch) expect(length).toBe(o.batchSize)
              if (!o.padLastBatch) expect(batch.padded).toBe(0)
              ended = batch.endOfEpoch
            }
            steps.push(count)
            return own
          })
          once(seen, o.size)
          if (o.padLastBatch) expect(new Set(steps).size).toBe(1)
        }
      }),
      RUNS,
    )
  })
})

describe('iterate', () => {
  it('takes as many steps in every rank, together or alone, and as many as its length says', async () => {
    await fc.assert(
      fc.asyncProperty(readers, policies, async (o, policy) => {
        const ranks = range(o.numShards)
        const together = await epochs(iterator(o, policy, ranks))
        const alone = await Promise.all(ranks.map((r) => epochs(iterator(o, policy, [r]))))
        together.forEach((items, e) => {
          expect(items).toEqual(items.map((_, i) => ranks.map((r) => alone[r]![e]![i]![0])))
          for (const epoch of alone) expect(epoch[e]!.length).toBe(items.length)
        })
      }),
      { numRuns: runs(200, 20) },
    )
  })

  it("'partial' over padding readers gives each sample exactly once per epoch", async () => {
    await fc.assert(
      fc.asyncProperty(readers, async (given) => {
        const o = { ...given, padLastBatch: true }
        for (const items of await epochs(iterator(o, 'partial', range(o.numShards)))) once(items.flat(2), o.size)
      }),
      RUNS,
    )
  })

  it("'partial' without padding has as many samples per epoch; exactly each one in the first, and where batches come out even", async () => {
    await fc.assert(
      fc.asyncProperty(readers, async (given) => {
        const o = { ...given, padLastBatch: false }
        const whole = o.size % (o.numShards * o.batchSize) === 0
        for (const [e, items] of (await epochs(iterator(o, 'partial', range(o.numShards)))).entries()) {
          if (e === 0 || whole) once(items.flat(2), o.size)
          else expect(items.flat(2).length).toBe(o.size)
        }
      }),
      RUNS,
    )
  })

  it("'partial' has an empty batch only in a last step that a rank with fewer samples has nothing for", async () => {
    await fc.assert(
      fc.asyncProperty(readers, async (o) => {
        const lengths = lengthsOf(o)
        for (const items of await epochs(iterator(o, 'partial', range(o.numShards)))) {
          for (const [i, item] of items.entries()) {
            const empty = item.filter((batch) => batch.length === 0).length
            if (empty === 0) continue
            expect([i, Math.min(...lengths) % o.batchSize, empty < item.length]).toEqual([items.length - 1, 0, true])
            expect(Math.min(...lengths)).toBeLessThan(Math.max(...lengths))
          }
        }
      }),
      RUNS,
    )
  })

  it("'fill' gives full batches: over padding readers each sample, and besides only repeats of a shard's last one", async () => {
    await fc.assert(
      fc.asyncProperty(readers, async (given) => {
        const o = { ...given, padLastBatch: true }
        for (const items of await epochs(iterator(o, 'fill', range(o.numShards)))) {
          expect(items.flat().every((batch) => batch.length === o.batchSize)).toBe(true)
          const own = range(o.numShards).map((r) => items.flatMap((item) => item[r]!))
          once([...new Set(own.flat())], o.size)
          for (const samples of own) {
            const distinct = [...new Set(samples)]
            expect(samples.slice(distinct.length).every((i) => i === distinct.at(-1))).toBe(true)
          }
        }
      }),
      RUNS,
    )
  })

  it("'fill' without padding loses nothing: a rank's batches are its shards one after the other, each epoch's in time", async () => {
    await fc.assert(
      fc.asyncProperty(readers, async (given) => {
        const o = { ...given, padLastBatch: false }
        const all = await epochs(iterator(o, 'fill', range(o.numShards)))
        for (const r of range(o.numShards)) {
          const perEpoch = all.map((items) => items.flatMap((item) => item[r]!))
          const stream = new Sampler(rank(o, r))
          let given = 0
          let due = 0
          for (const [e, samples] of perEpoch.entries()) {
            for (let at = 0; at < samples.length; at += o.batchSize) {
              expect(samples.slice(at, at + o.batchSize)).toEqual([...stream.next('continuous').indices])
            }
            given += samples.length
            due += lengthsOf(o)[o.stickToShard ? r : (r + e) % o.numShards]!
            expect(given).toBeGreaterThanOrEqual(due)
          }
        }
      }),
      RUNS,
    )
  })

  it("'drop' gives full batches only, no sample twice in the first epoch; over equal padding shards in none", async () => {
    await fc.assert(
      fc.asyncProperty(readers, async (o) => {
        const equal = o.padLastBatch && o.size % o.numShards === 0
        for (const [e, items] of (await epochs(iterator(o, 'drop', range(o.numShards)))).entries()) {
          const samples = items.flat(2)
          expect(items.length).toBe(Math.floor(Math.floor(o.size / o.numShards) / o.batchSize))
          expect(samples.length).toBe(items.length * o.numShards * o.batchSize)
          if (e === 0 || equal) expect(new Set(samples).size).toBe(samples.length)
        }
      }),
      RUNS,
    )
  })
})

describe('real pipelines', () => {
  const data = someFiles(61)
  const pipes = (ranks: number, batchSize: number, reader: object) =>
    range(ranks).map((shardId) =>
      pipelineDef({ batchSize, numThreads: 1, seed: shardId }, () => {
        const files = { name: 'r', fileRoot: data.root, files: data.files }
        return [fn.readers.file({ ...files, shardId, numShards: ranks, padLastBatch: true, ...reader })[1]!]
      })(),
    )
  const shuffles: [string, object][] = [
    ['none', {}],
    ['a buffer', { randomShuffle: true, initialFill: 20, stickToShard: true }],
    ['the whole data set', { shuffleAfterEpoch: true }],
    ['blocks', { shuffleBlocks: true, blockBytes: 2 ** 19, blockWindow: 3 }],
  ]

  it.each(shuffles)('shuffling %s: each sample exactly once per epoch over all ranks', async (_, reader) => {
    for (const [ranks, batchSize] of [
      [1, 8],
      [3, 4],
      [5, 64],
    ] as const) {
      const given = pipes(ranks, batchSize, reader)
      const it = iterate(given, { outputMap: ['labels'], readerName: 'r', lastBatchPolicy: 'partial' })
      const orders: string[] = []
      for (let e = 0; e < 3; e++) {
        const seen: number[] = []
        let steps = 0
        for await (const item of it) {
          steps++
          seen.push(...item.flatMap(({ labels }) => numbers(labels)))
        }
        once(seen, 61)
        expect(steps).toBe(it.length)
        orders.push(seen.join())
      }
      expect(new Set(orders).size).toBe(Object.keys(reader).length || ranks > 1 ? 3 : 1)
      for (const pipe of given) await pipe.close()
    }
  })
})
