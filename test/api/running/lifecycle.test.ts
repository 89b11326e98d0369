// Tests building, closing and failing: nothing hangs, all resources come back, and each misuse has its error.
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { endIdleThreads } from '../../../src/actors/stage-threads.js'
import { native } from '../../../src/native.js'
import { type AnyPipeline, failure, numbers, within } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { descriptors, handles, threads } from '../../util/resources.js'

const data = someFiles(24)

const readers = (options: object = {}) =>
  pipelineDef({ batchSize: 4, numThreads: 2, seed: 1, ...options }, () => {
    const [bytes, labels] = fn.readers.file({ fileRoot: data.root, files: data.files })
    return [labels, fn.cast(bytes, { dtype: 'float32' })]
  })()

const endless = () =>
  pipelineDef({ batchSize: 2, numThreads: 2, seed: 1 }, () => {
    const x = fn.externalSource({ source: (i: number) => [i, i], name: 'x' })
    return fn.cast(x, { dtype: 'int32' })
  })()

const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

test('a dozen pipelines open at once give no warning', async () => {
  native() // which listens too
  const before = process.listenerCount('exit')
  const all = Array.from({ length: 12 }, () => readers({ numThreads: 1 }))
  await Promise.all(all.map((p) => p.run()))
  expect(process.listenerCount('exit')).toBeLessThanOrEqual(before + 1)
  await Promise.all(all.map((p) => p.close()))
  expect(process.listenerCount('exit')).toBeLessThanOrEqual(before)
})

describe('closing', () => {
  test('gives every handle, thread and descriptor back, whatever the pipeline was doing', async () => {
    const run = async (p: AnyPipeline) => void (await p.run())
    const uses: Record<string, (p: AnyPipeline) => unknown> = {
      'never built': () => {},
      built: (p) => p.build(),
      building: (p) => void p.build(),
      'asked for its readers while it was built': async (p) => {
        const built = p.build()
        p.readerMeta()
        await built
      },
      'ran once': run,
      'between batches': async (p) => {
        await run(p)
        await pause(10)
      },
      'with a pending run': (p) => void p.run().catch(() => {}),
      'in a loop that was left': async (p) => {
        for await (const _ of p) break
      },
    }
    // The pool and the first pipeline's modules stay.
    await using warm = readers()
    await warm.run()
    await warm.close()
    await endIdleThreads()
    await pause(50)
    const before = [handles(), threads(), descriptors()]
    expect(before[0]).toBe(0)
    for (const [name, use] of Object.entries(uses)) {
      for (const make of [readers, endless]) {
        const pipe = make()
        await use(pipe)
        await within(2000, `close() when ${name}`, pipe.close())
        await pause(20)
        expect([name, handles()]).toEqual([name, 0])
      }
    }
    // Node gives a thread's descriptors back a little later. A leak would show once per pipeline, and there were 14.
    await expect.poll(threads, { timeout: 3000 }).toBe(before[1])
    await expect.poll(descriptors, { timeout: 3000 }).toBeLessThan(before[2]! + 4)
    expect(process.getActiveResourcesInfo().filter((r) => /Worker|MessagePort/.test(r))).toEqual([])
  })

  test('works twice, at once and during calls', async () => {
    const pipe = readers()
    await pipe.run()
    const pending = [failure(() => endlessly(pipe))]
    await Promise.all([pipe.close(), pipe.close()])
    await pipe.close()
    expect(await within(1000, 'the pending loop', pending[0]!)).toMatchObject({ code: 'PIPELINE_CLOSED' })
    for (const call of [
      () => pipe.run(),
      () => pipe.build(),
      () => pipe.reset(),
      () => pipe.feedInput('x' as never, []),
      () => pipe.readerMeta(),
    ]) {
      expect(await failure(call)).toMatchObject({ code: 'PIPELINE_CLOSED' })
    }
    expect(await failure(() => pipe[Symbol.asyncIterator]().next())).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  const endlessly = async (pipe: AnyPipeline) => {
    for (;;) await pipe.run()
  }

  test('inside the loop ends the loop with PIPELINE_CLOSED', async () => {
    const pipe = readers()
    const loop = async () => {
      for await (const _ of pipe) await pipe.close()
    }
    expect(await failure(() => within(2000, 'the loop', loop()))).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  test('the last statistics stay readable', async () => {
    const pipe = readers()
    for await (const _ of pipe);
    await pipe.close()
    expect(pipe.statistics().stages.find((s) => s.kind === 'sink')).toMatchObject({ samples: 24, batches: 6 })
  })

  test('50 pipelines, one after the other, leave memory flat', { timeout: 300_000, tags: 'long' }, async () => {
    const one = async () => {
      await using pipe = readers()
      for (let i = 0; i < 3; i++) await pipe.run()
    }
    for (let i = 0; i < 10; i++) await one()
    await endIdleThreads()
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    for (let i = 0; i < 50; i++) await one()
    await endIdleThreads()
    globalThis.gc?.()
    await pause(50)
    globalThis.gc?.()
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(24)
    expect(handles()).toBe(0)
  })
})

describe('ways of running', () => {
  test('do not mix', async () => {
    await using a = readers()
    await a.run()
    expect(await failure(() => a[Symbol.asyncIterator]().next())).toMatchObject({ code: 'API_MIXED' })
    expect(numbers((await a.run())[0]!)).toEqual([4, 5, 6, 7])
    await using b = readers()
    for await (const _ of b) {
      expect(await failure(() => b.run())).toMatchObject({ code: 'API_MIXED' })
      expect(await failure(() => b[Symbol.asyncIterator]().next())).toMatchObject({ code: 'API_MIXED' })
      break
    }
  })

  test('calls of run() that overlap are served in order', async () => {
    await using pipe = readers()
    const runs = Array.from({ length: 5 }, () => pipe.run().then((out) => numbers(out[0]!)))
    expect((await Promise.all(runs)).flat()).toEqual(Array.from({ length: 20 }, (_, i) => i))
  })
})

describe('outputs', () => {
  test('throw when touched after their time; copies stay', async () => {
    await using pipe = readers({ execDynamic: false })
    const [labels, wide] = await pipe.run()
    const tensor = labels!.at(0)
    const kept = labels!.copy()
    await pipe.run()
    const touches = [
      () => labels!.at(0),
      () => labels!.shape(0),
      () => labels!.shape(),
      () => labels!.asTensor(),
      () => labels!.dataSync(),
      () => labels!.data(),
      () => labels!.copy(),
      () => labels!.sourceInfo(0),
      () => labels!.valid,
      () => [...wide!],
      () => tensor.dataSync(),
      () => tensor.data(),
      () => tensor.copy(),
    ]
    for (const touch of touches) expect(await failure(touch), String(touch)).toMatchObject({ code: 'OUTPUT_RELEASED' })
    expect(kept.map((t) => t.dataSync()[0])).toEqual([0, 1, 2, 3])
  })

  test('are released by the loop, by dispose, by reset() and by close()', async () => {
    const pipe = readers({ execDynamic: false })
    let last: Awaited<ReturnType<typeof pipe.run>>[number] | undefined
    for await (const [labels] of pipe) {
      if (last) expect(await failure(() => last!.at(0))).toMatchObject({ code: 'OUTPUT_RELEASED' })
      last = labels
    }
    expect(await failure(() => last!.at(0))).toMatchObject({ code: 'OUTPUT_RELEASED' })
    await pipe.close()
    const other = readers({ execDynamic: false, prefetchQueueDepth: 1 })
    const [a, b] = await other.run()
    a![Symbol.dispose]()
    expect(await failure(() => b!.at(0))).toMatchObject({ code: 'OUTPUT_RELEASED' })
    a![Symbol.dispose]()
    const [c] = await other.run()
    expect(numbers(c!)).toEqual([4, 5, 6, 7])
    other.reset()
    expect(await failure(() => c!.at(0))).toMatchObject({ code: 'OUTPUT_RELEASED' })
    const [d] = await other.run()
    expect(d!.sourceInfo(0)).toMatchObject({ index: 0, epoch: 1 })
    await other.close()
    expect(await failure(() => d!.at(0))).toMatchObject({ code: 'OUTPUT_RELEASED' })
  })

  test('samples out of range and batches that are not dense are named', async () => {
    await using pipe = readers()
    const [labels, wide] = await pipe.run()
    for (const i of [-1, 4, 0.5]) expect(await failure(() => labels!.at(i))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(wide!.isDense).toBe(false)
    expect(await failure(() => wide!.asTensor())).toMatchObject({ code: 'INVALID_INPUT' })
    expect(labels!.shape()).toEqual([4, 1])
  })
})

describe('inputs that are fed', () => {
  const fed = (options: object = {}) =>
    pipelineDef({ batchSize: 4, numThreads: 2, seed: 1 }, () => {
      const x = fn.externalSource({ name: 'x', ...options })
      return [x, fn.cast(x, { dtype: 'int32' })]
    })()
  const run = async (p: AnyPipeline, feeds?: Parameters<AnyPipeline['run']>[0]) =>
    numbers((await within(3000, 'run()', p.run(feeds)))[1]!)

  test('are used in order, from run() and from feedInput()', async () => {
    await using pipe = fed()
    expect(await run(pipe, { x: [1, 2] })).toEqual([1, 2])
    pipe.feedInput('x', [3])
    pipe.feedInput('x', [4, 5, 6, 7])
    expect([await run(pipe), await run(pipe)]).toEqual([[3], [4, 5, 6, 7]])
    expect(await failure(() => run(pipe))).toMatchObject({ code: 'INPUT_MISSING', hint: expect.stringContaining('x') })
    // The pipeline is as good as before.
    expect(await run(pipe, { x: [8] })).toEqual([8])
  })

  test('are refused under an unknown name, or one with a source of its own', async () => {
    await using pipe = fed()
    expect(await failure(() => pipe.feedInput('y' as never, [1]))).toMatchObject({
      code: 'INPUT_UNKNOWN',
      hint: expect.stringContaining('x'),
    })
    expect(await failure(() => pipe.run({ y: [1] } as never))).toMatchObject({ code: 'INPUT_UNKNOWN' })
    await using other = endless()
    expect(await failure(() => other.feedInput('x' as never, [1]))).toMatchObject({ code: 'INPUT_UNKNOWN' })
  })

  test('wrong data is refused where it is fed', async () => {
    await using pipe = fed({ dtype: 'float32', ndim: 0 })
    expect(await failure(() => pipe.feedInput('x', [[1, 2]]))).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await failure(() => pipe.feedInput('x', [1, 2, 3, 4, 5]))).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await run(pipe, { x: [1] })).toEqual([1])
  })

  test('repeatLast goes on with the last data, blocking waits for new', async () => {
    await using repeat = fed({ repeatLast: true })
    expect(await failure(() => run(repeat))).toMatchObject({ code: 'INPUT_MISSING' })
    repeat.feedInput('x', [1, 2])
    expect([await run(repeat), await run(repeat)]).toEqual([
      [1, 2],
      [1, 2],
    ])
    await using blocking = fed({ blocking: true })
    const late = run(blocking)
    setTimeout(() => blocking.feedInput('x', [9]), 30)
    expect(await late).toEqual([9])
  })

  test('a batch stands for itself: nothing is waited for to fill it up', async () => {
    await using pipe = pipelineDef({ batchSize: 4, seed: 1, onError: 'skip' }, () =>
      fn.peekImageShape(fn.externalSource({ name: 'x' })),
    )()
    const bmp = new Uint8Array(58)
    bmp.set([66, 77, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24])
    const bad = new Uint8Array(9)
    const sizes: number[] = []
    for (const feed of [[bmp, bad, bmp, bmp], [bad], [], [bmp, bmp, bmp, bmp]]) {
      sizes.push((await within(3000, 'run()', pipe.run({ x: feed })))[0]!.length)
    }
    expect(sizes).toEqual([3, 0, 0, 4])
  })

  test('reset() forgets what was fed', async () => {
    await using pipe = fed()
    for (let i = 0; i < 5; i++) pipe.feedInput('x', [i])
    expect(await run(pipe)).toEqual([0])
    pipe.reset()
    expect(await failure(() => run(pipe))).toMatchObject({ code: 'INPUT_MISSING' })
    expect(await run(pipe, { x: [7] })).toEqual([7])
    pipe.reset()
    expect(await run(pipe, { x: [8] })).toEqual([8])
  })

  test('a batch is copied when it is fed, unless noCopy says otherwise', async () => {
    await using pipe = fed()
    const buffer = new Float32Array([1, 2, 3])
    pipe.feedInput('x', buffer)
    buffer.fill(0)
    expect(await run(pipe)).toEqual([1, 2, 3])
  })
})

describe('a data set of bad samples', () => {
  test('is an error with skip, not a search without end', async () => {
    const missing = Array.from({ length: 7 }, (_, i) => `none${i}.bin`)
    const reader = pipelineDef({ batchSize: 4, seed: 1, onError: 'skip' }, () => fn.readers.file({ files: missing }))()
    expect(await failure(() => within(5000, 'run()', reader.run()))).toMatchObject({ code: 'BAD_SAMPLE' })
    const decoder = pipelineDef({ batchSize: 4, seed: 1, onError: 'skip' }, () => {
      const [bytes] = fn.readers.file({ fileRoot: data.root, files: data.files })
      return fn.decoders.image(bytes)
    })()
    expect(await failure(() => within(5000, 'run()', decoder.run()))).toMatchObject({ code: 'BAD_SAMPLE' })
    const source = pipelineDef({ batchSize: 4, seed: 1, onError: 'skip' }, () =>
      fn.externalSource({
        batch: false,
        source: () => {
          throw new TypeError('never')
        },
      }),
    )()
    expect(await failure(() => within(5000, 'run()', source.run()))).toMatchObject({ code: 'USER_FUNCTION' })
    const loop = pipelineDef({ batchSize: 4, seed: 1, onError: 'skip' }, () => fn.readers.file({ files: missing }))()
    const epoch = async () => {
      for await (const _ of loop) expect.unreachable()
    }
    expect(await failure(epoch)).toMatchObject({ code: 'BAD_SAMPLE' })
  })
})
