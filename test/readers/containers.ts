// Properties that hold for every reader, whatever is in its files: an epoch gives each sample once over all shards, a
// run that was cut goes on with the same bytes, and its checkpoint is refused by other data. A reader's property test
// calls these with a function that writes such a set.
import fc from 'fast-check'
import { type DataNode, type PipelineOptions, pipelineDef } from 'penstock-data'
import { expect } from 'vitest'
import { type AnyPipeline, failure } from '../util/collect.js'
import { drive, executors, steps, ways } from '../util/resume.js'
import { check } from '../util/soak.js'

/**
 * The reader over a set of `size` samples that it has written; `options` are those of every reader. Sets of one size with other
 * `shift` differ in the places, names or values of samples.
 */
export type ReadSet = (size: number, options: Record<string, unknown>, shift: number) => DataNode | readonly DataNode[]

/** What an output has for a sample: the dtype, the shape, and the bytes as base64. */
export type Output = [dtype: string, shape: number[], base64: string]

/** All samples of an epoch, and their sources. */
export async function epochOf(define: () => DataNode | readonly DataNode[], onError: 'throw' | 'skip' = 'throw') {
  await using pipe = pipelineDef({ batchSize: 3, onError }, () => [define()].flat() as [DataNode])()
  const samples: Output[][] = []
  const sources: string[] = []
  for await (const batch of pipe) {
    for (let i = 0; i < batch[0]!.length; i++) {
      sources.push(batch[0]!.sourceInfo(i).source)
      samples.push(
        batch.map((output): Output => {
          const { dtype, shape } = output.at(i)
          const data = output.at(i).dataSync()
          return [dtype, [...shape], Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')]
        }),
      )
    }
  }
  return { samples, sources }
}

const orders: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({ stickToShard: fc.boolean() }),
  fc.record({ randomShuffle: fc.constant(true), initialFill: fc.integer({ min: 1, max: 30 }) }),
  fc.constant({ shuffleAfterEpoch: true }),
  fc.record({
    shuffleBlocks: fc.constant(true),
    blockBytes: fc.integer({ min: 1, max: 30_000 }),
    blockWindow: fc.integer({ min: 1, max: 6 }),
    stickToShard: fc.boolean(),
  }),
)
const ran: fc.Arbitrary<PipelineOptions> = fc
  .record({
    executor: fc.constantFrom(...Object.keys(executors)),
    numThreads: fc.integer({ min: 1, max: 3 }),
    prefetchQueueDepth: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ executor, ...rest }) => ({ ...rest, ...executors[executor] }))
const sets = fc.record({
  size: fc.integer({ min: 3, max: 40 }),
  batchSize: fc.integer({ min: 1, max: 7 }),
  numShards: fc.integer({ min: 1, max: 3 }),
  padLastBatch: fc.boolean(),
  order: orders,
  seed: fc.nat(),
})

type Case = (typeof sets extends fc.Arbitrary<infer T> ? T : never) & { shift?: number }

function open(read: ReadSet, c: Case, shardId: number, options: PipelineOptions): AnyPipeline {
  const { size, batchSize, numShards, padLastBatch, order, shift = 0 } = c
  const reader = { numShards, shardId, padLastBatch, name: 'r', ...order }
  const define = pipelineDef({ batchSize, ...options }, () => [read(size, reader, shift)].flat() as [DataNode])
  return define() as unknown as AnyPipeline
}

/** Over all shards, two epochs give each sample once each; padding repeats the last one. */
export const eachOnce = (read: ReadSet): Promise<void> =>
  check(
    20,
    11,
    fc.asyncProperty(sets, ran, async (c, options) => {
      const epochs: number[][] = [[], []]
      for (let shardId = 0; shardId < c.numShards; shardId++) {
        await using pipe = open(read, c, shardId, { ...options, seed: c.seed })
        for (const seen of epochs) {
          let last = -1
          for await (const [list] of pipe) {
            for (let i = 0; i < list!.length; i++) {
              const { index } = list!.sourceInfo(i)
              // Padding repeats the last sample.
              if (index !== last) seen.push(index)
              last = index
            }
          }
        }
      }
      for (const seen of epochs) expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: c.size }, (_, i) => i))
    }),
    2,
  )

/** A run that was cut at any place, in any executor, goes on with the batches that it would have had. */
export const goesOn = (read: ReadSet): Promise<void> =>
  check(
    50,
    12,
    fc.asyncProperty(sets, fc.constantFrom(...ways), fc.nat(20), ran, ran, async (c, way, cut, first, second) => {
      const shardId = c.numShards - 1
      const counting = { outputMap: ['a', 'b', 'c'].slice(0, outputs(read, c)), readerName: 'r' }
      const length = cut + 2 * Math.ceil(c.size / c.batchSize)
      const whole = open(read, c, shardId, { ...first, seed: c.seed })
      const expected = await steps(drive(whole, way, counting), length)
      await whole.close()
      const begun = open(read, c, shardId, { ...second, seed: c.seed })
      const driver = drive(begun, way, counting)
      const got = await steps(driver, cut)
      const checkpoint = await driver.checkpoint()
      expect(Buffer.byteLength(checkpoint)).toBeLessThan(4096)
      await begun.close()
      const resumed = open(read, c, shardId, { ...first, checkpoint })
      got.push(...(await steps(drive(resumed, way, counting), length - cut)))
      await resumed.close()
      expect(got).toEqual(expected)
    }),
    2,
  )

/** A checkpoint is refused where the set has more samples, or as many that are others; over the set of before it is taken. */
export const refusesChanged = (read: ReadSet): Promise<void> =>
  check(
    20,
    13,
    fc.asyncProperty(
      sets,
      fc.nat(20),
      fc.integer({ min: 1, max: 9 }),
      ran,
      ran,
      async (c, cut, more, first, second) => {
        const begun = open(read, c, 0, { ...first, seed: c.seed })
        await steps(drive(begun, 'run'), cut)
        const checkpoint = await begun.checkpoint()
        await begun.close()
        const resume = async (now: Case): Promise<void> => {
          await using resumed = open(read, now, 0, { ...second, checkpoint })
          await steps(drive(resumed, 'run'), 1)
        }
        for (const changed of [{ size: c.size + more }, { shift: more }]) {
          const error = await failure(() => resume({ ...c, ...changed }))
          expect([changed, error.code]).toEqual([changed, 'CHECKPOINT_MISMATCH'])
        }
        await resume(c)
      },
    ),
    2,
  )

function outputs(read: ReadSet, { size }: Case): number {
  let count = 0
  pipelineDef({ batchSize: 1 }, () => {
    const made = [read(size, {}, 0)].flat()
    count = made.length
    return made as [DataNode]
  })()
  return count
}
