// Orders of calls that random sequences once found to hang or to lose a batch, each by itself.
// @module-tag shared
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { type AnyPipeline, failure, numbers, within } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { executorNames, executors } from '../../util/resources.js'

const data = someFiles(20)
const module = (name: string) => new URL(`../../util/functions/${name}.mjs`, import.meta.url)

describe.each(executorNames)('%s', (executor) => {
  const options = { batchSize: 2, numThreads: 2, seed: 1, prefetchQueueDepth: 1, ...executors[executor] }
  const fed = () =>
    pipelineDef(options, () => fn.cast(fn.externalSource({ name: 'x' }), { dtype: 'int32' }))() as AnyPipeline
  const run = async (pipe: AnyPipeline, feeds?: Record<string, number[]>) =>
    numbers((await within(5000, 'run()', pipe.run(feeds)))[0]!)

  test('scheduleRun() works while shareOutputs() waits for the only batch', async () => {
    await using pipe = pipelineDef(options, () => fn.externalSource({ source: (i: number) => [i] }))()
    pipe.scheduleRun()
    const share = pipe.shareOutputs()
    expect(await failure(async () => pipe.scheduleRun())).toMatchObject({ code: 'QUEUE_FULL' })
    await within(5000, 'shareOutputs()', share)
    expect(await failure(async () => pipe.scheduleRun())).toMatchObject({ code: 'QUEUE_FULL' })
    pipe.releaseOutputs()
    pipe.scheduleRun()
    expect(numbers((await within(5000, 'shareOutputs()', pipe.shareOutputs()))[0]!)).toEqual([1])
  })

  test('a run that was aborted leaves what was fed for it to the next one', async () => {
    await using pipe = pipelineDef(options, () => {
      const x = fn.cast(fn.externalSource({ name: 'x' }), { dtype: 'float32' })
      return fn.jsFunction(x, { module: module('slow') })
    })()
    const control = new AbortController()
    const aborted = failure(() => pipe.run({ x: [1, 2] }, { signal: control.signal }))
    setTimeout(() => control.abort(), 30)
    expect(await within(5000, 'the aborted run', aborted)).toMatchObject({ code: 'ABORTED' })
    expect(await run(pipe)).toEqual([1, 2])
    expect(await failure(() => run(pipe))).toMatchObject({ code: 'INPUT_MISSING' })
    expect(await run(pipe, { x: [3] })).toEqual([3])
  })

  test('reset() drops what a waiting run was fed, and tells it', async () => {
    await using pipe = pipelineDef(options, () => {
      const x = fn.cast(fn.externalSource({ name: 'x' }), { dtype: 'float32' })
      return fn.jsFunction(x, { module: module('slow') })
    })()
    await pipe.build()
    const waiting = failure(() => pipe.run({ x: [1] }))
    await new Promise((resolve) => setTimeout(resolve, 30))
    pipe.reset()
    expect(await within(5000, 'the waiting run', waiting)).toMatchObject({ code: 'INPUT_MISSING' })
    expect(await run(pipe, { x: [2] })).toEqual([2])
  })

  test('a loop over fed data says when there is none, and the next one goes on', async () => {
    await using pipe = fed()
    for (let i = 0; i < 5; i++) pipe.feedInput('x', [i, i])
    const seen: number[][] = []
    const loop = async (most = 9) => {
      for await (const [x] of pipe) {
        seen.push(numbers(x!))
        if (--most === 0) break
      }
    }
    await within(5000, 'the loop', loop(2))
    expect(await failure(() => within(5000, 'the loop', loop()))).toMatchObject({ code: 'INPUT_MISSING' })
    pipe.feedInput('x', [5])
    await within(5000, 'the loop', loop(1))
    expect(seen).toEqual([[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5]])
  })

  test('a loop over a reader and fed data begins its epoch anew, with new data', async () => {
    await using pipe = pipelineDef({ ...options, prefetchQueueDepth: 3 }, () => {
      const [, labels] = fn.readers.file({ fileRoot: data.root, files: data.files })
      return [labels, fn.externalSource({ name: 'x' })]
    })()
    for (let epoch = 0; epoch < 3; epoch++) {
      for (let i = 0; i < 4; i++) pipe.feedInput('x', [100 * epoch + 2 * i, 100 * epoch + 2 * i + 1])
      let turn = 0
      const loop = async () => {
        for await (const [labels, x] of pipe) {
          expect(numbers(labels!)).toEqual([2 * turn, 2 * turn + 1])
          expect(numbers(x!)).toEqual([100 * epoch + 2 * turn, 100 * epoch + 2 * turn + 1])
          if (++turn === 2) break
        }
      }
      await within(5000, `epoch ${epoch}`, loop())
    }
  })

  test('runSync() may be the first call, with a user module', async () => {
    const make = (name: string) =>
      pipelineDef(options, () =>
        fn.jsFunction(fn.externalSource({ source: (i: number) => [i] }), { module: module(name) }),
      )()
    for (let k = 0; k < 5; k++) {
      await using pipe = make('slow')
      for (let i = 0; i < 2; i++) expect(numbers(pipe.runSync()[0]!)).toEqual([i])
    }
    const broken = make('broken')
    expect(await failure(async () => broken.runSync())).toMatchObject({ code: 'USER_FUNCTION' })
    await within(5000, 'close()', broken.close())
  })
})
