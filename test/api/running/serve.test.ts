// serve(): every request gets the result of its own sample, or its own error, whatever comes with it in a batch, and
// however requests arrive, are aborted or fail.
import '../../util/gpu.js'
import { getEventListeners } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type BatchServer, fn, type Pipeline, pipelineDef, serve, type TensorList, types } from 'penstock-data'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '../../util/collect.js'
import { plugin } from '../../util/gpu.js'
import { type Executor, executorNames, executors, handles } from '../../util/resources.js'

const options = { batchSize: 4, numThreads: 1, onError: 'placeholder' } as const
const numbers = pipelineDef(options, () => [fn.externalSource({ name: 'x', dtype: types.FLOAT, ndim: 0 })])
const photo = readFileSync(new URL('../../../data/photos/animals/cat.jpg', import.meta.url))
const photos = pipelineDef(options, () => {
  const files = fn.externalSource({ name: 'upload', dtype: types.UINT8, ndim: 1 })
  return fn.resize(fn.decoders.image(files, { outputType: types.RGB }), { size: [8, 8] })
})

/** A model that gives twice each number, and notes the batches that it sees. */
function doubling() {
  const batches: number[][] = []
  const model = ([list]: readonly TensorList[]) => {
    const values = Array.from(list!.dataSync() as Float32Array)
    batches.push(values)
    return values.map((x) => 2 * x)
  }
  return { batches, model }
}

const never = 1e6
const tick = () => new Promise((resolve) => setImmediate(resolve))

describe('requests', () => {
  test('make a batch when there are enough of them, without waiting', async () => {
    await using pipe = numbers()
    const { batches, model } = doubling()
    const server = serve(pipe, { maxDelayMs: never }, model)
    const results = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((x) => server.request({ x })))
    expect(results).toEqual([2, 4, 6, 8, 10, 12, 14, 16])
    expect(batches).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ])
    expect(server.statistics()).toMatchObject({ answered: 8, batches: 2, meanBatch: 4, waiting: 0, inFlight: 0 })
  })

  test('wait for others as long as maxDelayMs says, and no longer', async () => {
    await using pipe = numbers()
    const { batches, model } = doubling()
    const server = serve(pipe, { maxDelayMs: 30 }, model)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const began = performance.now()
    expect(await Promise.all([server.request({ x: 1 }), server.request({ x: 2 })])).toEqual([2, 4])
    expect(performance.now() - began).toBeGreaterThan(29)
    // The pipeline itself has timers of seconds.
    const delays = timers.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms < 1000)
    expect(Math.max(...delays)).toBeLessThanOrEqual(30)
    timers.mockRestore()
    expect(batches).toEqual([[1, 2]])
    // Without a delay one that comes alone is alone.
    const eager = serve(pipe, { maxDelayMs: 0 }, model)
    expect(await eager.request({ x: 3 })).toBe(6)
  })

  test("have released the batch's memory when they end, and hold on to no signal", async () => {
    await using pipe = numbers()
    let list: TensorList | undefined
    const server = serve(pipe, { maxDelayMs: 0 }, (outputs) => {
      list = outputs[0]!
      return doubling().model(outputs)
    })
    const { signal } = new AbortController()
    expect(await server.request({ x: 1 }, { signal })).toBe(2)
    await server.close()
    expect(() => list!.dataSync()).toThrow(expect.objectContaining({ code: 'OUTPUT_RELEASED' }))
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('gather while batches are under way', async () => {
    await using pipe = numbers()
    const sizes: number[] = []
    let go!: () => void
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const server = serve(pipe, { maxDelayMs: 0 }, async ([list]) => {
      sizes.push(list!.length)
      await gate
      return Array.from(list!.dataSync() as Float32Array)
    })
    const first = [server.request({ x: 1 }), server.request({ x: 2 })]
    while (sizes.length < 2) await tick()
    const others = [3, 4, 5, 6, 7].map((x) => server.request({ x }))
    await tick()
    expect(server.statistics()).toMatchObject({ waiting: 5, inFlight: 2 })
    go()
    expect(await Promise.all([...first, ...others])).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(sizes).toEqual([1, 1, 4, 1])
  })

  test('have their data copied at once', async () => {
    await using pipe = pipelineDef(options, () => [fn.externalSource({ name: 'x' })])()
    const server = serve(pipe, { maxDelayMs: 0 }, ([list]) => [...list!].map((t) => [...t.dataSync()]))
    const data = Float32Array.of(1, 2)
    const asked = server.request({ x: data })
    data.fill(9)
    expect(await asked).toEqual([1, 2])
  })

  test('of other dtypes come into other batches', async () => {
    await using pipe = pipelineDef(options, () => [fn.externalSource({ name: 'x' })])()
    const seen: string[] = []
    const server = serve(pipe, { maxDelayMs: never }, ([list]) => {
      seen.push(`${list!.dtype} x ${list!.length}`)
      return [...list!].map((t) => t.dataSync()[0])
    })
    const given = [Float32Array.of(1), Float32Array.of(2), Int8Array.of(3), Float32Array.of(4)]
    const asked = given.map((x) => server.request({ x }))
    await server.close()
    expect(await Promise.all(asked)).toEqual([1, 2, 3, 4])
    expect(seen).toEqual(['float32 x 2', 'int8 x 1', 'float32 x 1'])
  })

  test('feed several inputs, and several outputs of one', async () => {
    const define = pipelineDef(options, () => {
      const [a, b] = fn.externalSource({ name: 'pair', numOutputs: 2 })
      return { a, b, c: fn.externalSource({ name: 'c' }) }
    })
    await using pipe = define()
    const server = serve(pipe, { maxDelayMs: 0 })
    const all = await Promise.all([0, 1].map((i) => server.request({ pair: [10 + i, 20 + i], c: 30 + i })))
    expect(all.map(({ a, b, c }) => [a, b, c].map((t) => t!.dataSync()[0]))).toEqual([
      [10, 20, 30],
      [11, 21, 31],
    ])
    expect(await failure(() => server.request({ pair: 5, c: 1 }))).toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('without a model', () => {
  test('a request gets copies of its outputs, which stay valid', async () => {
    const pipe = photos()
    const server = serve(pipe)
    const [image] = await server.request({ upload: photo })
    const whole = await server.request({ upload: photo })
    await pipe.close()
    expect(image!.shape).toEqual([8, 8, 3])
    expect([...image!.dataSync()]).toEqual([...whole[0]!.dataSync()])
    expect(new Set(image!.dataSync()).size).toBeGreaterThan(10)
  })

  test.skipIf(!existsSync(plugin))('outputs on a GPU come as host memory', async () => {
    const define = pipelineDef({ ...options, deviceId: 0 }, () => [
      fn.externalSource({ name: 'x', dtype: 'float32' }).gpu(),
    ])
    await using pipe = define()
    const server = serve(pipe, { maxDelayMs: 0 })
    const [tensor] = await server.request({ x: Float32Array.of(1, 2, 3) })
    expect(tensor!.device).toBe('cpu')
    expect([...tensor!.dataSync()]).toEqual([1, 2, 3])
  })
})

describe('failures', () => {
  test('a bad sample fails alone, with its reason; a batch of such never comes to the model', async () => {
    await using pipe = photos()
    let seen = 0
    const server = serve(pipe, { maxDelayMs: never, maxBatch: 3 }, (outputs) => {
      seen++
      return [...outputs[0]!].map((t) => t.shape.join('x'))
    })
    const bad = { code: 'BAD_SAMPLE', op: 'decoders.image' }
    const [a, b, c] = await Promise.allSettled(
      [photo, Buffer.from('hello'), photo].map((upload) => server.request({ upload })),
    )
    expect([a, c]).toEqual(Array(2).fill({ status: 'fulfilled', value: '8x8x3' }))
    expect(b).toMatchObject({ reason: bad })
    expect(String((b as PromiseRejectedResult).reason)).toMatch(/Expected an image of a known format but received text/)
    expect(seen).toBe(1)
    for (const { reason } of (await Promise.allSettled(
      Array.from({ length: 3 }, () => server.request({ upload: Buffer.from('hello') })),
    )) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject(bad)
    }
    expect(seen).toBe(1)
    expect(server.statistics()).toMatchObject({ answered: 2, failed: 4, batches: 2 })
  })

  test.each<[string, () => unknown, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('no weights')
      },
      /The model threw: no weights/,
    ],
    ['rejects', () => Promise.reject(new Error('no weights')), /The model threw: no weights/],
    ['returns too little', () => [1], /Expected 2 results of the model, .* received 1 of them/],
    ['returns nothing', () => undefined, /Expected 2 results of the model, .* received undefined/],
  ])('a model that %s fails its batch, and no other', async (_, wrong, message) => {
    await using pipe = numbers()
    const { model } = doubling()
    let turn = 0
    const server = serve(pipe, { maxBatch: 2, maxDelayMs: never }, (outputs) =>
      turn++ ? model(outputs) : (wrong() as number[]),
    )
    const settled = await Promise.allSettled([1, 2, 3, 4].map((x) => server.request({ x })))
    for (const one of settled.slice(0, 2) as PromiseRejectedResult[]) {
      expect(one.reason).toMatchObject({ code: 'USER_FUNCTION', op: 'serve', message: expect.stringMatching(message) })
    }
    expect(settled.slice(2)).toEqual([6, 8].map((value) => ({ status: 'fulfilled', value })))
  })

  test('one request more than maxQueue is refused', async () => {
    await using pipe = numbers()
    const server = serve(pipe, { maxDelayMs: never, maxQueue: 2 }, doubling().model)
    const asked = [1, 2].map((x) => server.request({ x }))
    expect(await failure(() => server.request({ x: 3 }))).toMatchObject({ code: 'QUEUE_FULL', op: 'serve' })
    expect(server.statistics()).toMatchObject({ waiting: 2, refused: 1 })
    await server.close()
    expect(await Promise.all(asked)).toEqual([2, 4])
    expect(await failure(() => server.request({ x: 4 }))).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  test('wrong data is refused by name, and the requests before and after it get their results', async () => {
    await using pipe = numbers()
    const server = serve(pipe as Pipeline<TensorList[]>, { maxBatch: 2, maxDelayMs: never }, doubling().model)
    const before = server.request({ x: 1 })
    const wrong: [unknown, string, RegExp][] = [
      [{}, 'INPUT_MISSING', /'x'.*request\(\{ x: data \}\)/],
      [{ y: 1 }, 'INPUT_UNKNOWN', /'y'.*Inputs that can be fed: x/],
      [{ x: 'text' }, 'INVALID_INPUT', /x/],
      [{ x: [1, 2] }, 'INVALID_INPUT', /x/],
      [Float32Array.of(1), 'INVALID_INPUT', /by the input's name/],
      [undefined, 'INVALID_INPUT', /by the input's name/],
    ]
    for (const [data, code, message] of wrong) {
      expect(await failure(() => server.request(data as never))).toMatchObject({
        code,
        message: expect.stringMatching(message),
      })
    }
    expect(await Promise.all([before, server.request({ x: 2 })])).toEqual([2, 4])
    expect(server.statistics().refused).toBe(wrong.length)
  })

  test('requests reject when the pipeline is closed', async () => {
    const pipe = numbers()
    await pipe.build()
    const server = serve(pipe, { maxDelayMs: 10 }, doubling().model)
    const asked = [1, 2].map((x) => failure(() => server.request({ x })))
    await pipe.close()
    for (const error of await Promise.all(asked)) expect(error).toMatchObject({ code: 'PIPELINE_CLOSED' })
    await server.close()
  })

  test.each<[string, () => unknown, RegExp]>([
    [
      'maxBatch',
      () => serve(numbers(), { maxBatch: 5 }),
      /maxBatch from 1 to the pipeline's batchSize, 4, but received 5/,
    ],
    ['maxBatch', () => serve(numbers(), { maxBatch: 0 }), /maxBatch/],
    ['maxDelayMs', () => serve(numbers(), { maxDelayMs: Number.NaN }), /maxDelayMs.* received NaN/],
    ['maxQueue', () => serve(numbers(), { maxQueue: 0.5 }), /maxQueue.* received 0.5/],
    ['another option', () => serve(numbers(), { maxDelay: 3 } as never), /'maxDelay'.*maxDelayMs/],
    ['the model', () => serve(numbers(), {}, 5 as never), /a function for the model but received 5/],
    ['no pipeline', () => serve({} as never), /Expected a pipeline but received an object/],
    [
      'a pipeline with onError',
      () => serve(numbers({ onError: 'throw' })),
      /onError: 'placeholder' but received 'throw'/,
    ],
    [
      'a pipeline with a source',
      () => serve(pipelineDef(options, () => [fn.externalSource({ source: [[1]] })])() as never),
      /inputs are all fed/,
    ],
  ])('a wrong argument is refused: %s', (_, call, message) => {
    expect(call).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) }))
  })
})

describe('a signal', () => {
  test('ends a request that waits, and one whose batch is under way', async () => {
    await using pipe = numbers()
    const { batches, model } = doubling()
    const server = serve(pipe, { maxDelayMs: never, maxBatch: 2 }, model)
    const controller = new AbortController()
    const [waiting, other] = [server.request({ x: 1 }, controller), server.request({ x: 2 })]
    // Their batch has begun. One more waits.
    const third = failure(() => server.request({ x: 3 }, controller))
    controller.abort(new Error('gone'))
    expect(await failure(() => waiting)).toMatchObject({ code: 'ABORTED', cause: { message: 'gone' } })
    expect(await third).toMatchObject({ code: 'ABORTED' })
    expect(await other).toBe(4)
    expect(await failure(() => server.request({ x: 4 }, controller))).toMatchObject({ code: 'ABORTED' })
    await server.close()
    expect(batches).toEqual([[1, 2]])
    expect(server.statistics()).toMatchObject({ answered: 1, aborted: 2, waiting: 0 })
  })
})

describe('however requests come', { tags: 'property' }, () => {
  type Event = { do: 'request' | 'bad' | 'abort' | 'tick' | 'wait'; which: number }
  const event: fc.Arbitrary<Event> = fc.record({
    do: fc.constantFrom('request', 'request', 'request', 'bad', 'abort', 'tick', 'wait'),
    which: fc.nat(1000),
  })

  /** Makes the requests with numbers, or with the data that `data` makes of them: a bad one's number is negative. */
  async function play<Data>(server: BatchServer, events: readonly Event[], data: (x: number) => Data) {
    const asked: { x: number; controller: AbortController; result: Promise<unknown> }[] = []
    for (const [n, { do: what, which }] of events.entries()) {
      if (what === 'request' || what === 'bad') {
        const controller = new AbortController()
        const x = what === 'bad' ? -1 - n : 1 + n
        asked.push({ x, controller, result: server.request(data(x) as never, controller).catch((error) => error.code) })
      } else if (what === 'abort') asked[which % (asked.length || 1)]?.controller.abort()
      else await (what === 'tick' ? tick() : new Promise((resolve) => setTimeout(resolve, which % 4)))
    }
    await server.close()
    return Promise.all(asked.map(async ({ x, controller, result }) => ({ x, controller, got: await result })))
  }

  test.each(executorNames)('each gets its own result: %s', async (executor: Executor) => {
    const open = handles()
    const pipe = numbers(executors[executor])
    const setting = fc.record({ maxBatch: fc.integer({ min: 1, max: 4 }), maxDelayMs: fc.integer({ min: 0, max: 3 }) })
    const runs = process.env.PENSTOCK_TESTS === 'long' ? 200 : 15
    await fc.assert(
      fc.asyncProperty(setting, fc.array(event, { maxLength: 30 }), fc.boolean(), async (given, events, slow) => {
        const { batches, model } = doubling()
        const server = serve(pipe, given, async (outputs) => {
          const results = model(outputs)
          if (slow) await tick()
          // The outputs are still those of the batch.
          expect(results).toEqual(Array.from(outputs[0]!.dataSync() as Float32Array, (x) => 2 * x))
          return results
        })
        for (const { x, controller, got } of await play(server, events, (x) => ({ x }))) {
          if (got !== 'ABORTED') expect(got).toBe(2 * x)
          else expect(controller.signal.aborted).toBe(true)
        }
        expect(batches.every((batch) => batch.length >= 1 && batch.length <= given.maxBatch)).toBe(true)
        // In the order in which they came.
        const order = batches.flat().map(Math.abs)
        expect(order).toEqual([...order].sort((a, b) => a - b))
        const { answered, failed, aborted, refused, waiting, inFlight } = server.statistics()
        const requests = events.filter((e) => e.do === 'request' || e.do === 'bad').length
        expect({ sum: answered + failed + aborted, refused, waiting, inFlight }).toEqual({
          ...{ sum: requests, refused: 0, waiting: 0, inFlight: 0 },
        })
      }),
      { numRuns: runs },
    )
    await pipe.close()
    expect(handles()).toBe(open)
  })

  test('bad samples fail alone', async () => {
    await using pipe = photos()
    const data = (x: number) => ({ upload: x < 0 ? Buffer.from('hello') : photo })
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 20 }), async (events) => {
        const server = serve(pipe, { maxDelayMs: 1 }, ([images]) => [...images!].map((image) => image.shape.join('x')))
        for (const { x, got } of await play(server, events, data)) {
          if (got !== 'ABORTED') expect(got).toBe(x < 0 ? 'BAD_SAMPLE' : '8x8x3')
        }
      }),
      { numRuns: process.env.PENSTOCK_TESTS === 'long' ? 100 : 8 },
    )
  })
})
