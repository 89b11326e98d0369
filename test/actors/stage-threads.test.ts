// Threads of stages that end in order wait a short time for the stages of other pipelines: which ones do, for how long, and how
// many. Pipelines in threads that others have used give the batches that they give in new ones, whatever happened to the others.
// @module-tag property
import { setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { fn, pipelineDef, type TensorList } from 'penstock-data'
import { afterEach, describe, expect, test } from 'vitest'
import { endIdleThreads } from '../../src/actors/stage-threads.js'
import { type AnyPipeline, digest, failure } from '../util/collect.js'
import { someFiles } from '../util/files.js'
import { handles, idleThreads, loopHandles, threadsByName } from '../util/resources.js'

const maxIdle = 8
const data = someFiles(24)
const options = { batchSize: 3, numThreads: 1, seed: 5 }
const negate = new URL('../util/functions/negate.mjs', import.meta.url)

const kinds = {
  reader: () => pipelineDef(options, () => fn.readers.file({ fileRoot: data.root, files: data.files }))(),
  shuffled: () =>
    pipelineDef({ ...options, seed: 9 }, () => {
      const [bytes, labels] = fn.readers.file({ fileRoot: data.root, files: data.files, randomShuffle: true })
      return [fn.cast(bytes, { dtype: 'float32' }), labels]
    })(),
  random: () =>
    pipelineDef({ ...options, execDynamic: false }, () => {
      const x = fn.externalSource({ source: (i: number) => [i, i + 1, i + 2].map((v) => new Float32Array(8).fill(v)) })
      return fn.noise.gaussian(x, { stddev: 2 })
    })(),
  skipping: () =>
    pipelineDef({ ...options, onError: 'skip' }, () => {
      const files = data.files.map((file, i) => (i % 5 ? file : `${file}.missing`))
      return fn.readers.file({ fileRoot: data.root, files })
    })(),
  missing: () =>
    pipelineDef(options, () => {
      const files = data.files.map((file, i) => (i === 8 ? `${file}.missing` : file))
      return fn.readers.file({ fileRoot: data.root, files })
    })(),
  failing: () =>
    pipelineDef(options, () => {
      const source = (i: number) => {
        if (i === 2) throw new Error('no third batch')
        return [new Uint8Array([i, i, i])]
      }
      return fn.cast(fn.externalSource({ source }), { dtype: 'int16' })
    })(),
} satisfies Record<string, () => AnyPipeline>
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]

/** What `count` runs give: hashes of batches, and the code of an error. */
async function runs(pipe: AnyPipeline, count: number): Promise<string[]> {
  const seen: string[] = []
  for (let i = 0; i < count; i++) {
    try {
      const outputs = (await pipe.run()) as readonly TensorList[]
      seen.push(digest(outputs))
    } catch (error) {
      seen.push((error as { code: string }).code)
    }
  }
  return seen
}

async function closed(kind: Kind): Promise<void> {
  const pipe = kinds[kind]()
  await pipe.run()
  await pipe.close()
}

afterEach(endIdleThreads)

describe('threads', () => {
  test('of a pipeline that was closed take the stages of the next one', async () => {
    await closed('shuffled')
    const waiting = idleThreads()
    expect(waiting).toHaveLength(2)
    await using pipe = kinds.shuffled()
    await pipe.run()
    expect(idleThreads()).toEqual([])
    // They have the names of their stages.
    expect(threadsByName(/^penstock (cpu|reader)/)).toEqual(waiting)
  })

  test('that are told to stop inside a batch wait, too', async () => {
    // A batch takes some 10 ms, and the next one is begun before the first one is taken.
    for (let i = 0; i < 3; i++) {
      const slow = pipelineDef({ ...options, batchSize: 5000 }, () =>
        fn.readers.file({ fileRoot: data.root, files: data.files }),
      )()
      await slow.run()
      await setTimeout(3 * i)
      await slow.close()
      expect(idleThreads()).toHaveLength(1)
    }
  })

  test('that nobody needs end after a while, and keep no process alive', async () => {
    await closed('reader')
    expect(idleThreads()).toHaveLength(1)
    expect(loopHandles()).toBe(0)
    expect(handles()).toBe(0)
    await expect.poll(idleThreads).toEqual([])
  })

  test('that wait are few, and end when memory is wanted back', async () => {
    const pipes = Array.from({ length: maxIdle + 2 }, () => kinds.reader())
    await Promise.all(pipes.map((pipe) => pipe.run()))
    await Promise.all(pipes.map((pipe) => pipe.close()))
    await expect.poll(() => idleThreads().length).toBeLessThanOrEqual(maxIdle)
    await using pipe = kinds.random()
    await pipe.run()
    await pipe.releaseUnusedMemory()
    await expect.poll(idleThreads).toEqual([])
  })

  test('of user code, of a failure, and those that were ended do not wait', async () => {
    const functions = pipelineDef(options, () => {
      const x = fn.externalSource({ source: () => [new Uint8Array([1, 2])] })
      return fn.jsFunction(x, { module: negate })
    })()
    await functions.run()
    await functions.close()
    expect(idleThreads()).toEqual([])
    const missing = kinds.missing()
    expect(await runs(missing, 4)).toContain('FILE_NOT_FOUND')
    await missing.close()
    expect(idleThreads()).toEqual([])
    const killed = kinds.reader()
    await killed.run()
    const { engine } = killed as unknown as { engine: { supervisor: { actors: { worker: Worker }[] } } }
    engine.supervisor.actors[0]!.worker.terminate()
    expect(await failure(async () => runs(killed, 50).then((seen) => Promise.reject({ code: seen.at(-1) })))).toEqual({
      code: 'PIPELINE_CLOSED',
    })
    expect(idleThreads()).toEqual([])
  })

  test('that end while they wait are not taken', async () => {
    await closed('reader')
    const ended = endIdleThreads()
    await closed('reader')
    await ended
    expect(idleThreads()).toHaveLength(1)
  })
})

/** What the test does with one pipeline. */
const step = fc.record({
  kind: fc.constantFrom(...names),
  count: fc.integer({ min: 0, max: 5 }),
  end: fc.constantFrom('close', 'close during a run', 'never built', 'built', 'close while it is built'),
  beside: fc.boolean(),
})

test('pipelines give the same batches in threads that others have used', async () => {
  const expected = new Map<string, string[]>()
  const known = async (kind: Kind): Promise<string[]> => {
    if (!expected.has(kind)) {
      await endIdleThreads()
      const pipe = kinds[kind]()
      expected.set(kind, await runs(pipe, 5))
      await pipe.close()
    }
    return expected.get(kind)!
  }
  for (const kind of names) await known(kind)
  await endIdleThreads()
  const play = async ({ kind, count, end }: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
    const pipe = kinds[kind]()
    if (end === 'built') await pipe.build()
    if (end === 'close while it is built') pipe.build().catch(() => {})
    if (end === 'close' || end === 'close during a run') {
      expect(await runs(pipe, count), kind).toEqual(expected.get(kind)!.slice(0, count))
    }
    if (end === 'close during a run') pipe.run().catch(() => {})
    await pipe.close()
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      let beside: Promise<void>[] = []
      for (const one of steps) {
        beside.push(play(one))
        if (one.beside) continue
        await Promise.all(beside)
        beside = []
      }
      await Promise.all(beside)
      expect(handles()).toBe(0)
      expect(idleThreads().length).toBeLessThanOrEqual(maxIdle)
    }),
    { numRuns: process.env.PENSTOCK_TESTS === 'long' ? 150 : 8 },
  )
})
