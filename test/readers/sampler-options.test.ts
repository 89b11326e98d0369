// Tests which options the sampler refuses, and with which errors.
import { describe, expect, it } from 'vitest'
import { Sampler, type SamplerOptions } from '../util/sampler.js'
import { failure } from './helpers.js'

describe('wrong options', () => {
  const cases: [object, RegExp][] = [
    [{ size: 0 }, /an integer in 1\.\.2147483647 for size but received 0/],
    [{ batchSize: 0 }, /for batchSize but received 0/],
    [{ batchSize: 1.5 }, /for batchSize but received 1\.5/],
    [{ numShards: 0 }, /for numShards but received 0/],
    [{ numShards: 11 }, /in 1\.\.10 for numShards but received 11.*10 samples.*lower numShards/],
    [{ shardId: 1 }, /in 0\.\.0 for shardId but received 1.*0 to numShards - 1/],
    [{ shardId: -1, numShards: 2 }, /in 0\.\.1 for shardId but received -1/],
    [{ shardId: '0' }, /for shardId but received '0'/],
    [{ randomShuffle: true, initialFill: 0 }, /for initialFill but received 0/],
    [{ randomShuffle: 'yes' }, /a boolean for randomShuffle but received 'yes'/],
    [{ stickToShard: 1 }, /a boolean for stickToShard but received 1/],
    [{ padLastBatch: 0 }, /a boolean for padLastBatch but received 0/],
    [{ shuffleAfterEpoch: {} }, /a boolean for shuffleAfterEpoch but received an object/],
    [{ shuffleBlocks: 1 }, /a boolean for shuffleBlocks but received 1/],
    [{ shuffleBlocks: true, blockBytes: 0 }, /for blockBytes but received 0/],
    [{ shuffleBlocks: true, blockWindow: 0 }, /in 1\.\.4096 for blockWindow but received 0/],
    [{ seed: 1e300 }, /an integer for seed/],
    [{ shuffleAfterEpochSeed: [] }, /an integer for shuffleAfterEpochSeed but received an array of 0/],
  ]
  it.each(cases)('are refused: %o', (wrong, text) => {
    const make = () => new Sampler({ size: 10, batchSize: 2, ...wrong } as SamplerOptions)
    expect(failure(make, 'INVALID_ARGUMENT').message).toMatch(text)
  })

  it('initialFill is ignored without randomShuffle', () => {
    expect(new Sampler({ size: 10, batchSize: 2, initialFill: 0 }).next('epoch').indices.length).toBe(2)
  })

  it('seeks outside an epoch', () => {
    const sampler = new Sampler({ size: 10, batchSize: 4 })
    expect(failure(() => sampler.seek(0, 11), 'INVALID_ARGUMENT').message).toContain('in 0..10 for position')
    failure(() => sampler.seek(-1, 0), 'INVALID_ARGUMENT')
  })
})
