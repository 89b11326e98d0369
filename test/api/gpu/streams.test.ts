// The streams that pipelines' outputs take, in every form of the `__cuda_stream__` protocol, and two GPUs in one process.
import '../../util/gpu.js'
import { createRequire } from 'node:module'
import { type DeviceStream, fn, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { failure } from '../../util/collect.js'
import { handles } from '../../util/resources.js'

const { drop } = createRequire(import.meta.url)('../../../build/Release/dlpack_consumer.node') as {
  drop(address: bigint): void
}

/** Sample s of batch i holds from + 10 * i + s; output 0 is on the GPU, output 1 on the CPU. */
const make = (deviceId: number | null, from = 0) =>
  pipelineDef({ batchSize: 2, numThreads: 1, deviceId }, () => {
    const source = (i: number) => [0, 1].map((s) => new Int32Array(8).fill(from + 10 * i + s))
    const x = fn.externalSource({ source })
    return [x.gpu(), x] as const
  })()
const valuesOf = (list: TensorList) => [...list].map((t) => Number(t.dataSync()[0]))

/** Every place where an output takes a stream. The last gives the batch back. */
const places: Record<string, (list: TensorList, stream: DeviceStream) => void> = {
  waitOn: (list, stream) => list.waitOn(stream),
  'dlpack of a list': (list, stream) => drop(list.dlpack({ stream })),
  'dlpack of a tensor': (list, stream) => drop(list.at(1).dlpack({ stream })),
  release: (list, stream) => list.release({ stream }),
}

describe('a stream', () => {
  test('is taken in every form wherever there is one', async () => {
    await using pipe = make(1)
    const own = nd.stream(undefined, { deviceId: 1 })
    const [kept] = await pipe.run()
    const forms: DeviceStream[] = [
      ...[own, own.handle, Number(own.handle), kept, 0, 0n],
      { cudaStream: () => [0, own.handle] },
      { cudaStream: () => [0, Number(own.handle)] as const, deviceId: 1 },
      { cudaStream: () => own.cudaStream(), deviceId: null },
    ]
    for (const stream of forms) {
      const [list] = await pipe.run()
      for (const use of Object.values(places)) use(list, stream)
      expect(await failure(() => list.event)).toMatchObject({ code: 'OUTPUT_RELEASED' })
    }
    kept.release()
    const moved = nd.batch([[1, 2]]).gpu()
    for (const stream of [nd.stream(), { cudaStream: () => nd.getCurrentStream().cudaStream() }]) {
      drop(moved.at(0).dlpack({ stream }))
    }
    await expect.poll(() => failure(() => kept.event)).toMatchObject({ code: 'OUTPUT_RELEASED' })
  })

  test.each([
    [-1, /Expected a cudaStream_t or an object with cudaStream\(\) for \w+\(\)'s stream but received -1/],
    [1.5, /but received 1.5/],
    ['0', /but received "0"/],
    [null, /but received null/],
    [{}, /but received an object/],
    [{ cudaStream: 5n }, /but received an object/],
    [() => 5n, /but received a function/],
    [
      { cudaStream: () => 5n },
      /Expected cudaStream\(\) of \w+\(\)'s stream to return \[0, cudaStream_t\] but received 5n/,
    ],
    [{ cudaStream: () => [1, 5n] }, /but received \[1, 5n\]/],
    [{ cudaStream: () => [0, -1] }, /but received \[0, -1\]/],
    [{ cudaStream: () => [0] }, /but received \[0\]/],
  ])('cannot be %o, and the batch stays', async (stream, message) => {
    await using pipe = make(0)
    const [list] = await pipe.run()
    for (const [name, use] of Object.entries(places)) {
      const error = await failure(() => use(list, stream as never))
      expect(error, name).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) })
      expect(error.hint, name).toBeTruthy()
    }
    expect(valuesOf(list)).toEqual([0, 1])
    list.release()
  })

  test('says which GPU it belongs to, and is refused by outputs of another', async () => {
    await using pipe = make(1)
    const [list] = await pipe.run()
    const other = { cudaStream: () => [0, 0n] as const, deviceId: 0 }
    list.waitOn(other)
    for (const [name, use] of Object.entries(places).slice(1)) {
      expect(await failure(() => use(list, other)), name).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: 'Expected a stream of GPU 1 but received one of GPU 0',
      })
    }
    list.release()
  })

  test('in place of the options is refused, because it would be ignored', async () => {
    await using pipe = make(0)
    const [list] = await pipe.run()
    const moved = nd
      .batch([[1, 2]])
      .gpu()
      .at(0)
    for (const stream of [nd.stream(), 0n, 0, list] as never[]) {
      for (const use of [list.release, list.dlpack].map((call) => call.bind(list))) {
        expect(await failure(() => use(stream))).toMatchObject({ code: 'INVALID_ARGUMENT', hint: /\(\{ stream \}\)/ })
      }
      expect(await failure(() => list.at(0).dlpack(stream))).toMatchObject({ code: 'INVALID_ARGUMENT' })
      expect(await failure(() => moved.dlpack(stream))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    }
    expect(valuesOf(list)).toEqual([0, 1])
    list.release()
  })
})

describe('two GPUs in one process', () => {
  test('pipelines on both run side by side, and each has its own values, memory and streams', async () => {
    const streams = [0, 1].map((deviceId) => nd.stream(undefined, { deviceId }))
    const before = handles()
    const pipes = [make(0), make(1, 1000)]
    const seen = await Promise.all(
      pipes.map(async (pipe, gpu) => {
        const values: number[] = []
        for (let i = 0; i < 12; i++) {
          const [there, here] = await pipe.run()
          expect([there.deviceId, here.deviceId, there.at(0).deviceId]).toEqual([gpu, null, gpu])
          await there.ready()
          values.push(...valuesOf(there))
          expect((await there.toCpu()).dataSync()).toEqual(here.dataSync())
          there.release({ stream: streams[gpu]! })
        }
        return values
      }),
    )
    const expected = Array.from({ length: 12 }, (_, i) => [10 * i, 10 * i + 1]).flat()
    expect(seen).toEqual([expected, expected.map((n) => 1000 + n)])
    for (const pipe of pipes) await pipe.close()
    await expect.poll(handles).toBeLessThanOrEqual(before)
  })

  test('outputs of both are read by streams of either, and stay while the other pipeline ends', async () => {
    const [one, two] = [make(0), make(1, 1000)]
    const [[a], [b]] = await Promise.all([one.run(), two.run()])
    a.waitOn(b)
    b.waitOn(a)
    expect([a.stream, b.stream].map((s) => typeof s)).toEqual(['bigint', 'bigint'])
    await one.close()
    expect(valuesOf(b)).toEqual([1000, 1001])
    expect(valuesOf((await two.run())[0])).toEqual([1010, 1011])
    expect(valuesOf(a)).toEqual([0, 1])
    a.release()
    b.release({ stream: b })
    await two.close()
  })

  test('a synchronous one does not wait for the other', async () => {
    const define = pipelineDef({ batchSize: 1, numThreads: 1, synchronous: true }, () =>
      fn.externalSource({ source: (i: number) => [new Int32Array(4).fill(i)] }).gpu(),
    )
    const pipes = [define({ deviceId: 0 }), define({ deviceId: 1 })]
    for (let i = 0; i < 4; i++) {
      const lists = await Promise.all(pipes.map(async (pipe) => (await pipe.run())[0]!))
      expect(lists.map((list) => [list.deviceId, ...valuesOf(list)])).toEqual([
        [0, i],
        [1, i],
      ])
    }
    for (const pipe of pipes) await pipe.close()
  })
})
