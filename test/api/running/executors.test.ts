// The same graph gives the same bytes in every executor, for any threads and any depth: random graphs with a reader,
// sources of fixed and of varying batch size, chains of operators, branches and user functions.
import fc from 'fast-check'
import { cond, type DataNode, fn, math, pipelineDef } from 'penstock-data'
import { beforeAll, describe, expect, test } from 'vitest'
import { digest, numbers, within } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import {
  type Executor,
  executorNames,
  executors,
  expectReturned,
  type Resources,
  resources,
} from '../../util/resources.js'
import { generator } from '../../util/simulate.js'
import { check, timeFor } from '../../util/soak.js'

const batchSize = 4
const batches = 3
// The last batch is partial.
const samples = batchSize * batches - 1
const data = someFiles(samples)
const slow = new URL('../../util/functions/delays.mjs', import.meta.url)

type Step = 'flip' | 'resize' | 'slice' | 'crop' | 'math' | 'cond' | 'js' | 'cast'
const steps: readonly Step[] = ['flip', 'resize', 'slice', 'crop', 'math', 'cond', 'js', 'cast']

interface Graph {
  /** Per branch: where it begins, and what is done. Two branches that begin alike share their input. */
  branches: { from: 'images' | 'more' | 'files'; steps: Step[] }[]
  /** One branch goes into the other in the end. */
  joined: boolean
  /** Samples per batch: not constant where only sources bring data. */
  sizes: number[]
  workers: number
  seed: number
}

const graphs: fc.Arbitrary<Graph> = fc.record({
  branches: fc.array(
    fc.record({
      from: fc.constantFrom('images', 'images', 'more', 'files'),
      steps: fc.array(fc.constantFrom(...steps), { maxLength: 4, size: 'max' }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  joined: fc.boolean(),
  sizes: fc.array(fc.integer({ min: 1, max: batchSize }), { minLength: batches, maxLength: batches }),
  workers: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(1000),
})

/** An image of 8 to 15 by 8 to 13 pixels that follows from its number. */
function image(n: number) {
  const shape = [8 + (n % 8), 8 + ((n * 5) % 6), 3]
  const random = generator(n + 1)
  return { data: Uint8Array.from({ length: shape[0]! * shape[1]! * 3 }, () => 256 * random()), shape, layout: 'HWC' }
}

function step(x: DataNode, what: Step, workers: number): DataNode {
  switch (what) {
    case 'flip':
      return fn.flip(x, { horizontal: fn.random.coinFlip() })
    case 'resize':
      return fn.resize(x, { resizeX: 11, resizeY: 9 })
    case 'slice':
      return fn.slice(x, { relStart: [0, 0.1], relShape: [0.9, 0.8], axes: [0, 1] })
    case 'crop':
      return fn.crop(x, { crop: [4, 4], cropPosX: fn.random.uniform({ range: [0, 1] }) })
    case 'math':
      return fn.cast(math.add(math.mul(x, 0.5), fn.random.uniform({ range: [0, 9] })), { dtype: 'uint8' })
    case 'cond': {
      const [yes] = [fn.random.coinFlip({ dtype: 'bool' })]
      return cond(
        yes,
        () => fn.flip(x, { vertical: 1 }),
        () => fn.resize(x, { resizeX: 7, resizeY: 7 }),
      )
    }
    case 'js':
      return fn.jsFunction(x, { module: slow, workers, outputs: { dtype: 'uint8', layout: 'HWC' } })
    case 'cast':
      return fn.cast(fn.cast(x, { dtype: 'float32' }), { dtype: 'uint8' })
  }
}

interface How {
  executor: Executor
  numThreads: number
  prefetchQueueDepth: number
}

/** Digests of all batches of two epochs. */
async function bytesOf(graph: Graph, { executor, ...options }: How): Promise<string[]> {
  const files = graph.branches.some((b) => b.from === 'files')
  const size = (i: number) => (files ? Math.min(batchSize, samples - batchSize * i) : graph.sizes[i]!)
  const rows = (from: number) => (i: number) =>
    i < batches ? Array.from({ length: size(i) }, (_, k) => image(from + batchSize * i + k)) : null
  const late = async (i: number) => {
    await new Promise((resolve) => setTimeout(resolve, i % 3))
    return rows(100)(i)
  }
  await using pipe = pipelineDef(
    { batchSize, seed: graph.seed, enableConditionals: true, ...executors[executor], ...options },
    () => {
      const [bytes, labels] = fn.readers.file({
        fileRoot: data.root,
        files: data.files,
        randomShuffle: true,
        initialFill: 5,
      })
      const images = fn.externalSource({ source: rows(0), dtype: 'uint8' })
      const more = fn.externalSource({ source: late, dtype: 'uint8' })
      const ends = graph.branches.map(({ from, steps }) => {
        // Files hold no images: they stay what they are, and give a number to do sums with.
        if (from !== 'files')
          return steps.reduce((x, s) => step(x, s, graph.workers), from === 'images' ? images : more)
        return fn.cast(steps.includes('js') ? fn.jsFunction(bytes, { module: slow, workers: graph.workers }) : bytes, {
          dtype: 'int16',
        })
      })
      if (graph.joined && files) ends.push(math.add(labels, 1))
      const first = graph.branches[0]!.from
      if (graph.joined && first !== 'files') ends.push(fn.resize(ends[0]!, { size: [3, 3] }))
      return ends
    },
  )()
  const all: string[] = []
  for (let epoch = 0; epoch < 2; epoch++) for await (const out of pipe) all.push(digest(out))
  return all
}

const hows = fc.record({
  executor: fc.constantFrom(...executorNames),
  numThreads: fc.integer({ min: 1, max: 4 }),
  prefetchQueueDepth: fc.integer({ min: 1, max: 8 }),
})

describe('the executors', () => {
  let before: Resources
  beforeAll(async () => {
    const warm = { branches: [{ from: 'images', steps: ['js'] }], joined: false, sizes: [1, 1, 1], workers: 2, seed: 1 }
    await bytesOf(warm as Graph, { executor: 'dynamic', numThreads: 4, prefetchQueueDepth: 2 })
    await new Promise((resolve) => setTimeout(resolve, 100))
    before = resources()
  })

  test('give the same bytes for random graphs', { timeout: timeFor(60_000), tags: 'property' }, async () => {
    await check(
      14,
      11,
      fc.asyncProperty(graphs, fc.array(hows, { minLength: 1, maxLength: 2 }), async (graph, others) => {
        const depth = 1 + (graph.seed % 8)
        const wanted = await bytesOf(graph, { executor: 'simple', numThreads: 1, prefetchQueueDepth: 1 })
        expect(wanted).toHaveLength(2 * batches)
        // Random operators go on, everything else is the same again.
        for (const how of [
          ...executorNames.map((executor) => ({
            executor,
            numThreads: 1 + (graph.seed % 4),
            prefetchQueueDepth: depth,
          })),
          ...others,
        ]) {
          const got = await within(20_000, JSON.stringify(how), bytesOf(graph, how))
          expect(got, JSON.stringify(how)).toEqual(wanted)
        }
      }),
      2,
    )
  })

  test.each(executorNames)('give the same bytes at depth 1 and for batches of any size: %s', async (executor) => {
    const sizes = [1, 4, 2, 3, 1]
    const source = (i: number) => (i < sizes.length ? Array.from({ length: sizes[i]! }, (_, k) => 10 * i + k) : null)
    for (const prefetchQueueDepth of [1, 3]) {
      await using pipe = pipelineDef(
        { batchSize, numThreads: 2, seed: 1, prefetchQueueDepth, ...executors[executor] },
        () => {
          const x = fn.externalSource({ source })
          const y = fn.jsFunction(fn.cast(x, { dtype: 'int32' }), { module: slow, workers: 2 })
          return [x, math.add(y, 1), fn.random.uniform()]
        },
      )()
      for (let epoch = 0; epoch < 2; epoch++) {
        const seen: number[][] = []
        for await (const [x, y, noise] of pipe) {
          expect(numbers(y!)).toEqual(numbers(x!).map((v) => v + 1))
          expect(noise!.length).toBe(x!.length)
          seen.push(numbers(x!))
        }
        expect(seen).toEqual(sizes.map((_, i) => source(i)))
      }
    }
  })

  test('leave nothing behind', () => expectReturned(before))
})
