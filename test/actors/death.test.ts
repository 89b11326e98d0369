// Tests actors that die without a message: the pipeline fails with ACTOR_DIED, gives everything back, and no call
// waits for ever.
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import type { Supervisor } from '../../src/actors/supervisor.js'
import { type AnyPipeline, failure, within } from '../util/collect.js'
import { someFiles } from '../util/files.js'
import { handles, threads } from '../util/resources.js'

const data = someFiles(30)
const make = () =>
  pipelineDef({ batchSize: 4, numThreads: 2, seed: 1 }, () => {
    const [bytes] = fn.readers.file({ fileRoot: data.root, files: data.files })
    return fn.cast(bytes, { dtype: 'float32' })
  })()

/** What a test may do that a user cannot: end an actor's thread behind the supervisor's back. */
const actors = (pipe: AnyPipeline) =>
  (
    (pipe as unknown as { engine: { supervisor: Supervisor } }).engine.supervisor as unknown as {
      actors: { stage: { name: string; kind: string }; worker: import('node:worker_threads').Worker }[]
    }
  ).actors

describe('a dead actor', () => {
  test.each(['reader', 'cpu'])('fails the next run and closes the pipeline: %s', async (kind) => {
    const before = threads()
    const pipe = make()
    await pipe.run()
    const { worker, stage } = actors(pipe).find((a) => a.stage.kind === kind)!
    await worker.terminate()
    const loop = async () => {
      for (;;) await pipe.run()
    }
    const error = await failure(() => within(5000, 'the loop', loop()))
    expect(error).toMatchObject({ code: 'ACTOR_DIED', stage: stage.name })
    expect(await failure(() => pipe.run())).toMatchObject({ code: 'PIPELINE_CLOSED' })
    await within(1000, 'close()', pipe.close())
    expect(handles()).toBe(0)
    await expect.poll(() => threads(), { timeout: 3000 }).toBeLessThanOrEqual(before + 2)
  })

  test('is heard of after the batches that it has finished', async () => {
    const pipe = pipelineDef(
      { batchSize: 2, numThreads: 1, seed: 1, execDynamic: false, prefetchQueueDepth: 3 },
      () => {
        const [, label] = fn.readers.file({ fileRoot: data.root, files: data.files })
        return label
      },
    )()
    await pipe.run()
    const { engine } = pipe as unknown as { engine: { waiting(): number[] } }
    await expect.poll(() => engine.waiting()).toEqual([3])
    await actors(pipe)[0]!.worker.terminate()
    const seen: unknown[] = []
    for (let i = 0; i < 4; i++) {
      seen.push(
        await pipe.run().then(
          ([label]) => label!.at(0).dataSync()[0],
          ({ code }) => code,
        ),
      )
    }
    expect(seen).toEqual([2, 4, 6, 'ACTOR_DIED'])
  })

  test('ends a run that waits for it', async () => {
    const pipe = pipelineDef({ batchSize: 2, numThreads: 1, seed: 1 }, () => {
      const [bytes] = fn.readers.file({ fileRoot: data.root, files: data.files })
      const late = fn.externalSource({ source: () => new Promise<never>(() => {}) })
      return [fn.cast(bytes, { dtype: 'int16' }), late]
    })()
    const pending = failure(() => pipe.run())
    await pipe.build()
    await new Promise((r) => setTimeout(r, 50))
    await actors(pipe)[0]!.worker.terminate()
    expect(await within(3000, 'run()', pending)).toMatchObject({ code: 'ACTOR_DIED' })
    await pipe.close()
    expect(handles()).toBe(0)
  })

  test('ends build() when it dies while its module is loaded', async () => {
    const module = new URL('../util/functions/dies-at-load.mjs', import.meta.url)
    const pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () => {
      const x = fn.externalSource({ source: () => [1, 2], dtype: 'float32' })
      return fn.jsFunction(x, { module, export: 'never' })
    })()
    expect(await failure(() => within(5000, 'build()', pipe.build()))).toMatchObject({
      code: 'ACTOR_DIED',
      stage: 'jsFunction',
      message: expect.stringContaining('at load'),
    })
    await pipe.close()
    expect(handles()).toBe(0)
  })

  test('fails the first run when it died before', async () => {
    const pipe = make()
    await pipe.build()
    for (const { worker } of actors(pipe)) await worker.terminate()
    expect(await failure(() => within(3000, 'run()', pipe.run()))).toMatchObject({ code: 'ACTOR_DIED' })
    expect(handles()).toBe(0)
  })
})
