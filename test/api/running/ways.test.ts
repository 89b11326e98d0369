// The ways to run: scheduled, synchronous, aborted, watched; and how long outputs live; in each executor.
import { fn, iterate, Pipeline, PipelineAPIType, type PipelineOptions, pipelineDef, types } from 'penstock-data'
import { describe, expect, test, vi } from 'vitest'
import { native, type SystemInfo } from '../../../src/native.js'
import { digest, failure, numbers, within } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'

const data = someFiles(24)
const handles = () => (JSON.parse(native().info()) as SystemInfo).handles

const executors = {
  dynamic: {},
  pipelined: { execDynamic: false },
  simple: { execAsync: false },
} satisfies Record<string, PipelineOptions>
const names = Object.keys(executors) as (keyof typeof executors)[]

const readers = (options: PipelineOptions) =>
  pipelineDef({ batchSize: 4, numThreads: 2, seed: 1, ...options }, () => {
    const [bytes, labels] = fn.readers.file({ fileRoot: data.root, files: data.files, name: 'files' })
    return [labels, fn.cast(bytes, { dtype: 'float32' })]
  })()

const fed = (options: PipelineOptions) =>
  pipelineDef({ batchSize: 3, numThreads: 2, seed: 1, ...options }, () =>
    fn.cast(fn.externalSource({ name: 'x' }), { dtype: 'int32' }),
  )()

describe.each(names)('%s', (name) => {
  const options = executors[name]
  const depth = name === 'simple' ? 1 : 2

  test('scheduled runs keep their order, several in flight, and a call out of turn fails at once', async () => {
    await using pipe = readers(options)
    expect(await failure(() => pipe.shareOutputs())).toMatchObject({ code: 'NOTHING_SCHEDULED' })
    expect(await failure(() => pipe.releaseOutputs())).toMatchObject({ code: 'NOTHING_SHARED' })
    for (let i = 0; i < depth; i++) pipe.scheduleRun()
    expect(await failure(() => pipe.scheduleRun())).toMatchObject({ code: 'QUEUE_FULL' })
    const shared = await Promise.all(Array.from({ length: depth }, () => pipe.shareOutputs()))
    expect(shared.flatMap(([labels]) => numbers(labels!))).toEqual(Array.from({ length: 4 * depth }, (_, i) => i))
    // Still shared: their places are taken.
    expect(await failure(() => pipe.scheduleRun())).toMatchObject({ code: 'QUEUE_FULL' })
    expect(await failure(() => pipe.shareOutputs())).toMatchObject({ code: 'NOTHING_SCHEDULED' })
    pipe.releaseOutputs()
    expect(await failure(() => shared[0]![0]!.at(0))).toMatchObject({ code: 'OUTPUT_RELEASED' })
    if (depth > 1) expect(numbers(shared[1]![0]!)).toEqual([4, 5, 6, 7])
    pipe.scheduleRun()
    const [next] = await pipe.outputs()
    expect(numbers(next!)[0]).toBe(4 * depth)
    for (const other of [() => pipe.run(), () => pipe.runSync(), () => pipe.epoch().next()]) {
      expect(await failure(other)).toMatchObject({ code: 'API_MIXED' })
    }
  })

  test('a run that is scheduled before the pipeline is built begins without being asked for', async () => {
    let asked = 0
    await using pipe = pipelineDef({ batchSize: 1, numThreads: 1, ...options }, () =>
      fn.cast(fn.externalSource({ source: () => [Int32Array.of(asked++)] }), { dtype: 'float32' }),
    )()
    pipe.scheduleRun()
    await vi.waitUntil(() => asked > 0, { timeout: 20_000 })
  })

  test('scheduled runs take feeds and a reset', async () => {
    await using pipe = fed(options)
    expect(await failure(() => pipe.scheduleRun())).toMatchObject({ code: 'INPUT_MISSING' })
    expect(await failure(() => pipe.scheduleRun({ y: [1] } as never))).toMatchObject({ code: 'INPUT_UNKNOWN' })
    pipe.scheduleRun({ x: [1, 2] })
    const [a] = await pipe.shareOutputs()
    expect(numbers(a!)).toEqual([1, 2])
    pipe.releaseOutputs()
    pipe.scheduleRun({ x: [3] })
    pipe.reset()
    expect(await failure(() => pipe.shareOutputs())).toMatchObject({ code: 'NOTHING_SCHEDULED' })
    pipe.scheduleRun({ x: [4, 5, 6] })
    const [b] = await pipe.shareOutputs()
    expect(numbers(b!)).toEqual([4, 5, 6])
  })

  test('runSync gives what run() gives, with and without build(), from readers, sources and feeds', async () => {
    const want: string[] = []
    await using reference = readers(options)
    for (let i = 0; i < 7; i++) want.push(digest((await reference.run()) as never))
    for (const built of [false, true]) {
      await using pipe = readers(options)
      if (built) await pipe.build()
      expect(Array.from({ length: 6 }, () => digest(pipe.runSync() as never))).toEqual(want.slice(0, 6))
      // The two may follow each other.
      expect(digest((await pipe.run()) as never)).toBe(want[6])
    }
    await using source = pipelineDef({ batchSize: 2, seed: 1, ...options }, () =>
      fn.externalSource({ source: (i: number) => (i < 3 ? [i, i + 10] : null) }),
    )()
    expect([0, 1, 2].map(() => numbers(source.runSync()[0]!))).toEqual([
      [0, 10],
      [1, 11],
      [2, 12],
    ])
    expect(await failure(() => source.runSync())).toMatchObject({ code: 'END_OF_DATA' })
    await using input = fed(options)
    expect(await failure(() => input.runSync())).toMatchObject({ code: 'INPUT_MISSING' })
    expect(numbers(input.runSync({ x: [7, 8, 9] })[0]!)).toEqual([7, 8, 9])
  })

  test('runSync tells what fails, and what it cannot do', async () => {
    const late = pipelineDef({ batchSize: 2, seed: 1, ...options }, () =>
      fn.externalSource({ source: async (i: number) => [i, i] }),
    )()
    expect(await failure(() => late.runSync())).toMatchObject({ code: 'UNSUPPORTED' })
    await late.close()
    const broken = pipelineDef({ batchSize: 2, seed: 1, ...options }, () => {
      const x = fn.externalSource({ source: () => [new Uint8Array([1]), new Uint8Array([2])], name: 'x' })
      return fn.decoders.image(x)
    })()
    expect(await failure(() => broken.runSync())).toMatchObject({ code: 'BAD_SAMPLE' })
    expect(await failure(() => broken.run())).toMatchObject({ code: 'PIPELINE_CLOSED' })
    await broken.close()
    await using waiting = pipelineDef({ batchSize: 1, ...options }, () =>
      fn.externalSource({ source: () => new Promise<never>(() => {}) }),
    )()
    const pending = failure(() => waiting.run())
    expect(await failure(() => waiting.runSync())).toMatchObject({ code: 'API_MIXED' })
    await waiting.close()
    expect(await pending).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  test('an AbortSignal ends every waiting call; the pipeline and its batches stay', async () => {
    let go: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const make = () =>
      pipelineDef({ batchSize: 1, seed: 1, ...options }, () =>
        fn.externalSource({ source: async (i: number) => gate.then(() => [i]) }),
      )()
    await using a = make()
    await using b = make()
    await using c = make()
    b.scheduleRun()
    const calls = {
      run: (signal: AbortSignal) => a.run({}, { signal }),
      shareOutputs: (signal: AbortSignal) => b.shareOutputs({ signal }),
      epoch: (signal: AbortSignal) => c.epoch({ signal }).next(),
    }
    for (const [call, start] of Object.entries(calls)) {
      const abort = new AbortController()
      const pending = failure(() => start(abort.signal))
      await new Promise((resolve) => setTimeout(resolve, 20))
      abort.abort(new Error('enough'))
      expect(await within(2000, call, pending)).toMatchObject({ code: 'ABORTED', cause: { message: 'enough' } })
      expect(await failure(() => start(AbortSignal.abort()))).toMatchObject({ code: 'ABORTED' })
    }
    expect(await failure(() => make().build({ signal: AbortSignal.abort() }))).toMatchObject({ code: 'ABORTED' })
    go()
    expect(numbers((await a.run())[0]!)).toEqual([0])
    expect(numbers((await b.shareOutputs())[0]!)).toEqual([0])
    for await (const [x] of c.epoch()) {
      expect(numbers(x!)).toEqual([0])
      break
    }
  })

  test('the watchdog says which stage waits for which', async () => {
    await using pipe = pipelineDef({ batchSize: 1, seed: 1, watchdog: 0.2, ...options }, () => {
      const slow = fn.externalSource({ source: () => new Promise<never>(() => {}), name: 'slow' })
      return fn.cast(slow, { dtype: 'int32' })
    })()
    const error = await failure(() => within(5000, 'the watchdog', pipe.run()))
    expect(error.code).toBe('STALLED')
    expect(error.message).toMatch(/slow: waits .* for its own data, after 0 batches\n/)
    expect(error.message).toMatch(/cpu: waits .* for input from slow, after 0 batches\n/)
    expect(error.message).toMatch(/mailbox slow > cpu: 0 of \d full\n/)
  })

  test('outputs live as long as the executor says', async () => {
    const pipe = readers(options)
    const held: Awaited<ReturnType<typeof pipe.run>>[] = []
    for (let i = 0; i < 30; i++) held.push(await pipe.run())
    const labels = (i: number) => numbers(held[i]![0]!)
    const want = (i: number) => [0, 1, 2, 3].map((k) => (4 * i + k) % 24)
    if (name === 'dynamic') {
      for (let i = 0; i < 30; i++) expect(labels(i)).toEqual(want(i))
      held[3]![0]!.release()
      held[3]![1]!.release()
      for (let i = 0; i < 5; i++) (await pipe.run())[0]!.release()
      expect(labels(2)).toEqual(want(2))
    } else {
      expect(labels(29)).toEqual(want(29))
    }
    expect(await failure(() => labels(3))).toMatchObject({ code: 'OUTPUT_RELEASED' })
    await pipe.close()
    if (name === 'dynamic') expect(labels(29)).toEqual(want(29))
    else expect(await failure(() => labels(29))).toMatchObject({ code: 'OUTPUT_RELEASED' })
    for (const [list] of held) list!.release()
    expect(handles()).toBe(0)
  })
})

describe('serialize', () => {
  test('gives the same pipeline again; options may differ; sources are fed instead', async () => {
    await using pipe = readers({})
    await using copy = Pipeline.deserialize(pipe.serialize(), { execDynamic: false, numThreads: 1 })
    expect(copy.graph().hash).toBe(pipe.graph().hash)
    for (let i = 0; i < 3; i++) expect(digest(await copy.run())).toBe(digest((await pipe.run()) as never))
    await using own = pipelineDef({ batchSize: 2, seed: 1 }, () =>
      fn.externalSource({ source: () => [1, 2], name: 'x' }),
    )()
    await using other = Pipeline.deserialize(own.serialize())
    expect(await failure(() => other.run())).toMatchObject({ code: 'INPUT_MISSING' })
    expect(numbers((await other.run({ x: [5] }))[0]!)).toEqual([5])
  })

  test.each<readonly [text: string, expected: string]>([
    ...['', '{', '{}', '[]', 'null'].map((text) => [text, 'Expected a string from serialize()'] as const),
    ['{"penstock":1}', 'Expected a graph, { nodes, outputs } for graph but received none'],
    ['{"penstock":2,"graph":{"nodes":[],"outputs":[]}}', 'Expected version 1 for penstock but received 2'],
  ])('refuses %j', (text, expected) => {
    expect(() => Pipeline.deserialize(text)).toThrow(expected)
  })
})

test.each<[PipelineAPIType, (pipe: ReturnType<typeof fed>) => unknown]>([
  ['basic', (pipe) => pipe.runSync({ x: [1] })],
  ['scheduled', (pipe) => pipe.scheduleRun({ x: [1] })],
  ['iterator', (pipe) => pipe.epoch().next()],
  ['iterator', (pipe) => iterate(pipe, { outputMap: ['y'], size: 3 }).next()],
])('apiType says which API a pipeline is run with: %s', async (api, use) => {
  await using pipe = fed({})
  expect(pipe.apiType).toBe(null)
  pipe.feedInput('x', [1, 2, 3])
  await use(pipe)
  expect(pipe.apiType).toBe(api)
  expect(Object.values(PipelineAPIType)).toContain(api)
  expect(types.PipelineAPIType).toBe(PipelineAPIType)
})
