// Small batches are copied when they are delivered, and their slots go back at once: nothing has to be found dropped. For the
// consumer they are as valid, and as gone after their end, as batches that stay in their slots.
import { createRequire } from 'node:module'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { fn, iterate, pipelineDef, receive, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test, vi } from 'vitest'
import { Slot } from '../../../src/data/arena.js'
import { collect, outputViews } from '../../../src/data/output-memory.js'
import { smallBytes } from '../../../src/engine/delivery.js'
import { arena } from '../../../src/generated/abi.js'
import { type AnyPipeline, failure } from '../../util/collect.js'
import { executorNames, executors } from '../../util/resources.js'
import { check, portion } from '../../util/soak.js'

/** Batch i holds i everywhere, in two outputs of which one is half as long. */
const counting = (size: number, options: object = {}) =>
  pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 2, ...options }, () => {
    const x = fn.externalSource({ source: (i: number) => [new Int32Array(size).fill(i)], dtype: 'int32' })
    return [x, fn.cast(x, { dtype: 'int16' })]
  })()
type Counting = ReturnType<typeof counting>
type Batch = Awaited<ReturnType<Counting['run']>>

interface Inside {
  engine: { supervisor: { words: { leased: number } }; delivery: { outstanding: number } }
}
/** Batches whose slots the consumer holds, as the stages count them and as the sink does. */
const inSlots = (pipe: AnyPipeline) => {
  const { supervisor, delivery } = (pipe as unknown as Inside).engine
  return [supervisor.words.leased, delivery.outstanding]
}

/** A size that is small for certain, and one that is not. */
const [small, large] = [smallBytes / 16, smallBytes / 4 + 1]

type Next = () => Promise<readonly TensorList[]>
const ways: Record<string, (pipe: Counting) => Next> = {
  run: (pipe) => () => pipe.run(),
  runSync: (pipe) => async () => pipe.runSync(),
  'for await': (pipe) => {
    const batches = pipe[Symbol.asyncIterator]()
    return async () => (await batches.next()).value as Batch
  },
  iterate: (pipe) => {
    const items = iterate(pipe, { outputMap: ['x', 'y'] })[Symbol.asyncIterator]()
    return async () => {
      const { x, y } = (await items.next()).value as { x: TensorList; y: TensorList }
      return [x, y]
    }
  },
}

const fate = fc.constantFrom('drop', 'release', 'hold')
const jobs = fc.record({
  executor: fc.constantFrom(...executorNames),
  way: fc.constantFrom(...Object.keys(ways)),
  size: fc.oneof(
    fc.integer({ min: 1, max: smallBytes / 2 }),
    fc.integer({ min: Math.floor(smallBytes / 6) - 100, max: Math.floor(smallBytes / 6) }),
  ),
  steps: fc.array(fc.record({ fate, turn: fc.boolean(), minor: fc.boolean() }), { minLength: 3, maxLength: 40 }),
  closeFirst: fc.boolean(),
})

test('sizes about the limit: what is held keeps its bytes, what ended throws, and all slots are back', {
  timeout: 120_000,
  tags: 'property',
}, async () => {
  await check(
    300,
    5,
    fc.asyncProperty(jobs, async ({ executor, way, size, steps, closeFirst }) => {
      const pipe = counting(size, executors[executor])
      const next = ways[way]!(pipe)
      const held: { i: number; lists: readonly TensorList[]; data: Int32Array }[] = []
      const gone: { lists: readonly TensorList[]; data: Int32Array }[] = []
      const verify = () => {
        for (const { i, lists, data } of held) {
          const half = lists[1]!.dataSync()
          expect([data.length, data[0], data[size - 1], half[0], half[size - 1]]).toEqual([size, i, i, i, i])
        }
        for (const { lists, data } of gone) {
          expect(data).toHaveLength(0)
          for (const list of lists) {
            for (const use of [() => list.dataSync(), () => list.at(0), () => list.shape, () => list.as('shared')]) {
              expect(use).toThrow(expect.objectContaining({ code: 'OUTPUT_RELEASED' }))
            }
          }
        }
      }
      // A function of its own, so that no variable of the loop keeps the last batch.
      const play = async () => {
        for (const [i, { fate, turn, minor }] of steps.entries()) {
          const lists = await next()
          const data = lists[0]!.dataSync() as Int32Array
          expect([data[0], data[size - 1]]).toEqual([i, i])
          // All executors but the dynamic one end a batch with the next call.
          if (executor !== 'dynamic') for (const one of held.splice(0)) gone.push(one)
          if (fate === 'hold') held.push({ i, lists, data })
          if (fate === 'release') {
            lists[i % 2]!.release()
            gone.push({ lists, data })
          }
          if (minor) collect('minor')
          if (turn) await new Promise(setImmediate)
          verify()
        }
      }
      await play()
      if (closeFirst) {
        await pipe.close()
        if (executor !== 'dynamic') for (const one of held.splice(0)) gone.push(one)
        verify()
      }
      for (const { lists, data } of held.splice(0)) {
        lists[1]!.release()
        gone.push({ lists, data })
      }
      verify()
      if (!closeFirst) {
        gone.length = 0
        await expect
          .poll(() => {
            collect('major')
            // A batch of the other executors is the consumer's until the next call, and a generator keeps what it gave last.
            const kept = executor === 'dynamic' && way !== 'for await' ? 0 : 1
            return inSlots(pipe).every((count) => count <= kept)
          })
          .toBe(true)
      }
      await pipe.close()
    }),
    25,
  )
})

describe.each(portion(executorNames))('%s', (executor) => {
  test.each(portion(Object.keys(ways)))(
    '%s gives slots of small batches back at once, and of others at their end',
    {
      tags: 'property',
    },
    async (way) => {
      for (const [size, slots] of [
        [small, 0],
        [large, 1],
      ] as const) {
        await using pipe = counting(size, executors[executor])
        const lists = await ways[way]!(pipe)()
        expect(inSlots(pipe)).toEqual([slots, slots])
        expect(lists[0]!.dataSync().buffer).toBeInstanceOf(ArrayBuffer)
        lists[0]!.release()
        expect(inSlots(pipe)).toEqual([0, 0])
      }
    },
  )
})

test('a loop that drops small batches makes no buffer that must be found, and asks for no collection', async () => {
  await using pipe = counting(small)
  const made = (['view', 'watch', 'collect'] as const).map((name) => vi.spyOn(outputViews(), name))
  for (let i = 0; i < 600; i++) expect((await pipe.run())[0]!.dataSync()[0]).toBe(i)
  for (const call of made) expect(call).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('copies are counted, with the tables that they hold; larger batches are not copied', async () => {
  await using few = counting(small)
  for (let i = 0; i < 5; i++) await few.run()
  const { copies, copiedBytes } = few.statistics()
  expect(copies.count).toBe(5)
  // int32 and int16
  expect(copiedBytes).toBeGreaterThanOrEqual(5 * 6 * small)
  expect(copiedBytes).toBeLessThanOrEqual(5 * smallBytes)
  await using many = counting(large)
  for (let i = 0; i < 5; i++) await many.run()
  expect(many.statistics().copies).toEqual({ count: 0, bytes: 0 })
})

test('all data of a batch comes along: names, indices, flags, shapes, layout', async () => {
  await using pipe = pipelineDef({ batchSize: 3, numThreads: 1 }, () => {
    const source = (i: number) =>
      [1, 2, 3].map((n) => ({ data: new Uint8Array(n * 4).fill(10 * i + n), shape: [n, 4] }))
    return fn.externalSource({ source, dtype: 'uint8', layout: 'HW', name: 'rows' })
  })()
  await pipe.run()
  const [x] = await pipe.run()
  expect([x!.layout, x!.isDense, x!.valid, x!.length]).toEqual(['HW', false, Uint8Array.of(1, 1, 1), 3])
  expect(x!.shape[2]).toEqual([3, 4])
  expect([0, 1, 2].map((i) => x!.sourceInfo(i).index)).toEqual([3, 4, 5])
  expect([...x!.at(1).dataSync()]).toEqual(Array(8).fill(12))
  expect([...x!.slice(1, 2).at(0).dataSync()]).toEqual(Array(8).fill(12))
})

test('an output that lies on a GPU stays in its slot, an empty one too', () => {
  const slot = new Slot({ buffer: new SharedArrayBuffer(2 ** 16, { maxByteLength: 2 ** 20 }), handle: 0 })
  const empty = { dtype: 'uint8', layout: '', samples: [{ data: new Uint8Array(0), shape: [0] }] } as const
  slot.write(0, [{ index: 0, epoch: 0, flags: 0, source: '', ordinal: 0 }], [empty, empty], 0, () => true)
  expect([slot.holdsAll, slot.deviceBytes]).toEqual([true, 0])
  const second = new DataView(slot.buffer)
  second.setInt32(
    Number(second.getBigInt64(arena.hOutputsOffset, true)) + arena.outputDescBytes + arena.oDevice,
    1,
    true,
  )
  expect([slot.holdsAll, slot.deviceBytes]).toEqual([false, 0])
})

test('every mode hands a small batch to another thread', async () => {
  await using pipe = counting(small)
  const answer = (hand: object, transfer: ArrayBuffer[] = []) =>
    new Promise<number>((resolve, reject) => {
      const code = `const { parentPort } = require('node:worker_threads')
        parentPort.once('message', ({ buffer, offsets, shapes }) => {
          const data = new Int32Array(buffer, offsets[0], shapes[0][0])
          parentPort.postMessage(data.reduce((a, b) => a + b, 0))
        })`
      const worker = new Worker(code, { eval: true })
      worker.once('message', (sum) => {
        resolve(sum)
        void worker.terminate()
      })
      worker.once('error', reject)
      worker.postMessage(hand, transfer)
    })
  await pipe.run()
  for (const [i, mode] of (['shared', 'copy', 'transfer'] as const).entries()) {
    const [x] = await pipe.run()
    const hand = x!.as(mode)
    expect(hand.buffer).toBeInstanceOf(mode === 'shared' ? SharedArrayBuffer : ArrayBuffer)
    // What was handed over is the other thread's, whatever happens to the batch.
    x!.release()
    const [tensor] = receive(hand)
    expect(tensor!.dataSync()[small - 1]).toBe(i + 1)
    expect(await answer(hand, mode === 'transfer' ? [hand.buffer as ArrayBuffer] : [])).toBe((i + 1) * small)
  }
})

test('a tensor that a library holds through DLPack keeps its bytes, although the batch is released and further ones are made', async () => {
  const consumer = createRequire(import.meta.url)('../../../build/Release/dlpack_consumer.node') as {
    bytes(address: bigint, into: Uint8Array): void
    drop(address: bigint): void
  }
  await using pipe = counting(small)
  await pipe.run()
  const [x] = await pipe.run()
  const address = x!.at(0).dlpack()
  x!.release()
  expect(await failure(() => x!.dataSync())).toMatchObject({ code: 'OUTPUT_RELEASED' })
  for (let i = 0; i < 50; i++) (await pipe.run())[0]!.release()
  collect('major')
  const bytes = new Uint8Array(4 * small)
  consumer.bytes(address, bytes)
  expect(new Set(new Int32Array(bytes.buffer))).toEqual(new Set([1]))
  consumer.drop(address)
})

test('an output whose memory was transferred is released, and its batch can still be released', async () => {
  await using pipe = counting(small)
  const [x, y] = await pipe.run()
  const { buffer } = x!.dataSync()
  const moved = structuredClone(buffer, { transfer: [buffer as ArrayBuffer] })
  for (const use of [() => x!.dataSync(), () => y!.at(0), () => y!.shape, () => x!.sourceInfo(0)]) {
    expect(use).toThrow(expect.objectContaining({ code: 'OUTPUT_RELEASED' }))
  }
  expect(inspect(x)).toContain('released')
  x!.release()
  expect(moved.byteLength).toBeGreaterThan(6 * small)
})

test('imperative mode takes outputs of small batches, and keeps them when the batch is released or its memory transferred', async () => {
  await using pipe = counting(small)
  await pipe.run()
  for (const end of [
    (x: TensorList) => x.release(),
    (x: TensorList) => structuredClone(null, { transfer: [x.dataSync().buffer as ArrayBuffer] }),
  ]) {
    const [x] = await pipe.run()
    const wanted = x!.dataSync()[0]
    const batch = nd.asBatch(x!)
    const twice = batch.mul(2)
    end(x!)
    expect([batch.dataSync()[small - 1], twice.dataSync()[small - 1]]).toEqual([wanted, 2 * Number(wanted)])
  }
})
