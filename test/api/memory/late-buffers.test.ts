// The ArrayBuffer of a large batch is made when the consumer looks at its elements, and not before. What an output is valid for does not
// depend on that: it outlives its pipeline, and it is gone when it is released or forgotten.
import { fn, pipelineDef } from 'penstock-data'
import { afterEach, expect, test, vi } from 'vitest'
import { outputViews } from '../../../src/data/output-memory.js'
import { originOf } from '../../../src/data/tensor-list.js'
import { failure } from '../../util/collect.js'

const batchSize = 3
/** Batches of more than a mebibyte: smaller ones have their buffers from the start. */
const length = 180_000
/** Batch i holds i everywhere. */
const make = () =>
  pipelineDef({ batchSize, numThreads: 2, prefetchQueueDepth: 2 }, () => {
    const source = (i: number) => Array.from({ length: batchSize }, () => new Int32Array(length).fill(i))
    const x = fn.externalSource({ source, dtype: 'int32' })
    return [fn.cast(x, { dtype: 'float32' }), fn.cast(x, { dtype: 'int16' })]
  })()
type Pipe = ReturnType<typeof make>

afterEach(() => {
  vi.restoreAllMocks()
})
const buffersMade = () => vi.spyOn(outputViews(), 'view')

/** Both ways of running, which hold their outputs in different ways. */
const ways: Record<string, (pipe: Pipe) => ReturnType<Pipe['run']>> = {
  run: (pipe) => pipe.run(),
  runSync: async (pipe) => pipe.runSync(),
}

test.each(Object.entries(ways))('%s() makes no buffer for what nobody looks at', async (_, run) => {
  await using pipe = make()
  const made = buffersMade()
  for (let i = 0; i < 20; i++) {
    const [x, y] = await run(pipe)
    expect([x!.shape[2], y!.isDense, x!.valid, y!.sourceInfo(1).epoch]).toEqual([
      [length],
      true,
      Uint8Array.of(1, 1, 1),
      0,
    ])
    x!.release()
  }
  expect(made).not.toHaveBeenCalled()
  const [x, y] = await run(pipe)
  expect([x!.at(0).dataSync()[0], x!.dataSync()[5]]).toEqual([20, 20])
  expect(x!.dataSync().buffer).toBe(x!.at(2).dataSync().buffer)
  expect(made).toHaveBeenCalledTimes(1)
  expect(y!.dataSync()[0]).toBe(20)
  const { length: calls } = made.mock.calls
  const data = x!.dataSync()
  x!.release()
  expect([data.length, made.mock.calls.length]).toEqual([0, calls])
  expect(await failure(() => y!.at(0))).toMatchObject({ code: 'OUTPUT_RELEASED' })
})

test.each(Object.entries(ways))('what %s() gave can be looked at first when the pipeline is closed', async (_, run) => {
  const pipe = make()
  const held = [await run(pipe), await run(pipe), await run(pipe)] as const
  held[0][0]!.dataSync()
  const { parts } = originOf(held[1][0] as never)!.lease
  held[1][0]!.release()
  // Its memory is used again, so no buffer is made of it.
  expect(() => parts[0]!.buffer).toThrow('This output was released')
  const made = buffersMade()
  await pipe.close()
  // The released one has none; the first one has one already for its first output.
  const slots = made.mock.calls.map(([handle]) => handle)
  expect(new Set(slots).size).toBe(slots.length)
  expect(held[0].map((list) => list.dataSync()[length])).toEqual([0, 0])
  expect(held[2].map((list) => list.at(2).dataSync()[7])).toEqual([2, 2])
  expect(await failure(() => held[1][1]!.dataSync())).toMatchObject({ code: 'OUTPUT_RELEASED' })
})

/** Batches that the user holds, as the pipeline counts them. */
const leased = (pipe: Pipe) =>
  (pipe as unknown as { engine: { supervisor: { words: { leased: number } } } }).engine.supervisor.words.leased

test.each(Object.entries(ways))(
  'a loop of %s() that forgets what it did not look at goes on',
  { tags: 'long' },
  async (_, run) => {
    await using pipe = make()
    const made = buffersMade()
    const drop = async () => {
      await run(pipe)
    }
    for (let i = 0; i < 560; i++) await drop()
    expect(made).not.toHaveBeenCalled()
    expect(pipe.statistics().copiedBytes).toBe(0)
    // A loop that blocks the thread has those back that its own collections find.
    expect(leased(pipe)).toBeLessThan(300)
  },
)
