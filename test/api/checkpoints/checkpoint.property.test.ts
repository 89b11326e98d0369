// Wherever a run is cut, whatever ran it and whatever goes on with it: the batches that remain are those of the run that
// was not cut, bit by bit. Random pipelines, ways to run, executors, threads, depths and stops.
// @module-tag property
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type DataNode, fn, type PipelineOptions, pipelineDef } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import type { AnyPipeline } from '../../util/collect.js'
import { tempFolder } from '../../util/files.js'
import { drive, executors, steps, type Way, ways } from '../../util/resume.js'
import { runs, seedOf } from '../../util/soak.js'

/** Images of 2 x 2 that differ in every pixel; those of `bad` cannot be decoded, and `missing` do not exist. */
const folder = tempFolder()
const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}.ppm`)
for (let i = 0; i < 40; i++) {
  writeFileSync(
    join(folder, `${i}.ppm`),
    Buffer.from([...Buffer.from('P6\n2 2\n255\n'), ...Array.from({ length: 12 }, (_, k) => (i * 5 + k) & 255)]),
  )
  writeFileSync(join(folder, `bad${i}.ppm`), 'no image')
}

/** Starts its epoch anew with each iteration, and where it was left after restore(). */
function lines(length: number, batch: number) {
  let at = 0
  let from = 0
  return {
    *[Symbol.iterator]() {
      at = from
      from = 0
      while (at < length) {
        const first = at
        at = Math.min(length, at + batch)
        yield Float32Array.from({ length: at - first }, (_, i) => first + i)
      }
      at = 0
    },
    checkpoint: () => ({ line: at }),
    restore: (token: { line: number }) => {
      from = token.line
      at = from
    },
  }
}

/** A function of the sample with a state of its own, which begins anew with each epoch. */
function counted(length: number) {
  let sum = 0
  const source = ({ idxInEpoch }: { idxInEpoch: number }) => {
    if (idxInEpoch >= length) return null
    if (idxInEpoch === 0) sum = 0
    sum = (sum * 31 + idxInEpoch + 1) % 65521
    return Float32Array.of(idxInEpoch, sum)
  }
  return Object.assign(source, {
    checkpoint: () => sum,
    restore: (token: number) => {
      sum = token
    },
  })
}

interface Scenario {
  input:
    | 'reader'
    | 'two readers'
    | 'images'
    | 'holes'
    | 'function'
    | 'parallel'
    | 'batches'
    | 'array'
    | 'token'
    | 'tokens'
    | 'mixed'
    | 'user'
    | 'nothing'
  size: number
  batchSize: number
  numShards: number
  order: Record<string, unknown>
  padLastBatch: boolean
  cycle: 'no' | 'quiet' | 'raise'
  onError: 'skip' | 'placeholder'
  seed: number
  way: Way
  policy: 'fill' | 'drop' | 'partial'
}

/** A new definition each time: sources of user code have state. */
function make(s: Scenario, options: PipelineOptions): AnyPipeline {
  const define = pipelineDef({ batchSize: s.batchSize, ...options }, () => {
    const { size, numShards, padLastBatch, order, cycle } = s
    const shard = { numShards, shardId: numShards - 1, padLastBatch }
    const reader = (files: string[], more: Record<string, unknown> = {}) =>
      fn.readers.file({ fileRoot: folder, files, ...shard, ...order, ...more } as never) as unknown as DataNode[]
    const bad = (every: number) => names(size).map((n, i) => (i % every === every - 1 ? `bad${n}` : n))
    const noise = () => fn.random.uniform({ range: [0, 1] })
    const sample = ({ idxInEpoch: i, epochIdx }: { idxInEpoch: number; epochIdx: number }) =>
      i < size ? Float32Array.of(i, epochIdx) : null
    const float = { dtype: 'float32', cycle } as const
    switch (s.input) {
      case 'reader':
        return [...reader(names(size), { name: 'r' }), noise()]
      case 'two readers':
        return [
          ...reader(names(size), { name: 'r' }),
          ...reader(bad(2), { name: 'q', onError: 'placeholder' }),
          noise(),
        ]
      case 'images': {
        const [jpegs, labels] = reader(bad(3), { name: 'r' })
        return [fn.decoders.image(jpegs!, { onError: s.onError }), labels!, noise()]
      }
      case 'holes':
        return [
          ...reader(
            names(size).map((n, i) => (i % 3 === 1 ? `none${n}` : n)),
            { name: 'r', onError: s.onError },
          ),
          noise(),
        ]
      case 'function':
      case 'parallel':
        return [
          fn.externalSource({ source: sample, batch: false, ...float, parallel: s.input === 'parallel' }),
          noise(),
        ]
      case 'batches': {
        const count = Math.ceil(size / s.batchSize)
        const source = (i: number) =>
          i < count ? Float32Array.from({ length: s.batchSize }, (_, k) => i * 100 + k) : null
        return [fn.externalSource({ source, ...float }), noise()]
      }
      case 'array': {
        const source = names(Math.ceil(size / s.batchSize)).map((_, i) => new Float32Array(s.batchSize).fill(i))
        return [fn.externalSource({ source, ...float }), noise()]
      }
      case 'token':
        return [
          fn.externalSource({ source: lines(s.batchSize * Math.ceil(size / s.batchSize), s.batchSize), ...float }),
          noise(),
        ]
      case 'tokens':
        return [fn.externalSource({ source: counted(size) as never, batch: false, ...float }), noise()]
      case 'mixed': {
        const [jpegs] = reader(bad(4), { name: 'r' })
        const own = fn.externalSource({ source: lines(1000 * s.batchSize, s.batchSize), dtype: 'float32' })
        const asked = fn.externalSource({
          source: ({ idxInEpoch: i }: { idxInEpoch: number }) => i,
          batch: false,
          dtype: 'int32',
        })
        return [fn.decoders.image(jpegs!, { onError: s.onError }), own, asked, noise()]
      }
      case 'user': {
        const [files, labels] = reader(names(size), { name: 'r' })
        return [fn.jsFunction(files!, { module, export: 'oddFails', workers: 2, onError: s.onError }), labels!, noise()]
      }
      case 'nothing':
        return [noise()]
      default:
        return s.input satisfies never
    }
  })
  return define() as unknown as AnyPipeline
}

const module = new URL('../../util/functions/samples.mjs', import.meta.url).href

const shuffles: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({ stickToShard: fc.boolean() }),
  fc.record({
    randomShuffle: fc.constant(true),
    initialFill: fc.integer({ min: 1, max: 30 }),
    stickToShard: fc.boolean(),
  }),
  fc.constant({ shuffleAfterEpoch: true }),
  // Files count as 128 KiB each.
  fc.record({
    shuffleBlocks: fc.constant(true),
    blockBytes: fc.integer({ min: 1, max: 2 ** 20 }),
    blockWindow: fc.integer({ min: 1, max: 6 }),
    stickToShard: fc.boolean(),
  }),
)
const anyOptions = fc
  .record({
    executor: fc.constantFrom(...Object.keys(executors)),
    numThreads: fc.integer({ min: 1, max: 4 }),
    prefetchQueueDepth: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ executor, ...rest }): PipelineOptions => ({ ...rest, ...executors[executor] }))
const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    input: fc.constantFrom<Scenario['input']>(
      ...([
        'reader',
        'two readers',
        'images',
        'images',
        'holes',
        'function',
        'parallel',
        'batches',
        'array',
        'token',
        'tokens',
        'mixed',
        'mixed',
        'nothing',
      ] as const),
    ),
    size: fc.integer({ min: 6, max: 40 }),
    batchSize: fc.integer({ min: 1, max: 7 }),
    numShards: fc.integer({ min: 1, max: 2 }),
    order: shuffles,
    padLastBatch: fc.boolean(),
    cycle: fc.constantFrom('no', 'quiet', 'raise'),
    onError: fc.constantFrom('skip', 'placeholder'),
    seed: fc.nat(),
    way: fc.constantFrom(...ways),
    policy: fc.constantFrom('fill', 'drop', 'partial'),
  })
  .map((s): Scenario => {
    const way = s.way === 'runSync' && s.input === 'parallel' ? 'run' : s.way
    return { ...s, way, input: only ?? s.input }
  })

/** What iterate() is told; sources that end have no size. */
const counting = (s: Scenario) => {
  const outputMap = ['a', 'b', 'c', 'd', 'e'].slice(
    0,
    { reader: 3, 'two readers': 5, images: 3, holes: 3, mixed: 4, user: 3, nothing: 1 }[s.input as 'reader'] ?? 2,
  )
  const reads = ['user', 'reader', 'two readers', 'images', 'holes', 'mixed'].includes(s.input)
  // 'drop' of a shard that has not one full batch is refused.
  const shard = Math.floor(s.size / s.numShards)
  const lastBatchPolicy = s.policy === 'drop' && shard < s.batchSize ? 'fill' : s.policy
  if (reads) return { outputMap, readerName: 'r', lastBatchPolicy, prepareFirstBatch: s.seed % 2 === 0 }
  return {
    outputMap,
    prepareFirstBatch: s.seed % 2 === 0,
    ...(s.input === 'nothing' && { size: s.size, lastBatchPolicy }),
  }
}

/** Longer: CHECKPOINT_RUNS; one kind of input only: CHECKPOINT_INPUT. */
const count = Number(process.env.CHECKPOINT_RUNS ?? runs(25, 3))
const only = process.env.CHECKPOINT_INPUT as Scenario['input'] | undefined

const stops = fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 3 })

describe('a run that is cut and goes on elsewhere', () => {
  it('has the batches of one that was not cut', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        scenarios,
        stops,
        fc.array(anyOptions, { minLength: 4, maxLength: 4 }),
        async (s, cuts, options) => {
          // Reading forward must cover the rest of the epoch and the next one.
          const length = cuts.reduce((a, b) => a + b, 0) + 2 * Math.ceil(s.size / s.batchSize) + 3
          const whole = make(s, { ...options[0], seed: s.seed })
          const expected = await steps(drive(whole, s.way, counting(s)), length)
          await whole.close()
          const got: string[] = []
          let checkpoint: string | undefined
          for (const [i, cut] of [...cuts, length].entries()) {
            const begin: PipelineOptions = checkpoint === undefined ? { seed: s.seed } : { checkpoint }
            const pipe = make(s, { ...options[i]!, ...begin })
            const driver = drive(pipe, s.way, counting(s))
            got.push(...(await steps(driver, Math.min(cut, length - got.length))))
            // A reader beside it may end the epoch of a source that has tokens; of the next one it has none yet.
            checkpoint = await driver.checkpoint().catch((error: { code?: string }) => {
              expect([error.code, s.input, s.way]).toEqual(['UNSUPPORTED', 'mixed', 'for await'])
              return undefined
            })
            if (checkpoint === undefined) return await pipe.close()
            expect(await driver.checkpoint()).toBe(checkpoint)
            expect(Buffer.byteLength(checkpoint)).toBeLessThan(4096)
            await pipe.close()
          }
          expect(got).toEqual(expected)
        },
      ),
      { numRuns: count, seed: seedOf(7), endOnFailure: only !== undefined },
    )
  })
})
