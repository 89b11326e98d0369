// Outputs that are dropped without a release: the garbage collector brings their slots back, and whatever still looks at a
// batch keeps it as it is.
// @module-tag long
import { setImmediate as turn } from 'node:timers/promises'
import { fn, pipelineDef, type TensorList } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { type AnyPipeline, within } from '../../util/collect.js'
import { executors } from '../../util/resources.js'

const batchSize = 4
const length = 500
/** Batch i holds i everywhere; its two outputs lie in slots of their own. */
const make = (options: object = {}) =>
  pipelineDef({ batchSize, numThreads: 2, seed: 1, ...options }, () => {
    const source = (i: number) => Array.from({ length: batchSize }, () => new Int32Array(length).fill(i))
    const y = fn.cast(fn.externalSource({ source, dtype: 'int32' }), { dtype: 'float64' })
    return [fn.cast(fn.externalSource({ source, dtype: 'int32' }), { dtype: 'float32' }), y]
  })()

/** Batches that the user holds, as the pipeline counts them. */
const leased = (pipe: AnyPipeline) =>
  (pipe as unknown as { engine: { supervisor: { words: { leased: number } } } }).engine.supervisor.words.leased

const listOf = ({ dtype }: TensorList) => (dtype === 'float64' ? Float64Array : Float32Array)

/** Collects until it is so; the garbage collector may take a few turns. */
async function collected(what: string, done: () => boolean): Promise<void> {
  const end = Date.now() + 15_000
  while (!done()) {
    if (Date.now() > end) expect.fail(`not collected: ${what}`)
    globalThis.gc!()
    await turn()
  }
}

describe('dynamic', () => {
  test('outputs that were dropped come back', async () => {
    await using pipe = make()
    const drop = async () => {
      await pipe.run()
    }
    for (let i = 0; i < 20; i++) await drop()
    await collected('20 batches', () => leased(pipe) === 0)
  })

  test('slots suffice for far more batches that are forgotten', { timeout: 60_000 }, async () => {
    await using pipe = make()
    for (let i = 0; i < 1200; i++) {
      const [x] = await within(10_000, `run ${i}`, pipe.run())
      expect(x!.at(3).dataSync()[length - 1]).toBe(i)
    }
  })

  const views: Record<string, (list: TensorList) => () => ArrayLike<number | bigint>> = {
    'a typed array': (list) => {
      const data = list.at(1).dataSync()
      return () => data
    },
    'a subarray': (list) => {
      const part = list.dataSync().subarray(length + 3, length + 50)
      return () => part
    },
    'a tensor': (list) => {
      const tensor = list.at(2)
      return () => tensor.dataSync()
    },
    'a slice': (list) => {
      const slice = list.slice(1, 3)
      return () => slice.at(0).dataSync()
    },
    'a buffer': (list) => {
      const { buffer, byteOffset } = list.dataSync()
      const List = listOf(list)
      return () => new List(buffer as ArrayBuffer, byteOffset, length)
    },
    'what as() gave': (list) => {
      const { buffer, offsets } = list.as('shared')
      const List = listOf(list)
      return () => new List(buffer as ArrayBuffer, offsets[1]!, length)
    },
  }
  test.each(Object.entries(views))('%s keeps its batch as it is', { timeout: 60_000 }, async (_, view) => {
    await using pipe = make()
    const kept: { i: number; read: () => ArrayLike<number | bigint> }[] = []
    const take = async (i: number) => {
      const out = await pipe.run()
      // One output keeps the other one's slot too.
      if (i % 5 === 0) kept.push({ i, read: view(out[i % 2]!) })
    }
    for (let i = 0; i < 60; i++) await within(10_000, `run ${i}`, take(i))
    await collected('all but the kept', () => leased(pipe) === kept.length)
    // The slots that came back are written again.
    for (let i = 60; i < 120; i++) {
      const [x] = await within(10_000, `run ${i}`, pipe.run())
      x![Symbol.dispose]()
    }
    // A function of its own: an asynchronous one would keep the last in its frame.
    const look = () => {
      for (const { i, read } of kept.splice(0)) expect([...new Set(Array.from(read()))]).toEqual([i])
    }
    look()
    await collected('the kept', () => leased(pipe) === 0)
  })
})

describe.each(['pipelined', 'simple'] as const)('%s', (executor) => {
  test('shared outputs that were dropped are held until releaseOutputs()', {
    timeout: 60_000,
  }, async () => {
    const pipe = make({ ...executors[executor], prefetchQueueDepth: 1 })
    const drop = async () => {
      pipe.scheduleRun()
      await pipe.shareOutputs()
    }
    await drop()
    pipe.releaseOutputs()
    expect(leased(pipe)).toBe(0)
    await drop()
    // Still shared: it is the pipeline that holds it, until it is released.
    expect(leased(pipe)).toBe(1)
    pipe.releaseOutputs()
    await drop()
    await pipe.close()
  })

  test('run() needs no release', async () => {
    await using pipe = make(executors[executor])
    for (let i = 0; i < 50; i++) {
      const [x] = await within(10_000, `run ${i}`, pipe.run())
      expect(x!.at(0).dataSync()[0]).toBe(i)
    }
    expect(leased(pipe)).toBe(1)
  })
})
