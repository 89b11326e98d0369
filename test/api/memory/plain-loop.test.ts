// The loop that a user writes first: it takes batch after batch and releases none. It never stalls, in every executor and
// way to run, takes about as much memory as a loop that releases, and what is really held stays as it is.
import { execFile } from 'node:child_process'
import { createHash, webcrypto } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { fn, iterate, pipelineDef, type TensorList } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/data/output-memory.js'
import { smallBytes } from '../../../src/engine/delivery.js'
import { type AnyPipeline, failure, within } from '../../util/collect.js'
import { executorNames, executors } from '../../util/resources.js'
import { check, portion, runs } from '../../util/soak.js'

/** Batches lie in slots: those of up to `smallBytes` are copied (small-batches.test.ts). */
const length = smallBytes / 4
/** Batch i holds i everywhere. */
const counting = (options: object = {}, size = length) =>
  pipelineDef({ batchSize: 1, numThreads: 1, ...options }, () =>
    fn.externalSource({ source: (i: number) => [new Int32Array(size).fill(i)], dtype: 'int32' }),
  )()
const leased = (pipe: AnyPipeline) =>
  (pipe as unknown as { engine: { supervisor: { words: { leased: number } } } }).engine.supervisor.words.leased

const first = (list: TensorList) => list.dataSync()[length - 1]

describe.each(portion(executorNames, 3, 0))('%s', { tags: 'property' }, (executor) => {
  const count = runs(2500, 1200)
  const ways: Record<string, (pipe: ReturnType<typeof counting>, see: (list: TensorList) => void) => Promise<void>> = {
    'run()': async (pipe, see) => {
      for (let i = 0; i < count; i++) {
        const [x] = await pipe.run()
        see(x!)
      }
    },
    'runSync()': async (pipe, see) => {
      for (let i = 0; i < count; i++) {
        const [x] = pipe.runSync()
        see(x!)
      }
    },
    'for await': async (pipe, see) => {
      let i = 0
      for await (const [x] of pipe) {
        see(x!)
        if (++i === count) break
      }
    },
    'iterate()': async (pipe, see) => {
      let i = 0
      for await (const item of iterate(pipe, { outputMap: ['x'] })) {
        see(item.x)
        if (++i === count) break
      }
    },
    'shareOutputs()': async (pipe, see) => {
      for (let i = 0; i < count; i++) {
        pipe.scheduleRun()
        const [x] = await pipe.shareOutputs()
        see(x!)
        pipe.releaseOutputs()
      }
    },
  }
  test.each(Object.entries(ways))('%s goes on and on', { timeout: 60_000 }, async (_, run) => {
    await using pipe = counting({ ...executors[executor], prefetchQueueDepth: 2 })
    let seen = 0
    let most = 0
    await run(pipe, (x) => {
      expect(first(x)).toBe(seen++)
      most = Math.max(most, leased(pipe))
    })
    expect(seen).toBe(count)
    expect(most).toBeLessThan(512)
    expect(pipe.statistics().copiedBytes).toBe(0)
  })
})

const step = fc.record({
  /** What is kept of the batch. */
  keep: fc.constantFrom('nothing', 'list', 'array', 'part', 'tensor', 'buffer', 'shared'),
  /** How many batches later it is dropped. */
  steps: fc.integer({ min: 0, max: 12 }),
  release: fc.boolean(),
  collection: fc.constantFrom('none', 'none', 'minor', 'major'),
  turn: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

describe('memory', () => {
  const large = 4_800_000
  const noise = (options: object = {}) =>
    pipelineDef({ batchSize: 1, numThreads: 1, ...options }, () => fn.random.uniform({ shape: [large] }))()

  test('suffices for batches of 19 MB under a budget that holds two', { timeout: 60_000 }, async () => {
    await using pipe = noise({ memoryBudget: { host: 40e6 } })
    for (let i = 0; i < 10; i++) {
      const [x] = await within(20_000, `run ${i}`, pipe.run())
      expect(x!.dataSync()).toHaveLength(large)
    }
  })

  test('has few batches out at once without a budget', { timeout: 60_000 }, async () => {
    await using pipe = noise()
    let most = 0
    for (let i = 0; i < 25; i++) {
      const [x] = await pipe.run()
      expect(x!.dataSync()).toHaveLength(large)
      most = Math.max(most, leased(pipe))
    }
    // The collector marks beside the loop: a few more batches are out before it is done where other processes keep the cores
    // busy. All 25 are out where it is not told of the memory.
    expect(most).toBeLessThanOrEqual(10)
  })

  test('holds far more batches than there are slots', { timeout: 60_000 }, async () => {
    await using pipe = counting()
    const held: TensorList[] = []
    for (let i = 0; i < 1200; i++) held.push((await within(20_000, `run ${i}`, pipe.run()))[0]!)
    for (const [i, x] of held.entries()) expect(first(x)).toBe(i)
    expect(pipe.statistics().copiedBytes).toBeGreaterThan(0)
    const { buffer, offsets } = held.at(-1)!.as('shared')
    expect(buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(new Int32Array(buffer, offsets[0], length).at(-1)).toBe(1199)
    expect(held.at(-1)!.sourceInfo(0).index).toBe(1199)
  })

  test('stays as it is where it is held, while others are dropped and collected', {
    timeout: 60_000,
    tags: 'property',
  }, async () => {
    await check(
      60,
      11,
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), fc.boolean(), async (steps, sync) => {
        await using pipe = counting()
        let held: { i: number; until: number; read: () => ArrayLike<number | bigint> }[] = []
        const take = (x: TensorList, i: number, { keep, steps, release }: Step) => {
          const data = x.dataSync() as Int32Array
          expect(data[length - 1]).toBe(i)
          const shared = keep === 'shared' ? x.as('shared') : undefined
          const reads = {
            list: () => x.dataSync(),
            array: () => data,
            part: (
              (part) => () =>
                part
            )(data.subarray(3, 90)),
            tensor: (
              (tensor) => () =>
                tensor.dataSync()
            )(x.at(0)),
            buffer: (
              ({ buffer, byteOffset }) =>
              () =>
                new Int32Array(buffer, byteOffset, length)
            )(data),
            shared: () => new Int32Array(shared!.buffer as ArrayBuffer, shared!.offsets[0], length),
          }
          if (keep !== 'nothing') held.push({ i, until: i + steps, read: reads[keep] })
          else if (release) x.release()
        }
        for (const [i, step] of steps.entries()) {
          const [x] = sync ? pipe.runSync() : await pipe.run()
          take(x!, i, step)
          held = held.filter(({ until }) => until > i)
          if (step.collection !== 'none') collect(step.collection)
          if (step.turn) await new Promise(setImmediate)
          for (const { i, read } of held) {
            const data = read()
            expect([data[0], data[data.length - 1]]).toEqual([i, i])
          }
        }
      }),
      8,
    )
  })
})

describe('outputs as other code takes them', () => {
  test('WebCrypto and Response take them without a copy of ours', async () => {
    await using pipe = counting()
    const [x] = await pipe.run()
    const data = x!.dataSync()
    expect(data.buffer).toBeInstanceOf(ArrayBuffer)
    const wanted = createHash('sha256')
      .update(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
      .digest('hex')
    const digest = await webcrypto.subtle.digest('SHA-256', data as Int32Array<ArrayBuffer>)
    expect(Buffer.from(digest).toString('hex')).toBe(wanted)
    expect(new Uint8Array(await new Response(data as Int32Array<ArrayBuffer>).arrayBuffer())).toHaveLength(4 * length)
    expect(pipe.statistics().copiedBytes).toBe(0)
  })

  test('arrays of a released batch are empty, and never show another one', async () => {
    await using pipe = counting()
    const [x] = await pipe.run()
    const data = x!.dataSync()
    x!.release()
    expect(data).toHaveLength(0)
    expect(await failure(() => x!.dataSync())).toMatchObject({ code: 'OUTPUT_RELEASED' })
  })

  test('the count of the garbage collector stays equal, whether batches are released or dropped', {
    timeout: 60_000,
  }, async () => {
    const code = `
      import { fn, pipelineDef } from ${JSON.stringify(new URL('../../../dist/index.js', import.meta.url).href)}
      const pipe = pipelineDef({ batchSize: 1, numThreads: 1 }, () => fn.constant({ idata: [1], shape: [24e6], dtype: 'uint8' }))()
      const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
      const loop = async (release) => {
        for (let i = 0; i < 120; i++) {
          const [x] = await pipe.run()
          x.dataSync()
          if (release(i)) x.release()
          if (i % 20 === 0) await turn()
        }
        await turn()
        return process.memoryUsage().external
      }
      const begin = await loop(() => true)
      const released = await loop(() => true)
      // Dropped batches are counted again once the collector has found them.
      await loop((i) => i % 2)
      const mixed = await loop(() => true)
      console.log(JSON.stringify([released, mixed].map((bytes) => Math.round((bytes - begin) / 2 ** 20))))
      await pipe.close()`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
    for (const megabytes of JSON.parse(stdout) as number[]) expect(Math.abs(megabytes)).toBeLessThan(100)
  })

  test('a batch whose memory went into a stream stays as it is until it is read', { timeout: 60_000 }, async () => {
    await using pipe = counting()
    let sink: ReadableByteStreamController | undefined
    const stream = new ReadableStream({
      type: 'bytes',
      start(controller) {
        sink = controller
      },
    })
    const send = async () => {
      const [x] = await pipe.run()
      const { buffer, byteOffset, byteLength } = x!.dataSync()
      sink!.enqueue(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength))
      expect(await failure(() => x!.dataSync())).toMatchObject({ code: 'OUTPUT_RELEASED' })
    }
    for (let i = 0; i < 8; i++) await send()
    for (let i = 8; i < 300; i++) {
      const [x] = await pipe.run()
      expect(first(x!)).toBe(i)
      if (i % 40 === 0) collect('major')
    }
    const reader = stream.getReader()
    for (let i = 0; i < 8; i++) {
      const { value } = await reader.read()
      expect(new Set(new Int32Array(value!.buffer, value!.byteOffset, length))).toEqual(new Set([i]))
    }
  })

  test('where ArrayBuffers over shared memory are not allowed, outputs are SharedArrayBuffers, and say so', async () => {
    const dist = new URL('../../../dist/index.js', import.meta.url).href
    const program = `
      const { fn, pipelineDef } = await import(${JSON.stringify(dist)})
      process.on('warning', ({ code }) => console.log(code))
      const pipe = pipelineDef({ batchSize: 1, numThreads: 1 }, () => fn.random.uniform({ shape: [${length}] }))()
      let shared = 0
      for (let i = 0; i < 1500; i++) {
        const [x] = await pipe.run()
        shared += x.dataSync().buffer instanceof SharedArrayBuffer
      }
      await pipe.close()
      console.log(shared)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, PENSTOCK_EXTERNAL_BUFFERS: '0' },
      timeout: 30_000,
    })
    expect(stdout.trim().split('\n')).toEqual(['NO_EXTERNAL_BUFFERS', '1500'])
  })
})
