// Readers deliver every sample exactly once per epoch, in the sampler's order, whatever the depth and the threads.
// @module-tag shared
import fc from 'fast-check'
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { digest, numbers, within } from '../../util/collect.js'
import { fileBytes, someFiles } from '../../util/files.js'
import { Sampler } from '../../util/sampler.js'
import { runs } from '../../util/soak.js'

const data = someFiles(53)

interface Job {
  count: number
  batchSize: number
  depth: number
  threads: number
  numShards: number
  randomShuffle: boolean
  padLastBatch: boolean
  seed: number
}

const reader = (job: Job, shardId: number) => ({
  fileRoot: data.root,
  files: data.files.slice(0, job.count),
  numShards: job.numShards,
  shardId,
  randomShuffle: job.randomShuffle,
  initialFill: 8,
  padLastBatch: job.padLastBatch,
})

const pipeline = (job: Job, shardId = 0) =>
  pipelineDef(
    { batchSize: job.batchSize, numThreads: job.threads, prefetchQueueDepth: job.depth, seed: job.seed },
    () => {
      const [bytes, labels] = fn.readers.file(reader(job, shardId))
      return [bytes, labels, fn.cast(bytes, { dtype: 'int32' })]
    },
  )()

const jobs: fc.Arbitrary<Job> = fc
  .record({
    count: fc.integer({ min: 1, max: 53 }),
    batchSize: fc.integer({ min: 1, max: 17 }),
    depth: fc.integer({ min: 1, max: 4 }),
    threads: fc.constantFrom(1, 2, 3, 8),
    numShards: fc.integer({ min: 1, max: 4 }),
    randomShuffle: fc.boolean(),
    padLastBatch: fc.boolean(),
    seed: fc.integer({ min: 0, max: 1000 }),
  })
  .map((job) => ({ ...job, numShards: Math.min(job.numShards, job.count) }))

describe('readers.file', () => {
  test('an epoch is the order of the sampler, with the bytes of the files', {
    timeout: 60_000,
    tags: 'property',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(jobs, async (job) => {
        const seen: number[] = []
        for (let shard = 0; shard < job.numShards; shard++) {
          const sampler = Sampler.fromArgs(
            'readers.file',
            { ...reader(job, shard), size: job.count },
            job.batchSize,
            job.seed,
          )
          await using pipe = pipeline(job, shard)
          for (let epoch = 0; epoch < 2; epoch++) {
            for await (const [bytes, labels, wide] of pipe) {
              const order = sampler.next('epoch')
              expect(numbers(labels!)).toEqual([...order.indices])
              order.indices.forEach((index, i) => {
                expect(bytes!.sourceInfo(i)).toMatchObject({ index, epoch })
                expect([...bytes!.at(i).dataSync()]).toEqual([...fileBytes(index)])
                expect([...wide!.at(i).dataSync()]).toEqual([...fileBytes(index)])
              })
              if (epoch === 0) seen.push(...[...order.indices].slice(0, order.indices.length - order.padded))
            }
            expect(sampler.position).toBe(0)
          }
        }
        // Over all shards: every file exactly once.
        expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: job.count }, (_, i) => i))
      }),
      { numRuns: runs(12, 2), seed: 7 },
    )
  })

  test('run() wraps over epochs in the order of the sampler', async () => {
    const job = {
      count: 23,
      batchSize: 5,
      depth: 2,
      threads: 2,
      numShards: 3,
      randomShuffle: true,
      padLastBatch: false,
      seed: 3,
    }
    const sampler = Sampler.fromArgs('readers.file', { ...reader(job, 1), size: job.count }, job.batchSize, job.seed)
    await using pipe = pipeline(job, 1)
    for (let i = 0; i < 12; i++) {
      const { indices, epochs } = sampler.next('continuous')
      const [bytes] = await pipe.run()
      const got = Array.from(indices, (_, k) => bytes!.sourceInfo(k))
      expect(got.map((s) => [s.index, s.epoch])).toEqual(Array.from(indices, (index, k) => [index, epochs[k]]))
    }
  })

  test('every batch has the same bytes for any depth and threads', async () => {
    const shape = { count: 53, batchSize: 7, numShards: 1, randomShuffle: true, padLastBatch: false, seed: 11 }
    const make = (depth: number, threads: number) =>
      pipelineDef({ batchSize: 7, numThreads: threads, prefetchQueueDepth: depth, seed: 11 }, () => {
        const [bytes, labels] = fn.readers.file(reader({ ...shape, depth, threads }, 0))
        const noise = fn.random.uniform({ range: [-1, 1], shape: [5] })
        return [bytes, labels, noise, fn.cast(noise, { dtype: 'float16' }), fn.random.coinFlip()]
      })()
    let first: string[] | undefined
    for (const [depth, threads] of [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 8],
      [1, 8],
      [4, 1],
    ] as const) {
      await using pipe = make(depth, threads)
      const digests: string[] = []
      for (let epoch = 0; epoch < 2; epoch++) for await (const out of pipe) digests.push(digest(out))
      first ??= digests
      expect(digests).toEqual(first)
    }
    expect(new Set(first).size).toBe(16)
  })

  test('after a break comes the next epoch, from its start, however far prefetching had got', async () => {
    const job = {
      count: 31,
      batchSize: 4,
      depth: 3,
      threads: 2,
      numShards: 1,
      randomShuffle: true,
      padLastBatch: false,
      seed: 5,
    }
    const sampler = Sampler.fromArgs('readers.file', { ...reader(job, 0), size: job.count }, job.batchSize, job.seed)
    await using pipe = pipeline(job)
    for (const [epoch, turns] of [1, 7, 2, 8, 3].entries()) {
      sampler.seek(epoch, 0)
      let turn = 0
      for await (const [, labels] of pipe) {
        expect(numbers(labels!)).toEqual([...sampler.next('epoch').indices])
        if (++turn === turns) break
        if (turn % 2) await new Promise((r) => setTimeout(r, 5))
      }
      expect(turn).toBe(turns)
    }
  })

  test('two pipelines at once do not disturb each other', async () => {
    const job = {
      count: 40,
      batchSize: 6,
      depth: 2,
      threads: 3,
      numShards: 1,
      randomShuffle: true,
      padLastBatch: false,
      seed: 1,
    }
    const epoch = async (seed: number) => {
      await using pipe = pipeline({ ...job, seed })
      const out: string[] = []
      for await (const batch of pipe) out.push(digest(batch))
      return out
    }
    const alone = [await epoch(1), await epoch(2)]
    expect(await within(10_000, 'two pipelines', Promise.all([epoch(1), epoch(2)]))).toEqual(alone)
    expect(alone[0]).not.toEqual(alone[1])
  })

  test('a missing file is named, with its stage and index', async () => {
    const define = pipelineDef({ batchSize: 4, numThreads: 2, seed: 1 }, () =>
      fn.readers.file({ fileRoot: data.root, files: [...data.files.slice(0, 9), 'a/none.bin'] }),
    )
    await using pipe = define()
    let batches = 0
    const epoch = (async () => {
      for await (const _ of pipe) batches++
    })()
    await expect(within(5000, 'the failure', epoch)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      op: 'readers.file',
      sample: { index: 9 },
    })
    // The good batches came first.
    expect(batches).toBe(2)
    await expect(pipe.run()).rejects.toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  test('with skip, batches stay full and nothing else is lost', async () => {
    const files = data.files.slice(0, 20)
    for (const at of [0, 5, 6, 13, 19]) files.splice(at, 0, `a/missing${at}.bin`)
    for (const depth of [1, 3]) {
      const define = pipelineDef({ batchSize: 6, numThreads: 2, prefetchQueueDepth: depth, seed: 1 }, () => {
        const [bytes, labels] = fn.readers.file({ fileRoot: data.root, files, onError: 'skip' })
        return [fn.cast(bytes, { dtype: 'int16' }), labels]
      })
      await using pipe = define()
      const sizes: number[] = []
      const labels: number[] = []
      for await (const [x, y] of pipe) {
        sizes.push(x!.length)
        labels.push(...numbers(y!))
        expect(y!.asTensor().shape).toEqual([y!.length, 1])
      }
      expect(sizes).toEqual([6, 6, 6, 2])
      expect(labels).toEqual(files.flatMap((f, i) => (f.includes('missing') ? [] : [i])))
      const { badTotal, badSamples } = pipe.statistics()
      expect([badTotal, badSamples.map((b) => b.index)]).toEqual([5, [0, 5, 6, 13, 19]])
    }
  })
})
