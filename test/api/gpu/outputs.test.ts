// Outputs in GPU memory: reading them, ordering streams around them, giving them to other libraries, and how long they are
// valid.
import '../../util/gpu.js'
import { createRequire } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import { inspect } from 'node:util'
import { fn, type PipelineOptions, pipelineDef, type Statistics, type TensorList } from 'penstock-data'
import { inspect as look, stream } from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { native } from '../../../src/native.js'
import { handles } from '../../util/resources.js'

const length = 300
const batchSize = 3
/** Sample s of batch i holds 100 * i + s everywhere; with `ragged` samples differ in length. */
const make = (options: PipelineOptions = {}, ragged = false) =>
  pipelineDef({ batchSize, numThreads: 2, seed: 1, deviceId: 1, ...options }, () => {
    const source = (i: number) =>
      Array.from({ length: batchSize }, (_, s) => new Int32Array(length + (ragged ? s : 0)).fill(100 * i + s))
    const x = fn.externalSource({ source, dtype: 'int32', name: 'x' })
    return [x.gpu(), x]
  })() as unknown as {
    run(): Promise<[TensorList, TensorList]>
    close(): Promise<void>
    statistics(): Statistics
  } & AsyncDisposable

const expected = (i: number, s: number) => new Int32Array(length).fill(100 * i + s)
const failure = async (call: () => unknown) => {
  try {
    await call()
  } catch (error) {
    return error as { code: string; message: string }
  }
  return expect.fail('it did not fail')
}

describe('outputs on a GPU', () => {
  test('are shown by console.log without a copy', async () => {
    await using pipe = make({}, true)
    const [there, here] = await pipe.run()
    const values = 'on the GPU: toCpu() gives the values'
    expect(inspect(there)).toBe(`TensorList(3 samples, int32, shapes differ, gpu 1) ${values}`)
    expect(inspect(there.at(0))).toBe(`Tensor(int32, [300], gpu 1) ${values}`)
    expect(inspect(here)).toMatch(/^TensorList\(3 samples, int32, shapes differ, cpu\)\n0: \[300\]\n/)
    expect(pipe.statistics().copies.count).toBe(0)
    expect((await look(there)).samples.map(({ device, max }) => [device, max])).toEqual(
      [0, 1, 2].map((s) => ['gpu', s]),
    )
    const [tensor] = there
    there.release()
    expect(inspect(there)).toBe('TensorList(3 samples, int32, gpu 1) released')
    expect(inspect(tensor)).toBe('Tensor(int32, [300], gpu 1) released')
  })

  test('have places and addresses', async () => {
    await using pipe = make()
    const [there, here] = await pipe.run()
    expect([there.device, there.deviceId, here.device, here.deviceId]).toEqual(['gpu', 1, 'cpu', null])
    expect([here.devicePointer, here.at(0).devicePointer]).toEqual([null, null])
    expect(typeof there.devicePointer).toBe('bigint')
    for (let s = 0; s < batchSize; s++) {
      const { device, deviceId, devicePointer } = there.at(s)
      expect([device, deviceId]).toEqual(['gpu', 1])
      expect(devicePointer! - there.devicePointer!).toBe(BigInt(4 * length * s))
    }
    expect(there.slice(1, 2).devicePointer).toBe(there.at(1).devicePointer)
    expect(there.asTensor()).toMatchObject({ device: 'gpu', shape: [batchSize, length] })
    there.release()
  })

  test.each([false, true])(
    'give their values by data(), dataSync(), copy() and toCpu() (ragged: %j)',
    async (ragged) => {
      await using pipe = make({}, ragged)
      for (let i = 0; i < 3; i++) {
        const [there, here] = await pipe.run()
        const tensors = [...here].map((t) => t.dataSync().slice())
        for (const [s, want] of tensors.entries()) {
          expect(there.at(s).dataSync()).toEqual(want)
          expect(await there.at(s).data()).toEqual(want)
          expect((await there.at(s).toCpu()).dataSync()).toEqual(want)
        }
        expect(there.copy().map((t) => [t.device, t.dataSync()])).toEqual(tensors.map((t) => ['cpu', t]))
        expect(there.dataSync()).toEqual(here.dataSync())
        expect(await there.data()).toEqual(await here.data())
        const own = await there.toCpu()
        expect(own).toMatchObject({
          device: 'cpu',
          deviceId: null,
          length: batchSize,
          dtype: 'int32',
          isDense: !ragged,
        })
        const plain = await here.toCpu()
        const infos = [0, 1, 2].map((s) => here.sourceInfo(s))
        there.release()
        // They do not need the batch any more.
        expect([...plain].map((t) => t.dataSync())).toEqual(tensors)
        expect([...own].map((t) => t.dataSync())).toEqual(tensors)
        expect([0, 1, 2].map((s) => own.sourceInfo(s))).toEqual(infos)
        expect(own.slice(1).at(0).dataSync()).toEqual(tensors[1])
        expect([...own.valid]).toEqual([1, 1, 1])
        expect(own.as('copy').offsets).toEqual([0, ...(ragged ? [1200, 2404] : [1200, 2400])])
        if (!ragged) expect(own.asTensor().shape).toEqual([batchSize, length])
      }
    },
  )

  test('are few in a loop that drops its batches', { timeout: 60_000 }, async () => {
    // 8 MB each, of which host memory has the tables alone.
    const source = (i: number) => [new Float32Array(2_000_000).fill(i)]
    await using pipe = pipelineDef({ batchSize: 1, numThreads: 1, deviceId: 0 }, () => {
      const x = fn.externalSource({ source, dtype: 'float32' })
      return fn.cast(x.gpu(), { dtype: 'int32' })
    })()
    let most = 0
    for (let i = 0; i < 30; i++) {
      const [x] = await pipe.run()
      expect(x!.device).toBe('gpu')
      const { words } = (pipe as unknown as { engine: { supervisor: { words: { leased: number } } } }).engine.supervisor
      most = Math.max(most, words.leased)
    }
    expect(most).toBeLessThanOrEqual(8)
  })

  test('count as copies in the statistics when they are read', async () => {
    await using pipe = make()
    const [there] = await pipe.run()
    await there.data()
    there.at(0).copy()
    const { copies } = (pipe as unknown as { statistics(): { copies: object } }).statistics()
    expect(copies).toEqual({ count: 2, bytes: 4 * length * (batchSize + 1) })
    there.release()
  })

  test.each([
    ['pipelined', { execDynamic: false }],
    ['dynamic', {}],
  ])('a copy that is on its way holds the batch, whatever happens meanwhile: %s', async (_, options) => {
    await using pipe = make(options)
    const reads: Promise<[number, unknown]>[] = []
    for (let i = 0; i < 40; i++) {
      const [there] = await pipe.run()
      const read = there.data()
      reads.push(read.then((data) => [i, data]))
      there.release()
    }
    for (const [i, data] of await Promise.all(reads)) {
      expect((data as Int32Array).subarray(0, length)).toEqual(expected(i, 0))
      expect((data as Int32Array).subarray(2 * length)).toEqual(expected(i, 2))
    }
  })

  test('throw after release()', async () => {
    await using pipe = make()
    const [there] = await pipe.run()
    const one = there.at(0)
    there.release()
    const calls: (() => unknown)[] = [
      () => there.devicePointer,
      () => one.devicePointer,
      () => there.dataSync(),
      () => there.data(),
      () => one.dataSync(),
      () => one.data(),
      () => one.copy(),
      () => there.toCpu(),
      () => there.event,
      () => there.stream,
      () => there.waitOn(0n),
      () => there.dlpack(),
    ]
    for (const call of calls) expect(await failure(call)).toMatchObject({ code: 'OUTPUT_RELEASED' })
  })

  test('say so where a call needs host memory, or a GPU', async () => {
    await using pipe = make()
    const [there, here] = await pipe.run()
    for (const mode of ['shared', 'copy', 'transfer'] as const) {
      expect(await failure(() => there.as(mode))).toMatchObject({
        code: 'UNSUPPORTED',
        hint: expect.stringContaining('toCpu'),
      })
    }
    expect(await failure(() => here.event)).toMatchObject({ code: 'UNSUPPORTED' })
    expect(await failure(() => here.cudaStream())).toMatchObject({ code: 'UNSUPPORTED' })
    expect(await failure(() => there.waitOn(-1))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    here.waitOn(0n)
    there.release()
  })
})

describe('streams', () => {
  test("streams order the user's work between a batch and the next", async () => {
    await using pipe = make({ execDynamic: false, prefetchQueueDepth: 1 })
    for (let i = 0; i < 10; i++) {
      const [there] = await pipe.run()
      expect(there.event).toBeGreaterThan(0n)
      const [version, stream] = there.cudaStream()
      expect([version, stream]).toEqual([0, there.stream])
      there.waitOn(stream)
      there.waitOn({ cudaStream: () => [0, Number(stream)] })
      expect(there.at(1).dataSync()).toEqual(expected(i, 1))
      there.release({ stream })
      there.release({ stream: there })
    }
  }, 20_000)
  test('the stream ends with the pipeline, the event with the batch', async () => {
    const pipe = make()
    const [there] = await pipe.run()
    await pipe.close()
    expect(there.event).toBeGreaterThan(0n)
    expect(await failure(() => there.stream)).toMatchObject({ code: 'PIPELINE_CLOSED' })
    there.release()
  })

  test('a stream of ours stays open as long as a batch that was made in it', async () => {
    const pipe = make()
    const [there] = await pipe.run()
    const { stream } = there
    await pipe.close()
    there.waitOn(stream)
    there.release({ stream })
    // Given back twice: nothing is left to do.
    there.release({ stream })
    expect(handles()).toBe(0)
  })

  test('a stream of ours that has ended is refused, and the batch stays', async () => {
    const first = make()
    const [gone] = await first.run()
    const { stream } = gone
    gone.release()
    await using pipe = make()
    const [there] = await pipe.run()
    await first.close()
    for (const use of [
      () => there.waitOn(stream),
      () => there.waitOn({ cudaStream: () => [0, stream] as const }),
      () => there.dlpack({ stream }),
      () => there.release({ stream }),
    ]) {
      expect(await failure(use)).toMatchObject({ code: 'STREAM_ENDED', message: expect.stringContaining('has ended') })
    }
    expect(there.at(1).dataSync()).toEqual(expected(0, 1))
    there.release()
  })

  test('streams of imperative mode, of another GPU, and the default stream', async () => {
    await using pipe = make()
    const [here, there] = [stream(undefined, { deviceId: 1 }), stream(undefined, { deviceId: 0 })]
    for (const given of [here, { cudaStream: () => [0, here.handle] as const }, here.handle, 0n, 0]) {
      const [list] = await pipe.run()
      list.waitOn(given)
      list.release({ stream: given })
    }
    const [list] = await pipe.run()
    list.waitOn(there)
    for (const use of [() => list.release({ stream: there }), () => list.dlpack({ stream: there })]) {
      expect(await failure(use)).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: 'Expected a stream of GPU 1 but received one of GPU 0',
      })
    }
    list.release()
    // And those of batches in imperative mode.
    const [other] = await pipe.run()
    const same = stream(other, { deviceId: 1 })
    expect(same.handle).toBe(other.stream)
    other.release()
    for (const ours of [here, there, same]) native().close(ours.native)
  })
})

describe('the life of outputs', () => {
  test('goes on after close() while they are held', async () => {
    const pipe = make()
    const held: TensorList[] = []
    for (let i = 0; i < 5; i++) held.push((await pipe.run())[0])
    held[1]!.release()
    await pipe.close()
    expect(handles()).toBe(4)
    // Others would take the memory if it had been given back.
    for (let round = 0; round < 3; round++) {
      await using other = make()
      for (let i = 50; i < 54; i++) (await other.run())[0].release()
    }
    for (const i of [0, 2, 3, 4]) {
      expect(held[i]!.at(2).dataSync()).toEqual(expected(i, 2))
      expect(await held[i]!.at(0).data()).toEqual(expected(i, 0))
    }
    const copy = held[0]!.data()
    for (const list of held) list.release()
    expect((await copy).slice(0, length)).toEqual(expected(0, 0))
    expect(handles()).toBe(0)
  })

  test('ends by collection, also after close()', async () => {
    const pipe = make()
    const run = async () => {
      for (let i = 0; i < 6; i++) await pipe.run()
    }
    await run()
    await pipe.close()
    const end = Date.now() + 15_000
    while (handles() > 0 && Date.now() < end) {
      globalThis.gc!()
      await turn()
    }
    expect(handles()).toBe(0)
  })
})

describe('DLPack', () => {
  const consumer = createRequire(import.meta.url)('../../../build/Release/dlpack_consumer.node') as {
    describe(address: bigint): string
    bytes(address: bigint, to: Uint8Array): void
    drop(address: bigint): void
  }
  const shown = (address: bigint) => JSON.parse(consumer.describe(address))
  const values = (address: bigint, count: number) => {
    const to = new Uint8Array(4 * count)
    consumer.bytes(address, to)
    return new Int32Array(to.buffer)
  }

  test('exports a tensor, a batch, and one on the CPU', async () => {
    await using pipe = make()
    const [there, here] = await pipe.run()
    const [one, all, plain] = [there.at(2).dlpack(), there.dlpack({ stream: there }), here.at(1).dlpack()]
    expect(shown(one)).toEqual({
      device: [2, 1],
      dtype: [0, 32, 1],
      shape: [length],
      dense: true,
      at: String(there.at(2).devicePointer),
    })
    expect(shown(all)).toMatchObject({ device: [2, 1], shape: [batchSize, length], at: String(there.devicePointer) })
    expect(shown(plain)).toMatchObject({ device: [1, 0], shape: [length] })
    expect(values(plain, length)).toEqual(expected(0, 1))
    there.release()
    for (const address of [one, all, plain]) consumer.drop(address)
    await pipe.close()
    await expect.poll(handles).toBe(0)
  })

  test('keeps a penstock stream of the consumer open until the deleter runs', async () => {
    const pipe = make()
    const [there] = await pipe.run()
    const address = there.dlpack({ stream: there })
    const copy = there.at(0).dlpack({ stream: there.stream })
    there.release()
    await pipe.close()
    expect(values(address, length)).toEqual(expected(0, 0))
    consumer.drop(address)
    consumer.drop(copy)
    await expect.poll(handles).toBe(0)
  })

  test('keeps the memory until the deleter runs', async () => {
    await using pipe = make()
    const address = await (async () => {
      const [there] = await pipe.run()
      const own = await there.toCpu()
      there.release()
      return own.at(1).dlpack()
    })()
    for (let i = 0; i < 5; i++) {
      globalThis.gc!()
      await turn()
    }
    expect(values(address, length)).toEqual(expected(0, 1))
    consumer.drop(address)
    await pipe.close()
    await expect.poll(handles).toBe(0)
  })

  test.each([
    ['pipelined', { execDynamic: false, prefetchQueueDepth: 3 }],
    ['dynamic', {}],
  ])('the batch stays as it is until the deleter has run, on any thread: %s', async (_, options) => {
    const pipe = make(options)
    const first = (await pipe.run())[0]
    const address = first.dlpack()
    first.release()
    expect(await failure(() => first.dataSync())).toMatchObject({ code: 'OUTPUT_RELEASED' })
    for (let i = 1; i < 12; i++) {
      const [there] = await pipe.run()
      expect(there.at(0).dataSync()).toEqual(expected(i, 0))
      there.release()
      expect(values(address, batchSize * length).slice(2 * length)).toEqual(expected(0, 2))
    }
    await pipe.close()
    expect(values(address, batchSize * length).slice(0, length)).toEqual(expected(0, 0))
    expect(handles()).toBe(2)
    consumer.drop(address)
    await expect.poll(handles).toBe(0)
  })
})
