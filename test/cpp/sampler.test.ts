// The sampler in C++ gives the samples that the one in TypeScript gives, for random options and any order of steps.
// @module-tag shared
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PipelineError } from '../../src/errors.js'
import { type BatchMode, Sampler, type SamplerOptions } from '../../src/readers/sampler.js'
import { edgesOf } from '../readers/helpers.js'
import { runs, seedOf } from '../util/soak.js'
import { ask } from './probe.js'

type Step = [BatchMode] | ['seek', epoch: number, position: number]
interface Case {
  sampler: Omit<SamplerOptions, 'edges'> & { edges: number[] }
  steps: Step[]
}

const seed = fc.oneof(fc.maxSafeInteger(), fc.nat(5))
const shuffle: fc.Arbitrary<Omit<SamplerOptions, 'edges' | 'size' | 'batchSize'>> = fc.oneof(
  fc.record({ stickToShard: fc.boolean() }),
  fc.record({ randomShuffle: fc.constant(true), initialFill: fc.integer({ min: 1, max: 90 }), seed }),
  fc.record(
    { randomShuffle: fc.constant(true), stickToShard: fc.boolean(), seed },
    { requiredKeys: ['randomShuffle'] },
  ),
  fc.record(
    { shuffleAfterEpoch: fc.constant(true), shuffleAfterEpochSeed: fc.maxSafeInteger() },
    { requiredKeys: ['shuffleAfterEpoch'] },
  ),
  fc.record(
    {
      shuffleBlocks: fc.constant(true),
      blockWindow: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 40 }) },
        { weight: 1, arbitrary: fc.constantFrom(0, 4096, 4097) },
      ),
      stickToShard: fc.boolean(),
      shuffleAfterEpochSeed: fc.maxSafeInteger(),
    },
    { requiredKeys: ['shuffleBlocks'] },
  ),
  // Some of these contradict each other.
  fc.record({
    shuffleAfterEpoch: fc.boolean(),
    randomShuffle: fc.boolean(),
    stickToShard: fc.boolean(),
    shuffleBlocks: fc.boolean(),
  }),
)
const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 })
const sizes = fc.oneof(
  fc.integer({ min: 1, max: 90 }),
  fc.integer({ min: 1, max: 5000 }),
  fc.constantFrom(0, 2 ** 31 - 1, 2 ** 30 + 1, 2 ** 20),
)
const numbers = { epoch: fc.integer({ min: -1, max: 40 }), position: fc.integer({ min: 0, max: 95 }) }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Step>(['continuous'], ['epoch']) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('seek' as const), numbers.epoch, numbers.position) },
)
const cases: fc.Arbitrary<Case> = fc.record({
  sampler: fc
    .tuple(
      sizes,
      shuffle,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(9),
      fc.boolean(),
      lengths,
    )
    .map(([size, kind, batchSize, numShards, shardId, padLastBatch, lengths]) => ({
      ...{ size, batchSize, numShards, padLastBatch },
      // A large set has large blocks, so that there are few.
      edges: [...edgesOf(size, size > 5000 ? lengths.map((length) => length * 2 ** 20) : lengths)],
      // One in ten is out of range.
      shardId: shardId === 9 ? numShards : shardId % numShards,
      ...kind,
    })),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
})

function inTypeScript({ sampler: { edges, ...options }, steps }: Case): unknown {
  try {
    const sampler = new Sampler({ ...options, edges: () => Int32Array.from(edges) })
    return steps.flatMap((step) => {
      if (step[0] === 'seek') {
        sampler.seek(step[1], step[2])
        return []
      }
      const { indices, epochs, ...rest } = sampler.next(step[0])
      return { indices: [...indices], epochs: [...epochs], ...rest }
    })
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error
    return { code: error.code, message: error.detail, hint: error.hint }
  }
}

it('gives the samples of the sampler in TypeScript', () => {
  const list = fc.sample(cases, { numRuns: runs(20_000, 3000), seed: seedOf(7) })
  const answers = ask(list)
  expect(answers.length).toBe(list.length)
  for (const [i, one] of list.entries()) expect(answers[i], JSON.stringify(one)).toEqual(inTypeScript(one))
  // Most cases are good ones.
  expect(answers.filter(Array.isArray).length).toBeGreaterThan(0.5 * list.length)
})
