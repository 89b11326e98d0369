// The sampler against DALI's own label sequences and meta data, and its promises as properties over random options.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BatchMode, type SampleOrder, Sampler, type SamplerOptions } from '../util/sampler.js'
import { edgesOf, golden, range } from './helpers.js'

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

const kinds: fc.Arbitrary<Partial<SamplerOptions>> = fc.oneof(
  fc.record({ stickToShard: fc.boolean() }),
  fc.record({
    randomShuffle: fc.constant(true),
    initialFill: fc.integer({ min: 1, max: 90 }),
    stickToShard: fc.boolean(),
  }),
  fc.record({ shuffleAfterEpoch: fc.constant(true), shuffleAfterEpochSeed: fc.maxSafeInteger() }),
  fc.record({
    shuffleBlocks: fc.constant(true),
    shuffleAfterEpochSeed: fc.maxSafeInteger(),
    stickToShard: fc.boolean(),
    blockWindow: fc.integer({ min: 1, max: 12 }),
  }),
)
const blocks = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 })
const options: fc.Arbitrary<SamplerOptions> = fc
  .tuple(
    fc.integer({ min: 1, max: 80 }),
    fc.integer({ min: 1, max: 12 }),
    fc.nat(),
    fc.nat(),
    fc.boolean(),
    fc.nat(),
    kinds,
    blocks,
  )
  .map(([size, batchSize, shards, shard, padLastBatch, seed, kind, lengths]) => {
    const numShards = 1 + (shards % size)
    const edges = () => edgesOf(size, lengths)
    return { size, batchSize, numShards, shardId: shard % numShards, padLastBatch, seed, edges, ...kind }
  })

/** All batches up to the end of `epochs` epochs. */
function batches(sampler: Sampler, epochs = 1): SampleOrder[] {
  const out: SampleOrder[] = []
  for (let ended = 0; ended < epochs; ) {
    const batch = sampler.next('epoch')
    out.push(batch)
    if (batch.endOfEpoch) ended++
  }
  return out
}

const indicesOf = (list: SampleOrder[]) => list.flatMap((batch) => [...batch.indices])
const epochsOf = (list: SampleOrder[]) => list.flatMap((batch) => [...batch.epochs])
const withoutPadding = (list: SampleOrder[]) =>
  list.flatMap((b) => [...b.indices].slice(0, b.indices.length - b.padded))
const run = (sampler: Sampler, mode: BatchMode, count: number) => range(count).map(() => sampler.next(mode))

describe('DALI', () => {
  it('gives the same samples for every size, shard, batch, stickToShard and padLastBatch', () => {
    expect(golden.sampling.length).toBeGreaterThan(400)
    for (const [size, numShards, shardId, batchSize, stick, pad, meta, labels] of golden.sampling) {
      const given = { size, numShards, shardId, batchSize, stickToShard: stick === 1, padLastBatch: pad === 1 }
      const list = run(new Sampler(given), 'continuous', labels.length / batchSize)
      const ours = indicesOf(list).map((i) => DIGITS[i])
      expect({ ...given, labels: ours.join('') }).toEqual({ ...given, labels })
      const m = new Sampler(given).readerMeta()
      const values = [m.epochSize, m.epochSizePadded, m.numberOfShards, m.shardId, m.padLastBatch, m.stickToShard]
      expect(values.map(Number)).toEqual(meta)
    }
  })

  it('counts shuffleAfterEpoch as stickToShard', () => {
    expect(new Sampler({ size: 9, batchSize: 2, shuffleAfterEpoch: true }).readerMeta().stickToShard).toBe(true)
  })
})

describe('an epoch', () => {
  it('has every sample exactly once over all shards, padding aside, even if their buffers have other seeds', () => {
    fc.assert(
      fc.property(options, (o) => {
        const shards = range(o.numShards!).map((shardId) => new Sampler({ ...o, shardId, seed: o.seed! + shardId }))
        for (let epoch = 0; epoch < 3; epoch++) {
          const seen = shards.flatMap((shard) => withoutPadding(batches(shard)))
          expect(seen.sort((a, b) => a - b)).toEqual(range(o.size))
        }
      }),
    )
  })

  it('with padLastBatch takes the same number of full batches in every shard, the last sample repeated', () => {
    fc.assert(
      fc.property(options, (o) => {
        const steps = Math.ceil(Math.ceil(o.size / o.numShards!) / o.batchSize)
        for (const shardId of range(o.numShards!)) {
          const sampler = new Sampler({ ...o, shardId, padLastBatch: true })
          for (let epoch = 0; epoch < 2; epoch++) {
            const list = batches(sampler)
            expect(list.map((b) => b.indices.length)).toEqual(Array(steps).fill(o.batchSize))
            const own = withoutPadding(list)
            const flat = indicesOf(list)
            expect(flat).toEqual([...own, ...Array(flat.length - own.length).fill(own.at(-1))])
          }
        }
      }),
    )
  })

  it('without padding ends with what is left, and continuous batches run on over it with the same samples', () => {
    fc.assert(
      fc.property(options, (given) => {
        const o = { ...given, padLastBatch: false }
        const list = batches(new Sampler(o), 4)
        list.forEach((batch) => {
          expect(batch.padded).toBe(0)
          if (!batch.endOfEpoch) expect(batch.indices.length).toBe(o.batchSize)
        })
        const total = Math.floor(indicesOf(list).length / o.batchSize)
        const endless = run(new Sampler(o), 'continuous', total)
        expect(indicesOf(endless)).toEqual(indicesOf(list).slice(0, total * o.batchSize))
        expect(epochsOf(endless)).toEqual(epochsOf(list).slice(0, total * o.batchSize))
      }),
    )
  })

  it('ends within continuous batches, several times if it is short', () => {
    const many = new Sampler({ size: 2, batchSize: 7 }).next('continuous')
    expect([...many.epochs]).toEqual([0, 0, 1, 1, 2, 2, 3])
  })

  it('padded counts every repeat, whole batches of them included', () => {
    const sampler = new Sampler({ size: 9, batchSize: 1, numShards: 2, padLastBatch: true })
    expect(run(sampler, 'continuous', 10).map((b) => b.padded)).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    expect(new Sampler({ size: 3, batchSize: 8, padLastBatch: true }).next('epoch').padded).toBe(5)
  })
})

describe('shuffling', () => {
  const buffered = { size: 500, batchSize: 50, randomShuffle: true, initialFill: 100 }
  const whole = { size: 500, batchSize: 50, shuffleAfterEpoch: true }
  const byBlocks = { size: 500, batchSize: 50, shuffleBlocks: true, blockWindow: 4, edges: () => edgesOf(500, [10, 7]) }
  const order = (o: SamplerOptions, epoch = 0) => {
    const sampler = new Sampler(o)
    sampler.seek(epoch, 0)
    return indicesOf(batches(sampler))
  }
  const different = (a: number[], b: number[]) => a.filter((value, i) => value !== b[i]).length > 480

  it.each([buffered, whole, byBlocks])('is the same for the same seed and another one in each epoch: %o', (o) => {
    expect(order({ ...o })).toEqual(order({ ...o }))
    expect(different(order(o, 0), order(o, 1))).toBe(true)
    expect(different(order(o, 1), order(o, 2))).toBe(true)
    expect(different(order(o, 0), range(500))).toBe(true)
  })

  it('follows its own seed only', () => {
    expect(different(order({ ...buffered, seed: 1 }), order({ ...buffered, seed: 2 }))).toBe(true)
    expect(order({ ...buffered, shuffleAfterEpochSeed: 1 })).toEqual(order({ ...buffered, shuffleAfterEpochSeed: 2 }))
    for (const o of [whole, byBlocks]) {
      expect(different(order({ ...o, shuffleAfterEpochSeed: 1 }), order({ ...o, shuffleAfterEpochSeed: 2 }))).toBe(true)
      expect(order({ ...o, seed: 1 })).toEqual(order({ ...o, seed: 2 }))
    }
  })

  it('buffers over one fixed order of the whole data set, the same for every seed and epoch', () => {
    const read = order({ ...buffered, initialFill: 1 })
    expect(order({ ...buffered, initialFill: 1, seed: 9 }, 3)).toEqual(read)
    expect(different(read, range(500))).toBe(true)
    const rank = new Map(read.map((index, r) => [index, r]))
    for (const [position, index] of order(buffered, 2).entries()) {
      expect(rank.get(index)! - 100 + 1).toBeLessThanOrEqual(position)
    }
  })

  it('shuffles over the whole data set move samples between shards, those with stickToShard do not', () => {
    const half = (o: object, epoch: number) =>
      order({ size: 500, batchSize: 50, numShards: 2, ...o }, epoch).sort((a, b) => a - b)
    expect(half({ shuffleAfterEpoch: true }, 0)).not.toEqual(half({ shuffleAfterEpoch: true }, 1))
    expect(half(byBlocks, 0)).not.toEqual(half(byBlocks, 1))
    const stick = { randomShuffle: true, stickToShard: true }
    expect(half(stick, 0)).toEqual(half(stick, 1))
    const own = { ...byBlocks, stickToShard: true }
    expect(half(own, 0)).toEqual(range(250))
    expect(order({ ...own, numShards: 2 }, 0)).not.toEqual(order({ ...own, numShards: 2 }, 1))
    // Not only the samples of a block have another order in each epoch, but also the blocks.
    const alone = { ...own, blockWindow: 1, edges: () => edgesOf(500, [10]) }
    const blocks = (epoch: number) => order({ ...alone, numShards: 2 }, epoch).map((sample) => Math.floor(sample / 10))
    expect(new Set(blocks(0).slice(0, 10)).size).toBe(1)
    expect(blocks(0)).not.toEqual(blocks(1))
  })
})

describe('jumping', () => {
  it('seek and restore go on exactly as a run that came there', () => {
    fc.assert(
      fc.property(options, fc.nat(20), fc.constantFrom<BatchMode>('continuous', 'epoch'), (o, steps, mode) => {
        const through = new Sampler(o)
        run(through, mode, steps)
        const saved = JSON.stringify(through.state())
        const seeking = new Sampler(o)
        seeking.seek(5, 0)
        seeking.seek(through.epoch, through.position)
        const expected = run(through, mode, 6)
        expect(run(seeking, mode, 6)).toEqual(expected)
        expect(run(Sampler.restore(o, JSON.parse(saved)), mode, 6)).toEqual(expected)
      }),
    )
  })

  it('a state is small', () => {
    const o = {
      size: 2 ** 31 - 1,
      batchSize: 1024,
      numShards: 4096,
      shardId: 4095,
      padLastBatch: true,
      stickToShard: true,
    }
    const big = new Sampler({ ...o, randomShuffle: true, initialFill: 999_999, seed: Number.MIN_SAFE_INTEGER })
    big.seek(1_000_000, 500_000)
    expect(JSON.stringify(big.state()).length).toBeLessThan(200)
  })

  it('every option that defines the order is part of the state', () => {
    const base = { size: 10, batchSize: 2, numShards: 2 }
    const variants: object[] = [
      {},
      { shardId: 1 },
      { numShards: 3 },
      { stickToShard: true },
      { padLastBatch: true },
      { padLastBatch: true, batchSize: 3 },
      { randomShuffle: true },
      { randomShuffle: true, initialFill: 5 },
      { randomShuffle: true, seed: 4 },
      { shuffleAfterEpoch: true },
      { shuffleAfterEpoch: true, shuffleAfterEpochSeed: 4 },
      { shuffleBlocks: true },
      { shuffleBlocks: true, shuffleAfterEpochSeed: 4 },
      { shuffleBlocks: true, blockBytes: 1000 },
      { shuffleBlocks: true, blockWindow: 2 },
      { shuffleBlocks: true, stickToShard: true },
    ]
    const orders = variants.map((v) => new Sampler({ ...base, ...v }).state().order)
    expect(new Set(orders).size).toBe(variants.length)
  })

  it('the end of an epoch is the start of the next, also within padding', () => {
    const sampler = new Sampler({ size: 3, batchSize: 4, padLastBatch: true })
    sampler.seek(2, 4)
    expect([sampler.epoch, sampler.position]).toEqual([3, 0])
    sampler.seek(2, 3)
    expect([...sampler.next('epoch').indices]).toEqual([2])
    // Shards of 3 samples have epochs of 1 and 2 in turn.
    const shards = new Sampler({ size: 3, batchSize: 1, numShards: 2 })
    expect([1, 2, 3, 4].map((count) => shards.advance({ epoch: 0, position: 0 }, count))).toEqual([
      { epoch: 1, position: 0 },
      { epoch: 1, position: 1 },
      { epoch: 2, position: 0 },
      { epoch: 3, position: 0 },
    ])
  })

  it('positions are known without the blocks, and samples are not', () => {
    const sampler = new Sampler({ size: 100, batchSize: 10, shuffleBlocks: true })
    sampler.seek(2, 30)
    expect([sampler.state().position, sampler.lengthOf(2)]).toEqual([30, 100])
    expect(() => sampler.next('epoch')).toThrow('the blocks are not those of the data set')
  })
})

it('is made from reader arguments, whose own seed goes first', () => {
  const args = { size: 50, randomShuffle: true, fileRoot: '/data', numShards: 2 }
  const given = { size: 50, randomShuffle: true, numShards: 2, batchSize: 5 }
  const order = (sampler: Sampler) => indicesOf(batches(sampler))
  expect(order(Sampler.fromArgs('readers.file', args, 5, 3))).toEqual(order(new Sampler({ ...given, seed: 3 })))
  expect(order(Sampler.fromArgs('readers.file', { ...args, seed: 8 }, 5, 3))).toEqual(
    order(new Sampler({ ...given, seed: 8 })),
  )
})
