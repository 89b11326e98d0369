// Data that an operator refuses, where data is fed: it fails the request, or the run, that it came with. Mates in its batch keep
// their results, and the pipeline goes on with the next batch.
import '../../util/gpu.js'
import { type DataNode, fn, type PipelineOptions, pipelineDef, serve, type TensorList } from 'penstock-data'
import { describe, expect, test, vi } from 'vitest'
import { npy } from '../../readers/npy.js'
import { failure } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { executorNames, executors, handles } from '../../util/resources.js'

const options = { batchSize: 4, numThreads: 1 } as const
const module = new URL('../../util/functions/samples.mjs', import.meta.url)
const floats = (...values: number[]) => Float32Array.from(values)
const valuesOf = (list: TensorList) =>
  Array.from({ length: list.length }, (_, i) => [...list.at(i).dataSync()].map(Number))
/** A file of one number of this dtype. */
const file = (descr: string, bytes: number) => npy({ descr, shape: [1], data: new Uint8Array(bytes) })

/** Four numbers, or fewer, as two rows of two. */
const rows = (more: PipelineOptions = {}) =>
  pipelineDef({ ...options, ...more }, () => [
    fn.reshape(fn.externalSource({ name: 'x', dtype: 'float32', ndim: 1 }), { shape: [2, 2] }),
  ])()
const [good, bad] = [floats(1, 2, 3, 4), floats(1, 2, 3)]

describe('one request among four fails alone', () => {
  interface Case {
    what: string
    graph: () => unknown[]
    more?: PipelineOptions
    good: unknown
    bad: unknown
    /** undefined: it has a result too, since it is wrong only beside the others. */
    code: string | undefined
    /** Batches that are run for the four; more than one where the failure does not say whose it is. */
    batches: number
  }
  const x = (dtype?: 'uint8' | 'float32') => fn.externalSource({ name: 'x', ...(dtype && { dtype }) })
  const cases: Case[] = [
    {
      what: 'extents that an operator does not take',
      graph: () => [fn.reshape(x('float32'), { shape: [2, 2] })],
      good,
      bad,
      code: 'INVALID_INPUT',
      batches: 1,
    },
    {
      what: 'a value that an argument does not take',
      graph: () => [fn.constant({ fdata: [1] }), fn.random.coinFlip({ probability: x('float32') })],
      good: 0.5,
      bad: 7,
      code: 'INVALID_ARGUMENT',
      batches: 1,
    },
    {
      what: 'data of another number of dimensions',
      graph: () => [fn.crop(x('uint8'), { crop: [1, 1] })],
      good: { data: new Uint8Array(12), shape: [2, 2, 3], layout: 'HWC' },
      bad: new Uint8Array(12),
      code: 'INVALID_INPUT',
      batches: 3,
    },
    {
      what: 'a result of another dtype',
      graph: () => [fn.decoders.numpy(x('uint8'))],
      good: file('<f4', 4),
      bad: file('<f8', 8),
      code: undefined,
      batches: 5,
    },
    {
      what: 'what a function throws for',
      graph: () => [fn.jsFunction(x('float32'), { module, export: 'throwsForThree' })],
      good,
      bad,
      code: 'BAD_SAMPLE',
      batches: 1,
    },
    {
      what: 'extents that an operator on a GPU does not take',
      graph: () => [fn.crop(x('uint8').gpu(), { crop: [2, 2] })],
      more: { deviceId: 0 },
      good: { data: new Uint8Array(12), shape: [2, 2, 3], layout: 'HWC' },
      bad: { data: new Uint8Array(3), shape: [1, 1, 3], layout: 'HWC' },
      code: 'INVALID_INPUT',
      batches: 1,
    },
  ]

  test.each(cases)('$what', async ({ graph, more, good, bad, code, batches }) => {
    await using pipe = pipelineDef({ ...options, ...more, onError: 'placeholder' }, graph as () => DataNode[])()
    const server = serve(pipe as never, { maxDelayMs: 1e6 })
    const next = serve(pipe as never, { maxDelayMs: 0 })
    const ask = (of: typeof server, x: unknown) =>
      of.request({ x } as never).then(
        () => 'a result',
        ({ code }) => code as string,
      )
    const asked = Promise.all([good, good, bad, good].map((x) => ask(server, x)))
    await server.close()
    expect(await asked).toEqual(['a result', 'a result', code ?? 'a result', 'a result'])
    expect(server.statistics().batches).toBe(batches)
    expect([await ask(next, bad), await ask(next, good)]).toEqual([code ?? 'a result', 'a result'])
  })

  test('whose memory was taken away before its batch was made', async () => {
    await using pipe = pipelineDef({ ...options, onError: 'placeholder' }, () => [
      fn.externalSource({ name: 'x', dtype: 'float32', noCopy: true }),
    ])()
    const server = serve(pipe, { maxDelayMs: 1e6 })
    const taken = floats(9)
    const asked = [1, 2, 3].map((value) => server.request({ x: floats(value) }).then(([x]) => x!.dataSync()[0]))
    const lost = failure(() => server.request({ x: taken }))
    structuredClone(taken, { transfer: [taken.buffer] })
    expect(await Promise.all(asked)).toEqual([1, 2, 3])
    expect(await lost).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('that does not fit into the memory budget', { tags: 'long' }, async () => {
    const more = { onError: 'placeholder', memoryBudget: { host: 4 * 2 ** 20 } } as const
    await using pipe = pipelineDef({ ...options, ...more }, () => [fn.externalSource({ name: 'x', dtype: 'uint8' })])()
    const server = serve(pipe, { maxDelayMs: 20 })
    const ask = (bytes: number) =>
      server.request({ x: new Uint8Array(bytes) }).then(
        ([x]) => x!.shape[0],
        ({ code }) => code,
      )
    expect(await Promise.all([1, 2 ** 24, 2].map(ask))).toEqual([1, 'BUDGET_EXCEEDED', 2])
    expect(await ask(3)).toBe(3)
  })
})

describe('bad samples of a server are looked up in constant time, and keep their reasons, however many there were', () => {
  const x = () => fn.externalSource({ name: 'x', dtype: 'float32' })
  async function expectReason(graph: () => [DataNode]): Promise<void> {
    await using pipe = pipelineDef({ batchSize: 1000, numThreads: 1, onError: 'placeholder' }, graph)()
    // More than are kept for statistics.
    const batch = Array.from({ length: 1000 }, (_, i) => (i ? bad : good))
    for (let i = 0; i < 12; i++) (await pipe.run({ x: batch }))[0].release()
    expect(pipe.statistics().badTotal).toBe(12 * 999)
    const server = serve(pipe, { maxDelayMs: 1e6, maxBatch: 2 })
    const parse = vi.spyOn(JSON, 'parse')
    const [, error] = await Promise.all([good, bad].map((x) => failure(() => server.request({ x }))))
    const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    parse.mockRestore()
    expect(error).toMatchObject({ detail: expect.stringMatching(/shape of 3|no three/) })
    expect(parsed).toBeLessThan(200_000)
  }

  test('of operators', () => expectReason(() => [fn.reshape(x(), { shape: [2, 2] })]))

  test('of functions', { tags: 'long' }, () =>
    expectReason(() => [fn.jsFunction(x(), { module, export: 'throwsForThree' })]),
  )
})

describe.each(executorNames)('a run whose data is refused: %s', (executor) => {
  const make = () => rows(executors[executor])

  test('rejects, and the next one works', async () => {
    await using pipe = make()
    for (let round = 0; round < 3; round++) {
      expect(valuesOf((await pipe.run({ x: [good] }))[0]!)).toEqual([[1, 2, 3, 4]])
      const error = await failure(() => pipe.run({ x: [good, bad] }))
      expect(error).toMatchObject({ code: 'INVALID_INPUT', op: 'reshape', stage: 'cpu', sample: { source: 'x' } })
    }
    expect(pipe.runSync({ x: [good] })[0]!.length).toBe(1)
    expect(() => pipe.runSync({ x: [bad] })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(pipe.runSync({ x: [good] })[0]!.length).toBe(1)
  })

  test('is told from others that overlap it', async () => {
    await using pipe = make()
    const asked = [good, bad, bad, good, bad, good].map((x, i) =>
      pipe.run({ x: Array.from({ length: (i % 3) + 1 }, () => x) }).then(
        ([list]) => list!.length,
        ({ code }) => code,
      ),
    )
    const refused = 'INVALID_INPUT'
    expect(await Promise.all(asked)).toEqual([1, refused, refused, 1, refused, 3])
  })

  test('in the other ways to run', async () => {
    {
      await using pipe = make()
      for (const x of [bad, good]) pipe.feedInput('x', [x])
      expect(await failure(() => pipe.run())).toMatchObject({ code: 'INVALID_INPUT' })
      expect((await pipe.run())[0]!.length).toBe(1)
      expect(await failure(() => pipe.run())).toMatchObject({ code: 'INPUT_MISSING' })
    }
    {
      await using pipe = make()
      for (const x of [bad, good]) {
        pipe.scheduleRun({ x: [x] })
        if (x === bad) expect(await failure(() => pipe.shareOutputs())).toMatchObject({ code: 'INVALID_INPUT' })
        else expect((await pipe.shareOutputs())[0]!.length).toBe(1)
      }
      pipe.releaseOutputs()
    }
    {
      await using pipe = make()
      for (const x of [good, bad, good]) pipe.feedInput('x', [x])
      const seen: number[] = []
      const loop = async () => {
        for await (const [list] of pipe) seen.push(list!.length)
      }
      expect(await failure(loop)).toMatchObject({ code: 'INVALID_INPUT' })
      expect(await failure(loop)).toMatchObject({ code: 'INPUT_MISSING' })
      expect(seen).toEqual([1, 1])
    }
    expect(handles()).toBe(0)
  })

  test('of a call that was aborted is nothing to the next call', async () => {
    await using pipe = make()
    const controller = new AbortController()
    const aborted = failure(() => pipe.run({ x: [bad] }, { signal: controller.signal }))
    controller.abort()
    const next = pipe.run({ x: [good, good] })
    expect(await aborted).toMatchObject({ code: 'ABORTED' })
    expect((await next)[0]!.length).toBe(2)
  })

  test('takes its part of the batches of readers and sources, in each kind of stage', async () => {
    const { root, files } = someFiles(12)
    const define = pipelineDef({ ...options, ...executors[executor], deviceId: 0, batchSize: 2 }, () => {
      const [, label] = fn.readers.file({ fileRoot: root, files, name: 'files' })
      const own = fn.externalSource({ source: (i: number) => [floats(i), floats(i)] })
      const x = fn.externalSource({ name: 'x', dtype: 'float32', ndim: 1 })
      const two = fn.jsFunction(fn.reshape(x, { shape: [2, 2] }), { module, export: 'throwsForThree', workers: 2 })
      return [label, own.gpu(), two]
    })
    const feed = (x: Float32Array) => pipe.run({ x: [good, x] })
    const about = ([label, own]: readonly TensorList[]) => {
      const seen = [valuesOf(label!).flat(), own!.at(0).dataSync()[0]]
      label!.release()
      return seen
    }
    const pipe = define()
    const [refused, thrown] = [bad, floats(3, 3, 3, 3)]
    expect(about(await feed(good))).toEqual([[0, 1], 0])
    expect(await failure(() => feed(refused))).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await failure(() => feed(thrown))).toMatchObject({ code: 'USER_FUNCTION' })
    expect(about(await feed(good))).toEqual([[6, 7], 3])
    await pipe.close()
    expect(handles()).toBe(0)
  })
})

test('a checkpoint after a run that was refused begins with the samples after it', async () => {
  const { root, files } = someFiles(12)
  const define = pipelineDef({ ...options, batchSize: 2 }, () => {
    const [, label] = fn.readers.file({ fileRoot: root, files, randomShuffle: true, name: 'files' })
    return [label, fn.reshape(fn.externalSource({ name: 'x', dtype: 'float32', ndim: 1 }), { shape: [2, 2] })]
  })
  await using pipe = define({ seed: 3 })
  await pipe.run({ x: [good, good] })
  expect(await failure(() => pipe.run({ x: [good, bad] }))).toMatchObject({ code: 'INVALID_INPUT' })
  const checkpoint = await pipe.checkpoint()
  await using again = define({ checkpoint })
  const labels = async (of: typeof pipe) => valuesOf((await of.run({ x: [good, good] }))[0]!)
  expect(await labels(again)).toEqual(await labels(pipe))
})

test('an error that ends a pipeline with fed data still ends it', async () => {
  await using pipe = pipelineDef(options, () => [
    fn.jsFunction(fn.externalSource({ name: 'x', dtype: 'float32' }), { module, export: 'exits' }),
  ])()
  expect(await failure(() => pipe.run({ x: [good] }))).toMatchObject({ code: 'ACTOR_DIED' })
  expect(await failure(() => pipe.run({ x: [good] }))).toMatchObject({ code: 'PIPELINE_CLOSED' })
})
