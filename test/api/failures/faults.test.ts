// Whatever breaks, in each executor: the calls that wait end with an error that says what it was, nothing hangs,
// everything is given back, and the next pipeline works.
// @module-tag long
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Supervisor } from '../../../src/actors/supervisor.js'
import { type AnyPipeline, failure, numbers, within } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import {
  type Executor,
  executorNames,
  executors,
  expectReturned,
  type Resources,
  resources,
} from '../../util/resources.js'
import { runs } from '../../util/soak.js'

const data = someFiles(30)
const module = new URL('../../util/functions/faulty.mjs', import.meta.url)
/** For everything that must not hang. */
const limit = 10_000

const open: AnyPipeline[] = []
function build(executor: Executor, options: object, body: () => never): AnyPipeline {
  const common = { batchSize: 4, numThreads: 2, seed: 1 }
  const pipe = pipelineDef({ ...common, ...executors[executor], ...options }, body)() as AnyPipeline
  open.push(pipe)
  return pipe
}

const reader = (executor: Executor, name?: string, workers = 1) =>
  build(executor, {}, (() => {
    const [bytes, labels] = fn.readers.file({ fileRoot: data.root, files: data.files })
    const x = fn.cast(bytes, { dtype: 'float32' })
    return [labels, name ? fn.jsFunction(x, { module, export: name, workers }) : x]
  }) as never)

const sourced = (executor: Executor, source: (i: number) => unknown) =>
  build(executor, {}, (() => {
    const x = fn.externalSource({ source: source as never, name: 'x' })
    return [x, fn.cast(x, { dtype: 'int32' })]
  }) as never)

/** What a test may do that a user cannot: end an actor's thread behind the supervisor's back. */
const workerOf = (pipe: AnyPipeline, kind: string): Worker => {
  const { supervisor } = (pipe as unknown as { engine: { supervisor: Supervisor } }).engine
  const { actors } = supervisor as unknown as { actors: { stage: { kind: string }; worker: Worker }[] }
  return actors.find((a) => a.stage.kind === kind)!.worker
}

/** Resolves when the thread has ended, which it may have already: then its event does not come again. */
const ended = async (worker: Worker) => {
  if (worker.threadId !== -1) await once(worker, 'exit')
}

const loop = async (pipe: AnyPipeline) => {
  for (;;) await pipe.run()
}
const nothing = new Promise<never>(() => {})
let before: Resources

/** The call ends with the code; the pipeline is closed then, all is back, and another one works. */
async function expectFailure(executor: Executor, pipe: AnyPipeline, call: Promise<unknown>, code: string, more = {}) {
  const error = await within(
    limit,
    'the call',
    failure(() => call),
  )
  expect(error).toMatchObject({ code, ...more })
  for (const next of [() => pipe.run(), () => pipe.build(), async () => pipe.reset()]) {
    expect(await within(limit, 'the next call', failure(next))).toMatchObject({ code: 'PIPELINE_CLOSED' })
  }
  await within(limit, 'close()', pipe.close())
  await expectReturned(before)
  const again = reader(executor)
  expect(numbers((await within(limit, 'another run()', again.run()))[0]!)).toEqual([0, 1, 2, 3])
  await within(limit, 'another close()', again.close())
  return error as unknown as PipelineError
}

beforeAll(async () => {
  const pipe = reader('dynamic', 'throws')
  await pipe.run()
  await pipe.close()
  globalThis.gc?.()
  await new Promise((resolve) => setTimeout(resolve, 100))
  before = resources()
})
afterEach(async () => {
  // One that failed must not fail the others.
  await Promise.all(open.splice(0).map((pipe) => within(limit, 'close()', pipe.close())))
  await expectReturned(before)
})

describe.each(executorNames)('%s', { timeout: 60_000, repeats: runs(1) - 1 }, (executor) => {
  test.each(['reader', 'cpu', 'js'])('a %s actor that dies between batches fails the run', async (kind) => {
    const pipe = reader(executor, kind === 'js' ? 'passes' : undefined)
    await pipe.run()
    await workerOf(pipe, kind).terminate()
    await expectFailure(executor, pipe, loop(pipe), 'ACTOR_DIED')
  })

  test.each(['reader', 'cpu', 'js'])('a %s actor that dies while a call waits fails the call', async (kind) => {
    const pipe = reader(executor, 'never')
    await pipe.run()
    const pending = loop(pipe)
    pending.catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 30))
    const worker = workerOf(pipe, kind)
    void worker.terminate()
    await within(limit, 'the thread', ended(worker))
    await expectFailure(executor, pipe, pending, 'ACTOR_DIED')
  })

  // Stages run ahead, so the thread may end before the first call returns, while the next one waits, or between them.
  test.each([1, 2])('the failure of a js actor arrives though its thread has ended (workers: %i)', async (workers) => {
    for (const callsFirst of executor === 'simple' ? [true] : [true, false]) {
      const pipe = reader(executor, 'throwsAndEnds', workers)
      await pipe.run()
      const worker = workerOf(pipe, 'js')
      if (!callsFirst) await expect.poll(() => worker.threadId, { timeout: limit }).toBe(-1)
      const pending = loop(pipe)
      pending.catch(() => {})
      await within(limit, 'the thread', ended(worker))
      await expectFailure(executor, pipe, pending, 'USER_FUNCTION', { stage: 'jsFunction' })
    }
  })

  test('a failure in an epoch that is given up does not reach the next one', async () => {
    const pipe = reader(executor, 'throws')
    const [first] = await pipe.run()
    first!.release()
    const { supervisor } = (pipe as unknown as { engine: { supervisor: Supervisor } }).engine
    if (executor !== 'simple')
      await expect.poll(() => supervisor.failure?.code, { timeout: limit }).toBe('USER_FUNCTION')
    pipe.reset()
    await expectFailure(executor, pipe, loop(pipe), 'USER_FUNCTION', { stage: 'jsFunction' })
  })

  test.each([
    ['throws', 'USER_FUNCTION'],
    ['throwsAndEnds', 'USER_FUNCTION'],
    ['rejects', 'USER_FUNCTION'],
    ['exits', 'ACTOR_DIED'],
    ['explodes', 'ACTOR_DIED'],
  ])('a function that %s', async (name, code) => {
    for (const workers of [1, 2]) {
      const pipe = reader(executor, name, workers)
      const error = await expectFailure(executor, pipe, loop(pipe), code, { stage: 'jsFunction' })
      if (name === 'throws') expect(error.message).toContain('no sample 8')
      if (name === 'exits') expect(error.message).toContain('code 3')
      if (name === 'explodes') expect(error.message).toContain('out of nowhere')
    }
  })

  test.each(['never', 'spins'])('a function that %s: the wait can be aborted, and close() ends it', async (name) => {
    const pipe = reader(executor, name)
    await pipe.run()
    await pipe.run()
    const control = new AbortController()
    const waiting = failure(() => pipe.run(undefined, { signal: control.signal }))
    const late = setTimeout(() => control.abort(), 50)
    expect(await within(limit, 'the aborted run', waiting)).toMatchObject({ code: 'ABORTED' })
    clearTimeout(late)
    const pending = failure(() => pipe.run())
    await new Promise((resolve) => setTimeout(resolve, 20))
    await within(limit, 'close()', pipe.close())
    expect(await within(limit, 'the pending run', pending)).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  test('a worker out of memory fails the run', async () => {
    // What Node gives a thread follows the machine's memory; a limit makes the end come soon.
    setFlagsFromString('--max-old-space-size=32')
    const pipe = reader(executor, 'hoards')
    await pipe.build().finally(() => setFlagsFromString('--max-old-space-size=0'))
    const error = await expectFailure(executor, pipe, loop(pipe), 'ACTOR_DIED', { stage: 'jsFunction' })
    expect(error.message).toMatch(/memory/)
  })

  test.each([
    [
      'throws',
      () => {
        throw new RangeError('no row')
      },
    ],
    [
      'rejects',
      async () => {
        throw new RangeError('no row')
      },
    ],
  ])('a source that %s, after good batches', async (_, fail) => {
    const pipe = sourced(executor, (i) => (i < 2 ? [i, i] : fail()))
    const seen: number[][] = []
    const call = async () => {
      for (;;) seen.push(numbers((await pipe.run())[1]!))
    }
    const error = await expectFailure(executor, pipe, call(), 'USER_FUNCTION', { stage: 'x' })
    expect((error.cause as Error).message).toBe('no row')
    // In order: what was made before comes first.
    expect(seen).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  test('a source that never answers does not hold up close()', async () => {
    for (const from of [0, 1]) {
      const pipe = sourced(executor, (i) => (i < from ? [i, i] : nothing))
      if (from) await pipe.run()
      const aborted = failure(() => pipe.run(undefined, { signal: AbortSignal.timeout(30) }))
      expect(await within(limit, 'the aborted run', aborted)).toMatchObject({ code: 'ABORTED' })
      const pending = failure(() => pipe.run())
      await new Promise((resolve) => setTimeout(resolve, 20))
      await within(limit, 'close()', pipe.close())
      expect(await within(limit, 'the pending run', pending)).toMatchObject({ code: 'PIPELINE_CLOSED' })
      await expectReturned(before)
    }
  })

  test('all stages wait for a consumer that stops reading, and go on when it comes back', async () => {
    let asked = 0
    const pipe = build(executor, { prefetchQueueDepth: 2 }, (() => {
      const x = fn.externalSource({
        source: (i: number) => {
          asked = i + 1
          return [i, i]
        },
      })
      return [x, fn.cast(x, { dtype: 'int32' })]
    }) as never)
    await pipe.run()
    // Nothing comes any more once all mailboxes are full.
    for (let last = -1; last !== asked; ) {
      last = asked
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    const full = asked
    expect(full).toBeLessThan(80)
    for (let i = 1; i < full + 10; i++) expect(numbers((await within(limit, 'run()', pipe.run()))[1]!)).toEqual([i, i])
    await within(limit, 'close()', pipe.close())
  })

  test('close() ends waiting calls of each kind', async () => {
    for (const use of [
      (pipe: AnyPipeline) => [pipe.run(), pipe.run()],
      (pipe: AnyPipeline) => [pipe.build()],
      (pipe: AnyPipeline) => {
        pipe.scheduleRun()
        return [pipe.shareOutputs()]
      },
      (pipe: AnyPipeline) => [pipe[Symbol.asyncIterator]().next()],
    ]) {
      const pipe = sourced(executor, () => nothing)
      const calls = use(pipe).map((call) => failure(() => call as Promise<unknown>))
      await within(limit, 'close()', pipe.close())
      for (const error of await within(limit, 'the calls', Promise.all(calls))) {
        expect(['PIPELINE_CLOSED', 'NOTHING_THROWN']).toContain(error.code)
      }
    }
  })
})
