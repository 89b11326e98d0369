// fn.jsFunction in whole pipelines: order, bytes, failures, and the end of functions that do not end themselves.
import { fileURLToPath } from 'node:url'
import { fn, type JsFunctionOptions, type PipelineOptions, pipelineDef } from 'penstock-data'
import { afterEach, describe, expect, test } from 'vitest'
import { native, type SystemInfo } from '../../../src/native.js'
import { type AnyPipeline, digest, failure, numbers, within } from '../../util/collect.js'
import { portion } from '../../util/soak.js'

const photos = fileURLToPath(new URL('../../../data/photos', import.meta.url))
const module = '../../util/functions/samples.mjs'

const executors: [string, PipelineOptions][] = [
  ['dynamic', {}],
  ['pipelined', { execDynamic: false }],
  ['simple', { execPipelined: false }],
]

const open: AnyPipeline[] = []
const kept = <P extends AnyPipeline>(pipe: P): P => {
  open.push(pipe)
  return pipe
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((pipe) => within(30_000, 'close()', pipe.close())))
  expect((JSON.parse(native().info()) as SystemInfo).handles).toBe(0)
})

/** Samples 0 .. count-1, three equal floats each and the number itself; the function's outputs, then the number. */
const counting = (count: number, options: Partial<JsFunctionOptions>, more: PipelineOptions = {}) =>
  kept(
    pipelineDef({ batchSize: 8, numThreads: 2, seed: 3, ...more }, () => {
      const source = function* () {
        for (let i = 0; i < count; i++) yield [Float32Array.of(i, i, i), i]
      }
      const [x, id] = fn.externalSource({ source, numOutputs: 2, batch: false, cycle: 'raise' })
      return [...[fn.jsFunction(x, { module, ...options })].flat(), id]
    })() as AnyPipeline,
  )

const epoch = (pipe: AnyPipeline, most = Number.POSITIVE_INFINITY) =>
  within(
    30_000,
    'an epoch',
    (async () => {
      const out: number[][][] = []
      for await (const outputs of pipe) {
        out.push(outputs.map((list) => numbers(list!)))
        if (out.length === most) break
      }
      return out
    })(),
  )
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

const bytes = new Set<string>()

describe.each(portion(executors, 3, 0))('%s', { tags: 'property' }, (_, more) => {
  test('runSync() waits until the module is loaded', () => {
    const pipe = counting(16, { export: 'twice' }, more)
    expect(numbers(pipe.runSync()[0]!)).toEqual([0, 2, 4, 6, 8, 10, 12, 14])
  })

  test.each([1, 4])('%i workers with delays keep the order, over epochs and after a break', async (workers) => {
    const pipe = counting(60, { export: 'late', workers }, more)
    for (const most of [undefined, 2, 1, undefined, 3, undefined]) {
      const batches = await epoch(pipe, most)
      const wanted = upTo(most ? 8 * most : 60)
      expect(batches.flatMap(([x]) => x)).toEqual(wanted)
      expect(batches.flatMap(([, id]) => id)).toEqual(wanted)
    }
  })

  test('a function between native operators gives the same bytes with any number of workers', async () => {
    for (const workers of [1, 2, 4]) {
      const pipe = kept(
        pipelineDef({ batchSize: 5, numThreads: 2, seed: 11, ...more }, () => {
          const [jpegs, labels] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
          const images = fn.decoders.imageCrop(jpegs, { crop: [32, 32] })
          const passed = fn.jsFunction(images, { module, workers })
          const random = fn.jsFunction(images, { module, export: 'draws', workers })
          return [fn.flip(passed, { horizontal: fn.random.coinFlip() }), random, labels]
        })() as AnyPipeline,
      )
      const all: string[] = []
      for await (const outputs of pipe) all.push(digest(outputs))
      expect(new Set(all).size).toBe(5)
      bytes.add(all.join())
      await pipe.close()
    }
    // Over all executors, too.
    expect(bytes.size).toBe(1)
  })

  test("'skip' keeps batches full with their labels, and reports every bad sample", async () => {
    for (const workers of [1, 3]) {
      const pipe = counting(200, { export: 'oddFails', workers, onError: 'skip' }, more)
      const batches = await epoch(pipe)
      const even = upTo(100).map((i) => 2 * i)
      expect(batches.map(([x]) => x!.length)).toEqual([...Array(12).fill(8), 4])
      expect(batches.flatMap(([x]) => x)).toEqual(even)
      expect(batches.flatMap(([, id]) => id)).toEqual(even)
      const { badSamples, badTotal } = pipe.statistics()
      expect(badTotal).toBe(100)
      expect(badSamples.map(({ index }) => index)).toEqual(even.map((i) => i + 1))
      expect(badSamples[0]).toMatchObject({ op: 'jsFunction', stage: 'jsFunction', code: 'USER_FUNCTION' })
      expect(badSamples[0]!.reason).toMatch(/no odd sample: 1 \(\/.*samples\.mjs:\d+:\d+\)/)
    }
  })

  test("'skip' makes a function that always fails an error, not a hang", async () => {
    const pipe = kept(
      pipelineDef({ batchSize: 8, numThreads: 2, ...more }, () => {
        const [files] = fn.readers.file({ fileRoot: photos })
        return [fn.jsFunction(files, { module, export: 'alwaysFails', onError: 'skip', workers: 2 })]
      })() as AnyPipeline,
    )
    expect(
      await within(
        30_000,
        'run()',
        failure(() => pipe.run()),
      ),
    ).toMatchObject({ code: 'BAD_SAMPLE' })
  })

  test("'throw' gives the batches before, then the error with the user's line and stack", async () => {
    const pipe = counting(60, { export: 'failsLate', workers: 4 }, more)
    const good: number[] = []
    const error = await within(
      30_000,
      'the failure',
      failure(async () => {
        for await (const [x] of pipe) good.push(...numbers(x!))
      }),
    )
    expect(good).toEqual(upTo(16))
    expect(error).toMatchObject({ code: 'USER_FUNCTION', op: 'jsFunction', sample: { index: 20 } })
    expect(error.callSite).toMatch(/js-function\.test\.ts:\d+:\d+$/)
    expect(error.message).toMatch(/too late at 20 \(\/.*samples\.mjs:\d+:\d+\)/)
    expect(String(error.cause)).toMatch(/Error: too late at 20\n +at failsLate \(.*samples\.mjs:\d+:\d+\)/)
  })

  test('a function that never answers, or never returns, does not hold close() up', async () => {
    for (const name of ['never', 'spins']) {
      const pipe = counting(60, { export: name, workers: 2 }, more)
      const pending = failure(() => pipe.run())
      await new Promise((resolve) => setTimeout(resolve, 100))
      await within(30_000, 'close()', pipe.close())
      expect(await within(30_000, 'run()', pending)).toMatchObject({ code: 'PIPELINE_CLOSED' })
    }
  })
})

describe('the worker', () => {
  test('gives placeholders the axes of the layout while there is no good sample', async () => {
    const faulty = { module: '../../util/functions/faulty.mjs', export: 'always' }
    const pipe = counting(8, { ...faulty, onError: 'placeholder', outputs: { layout: 'HWC' } })
    const [list] = await pipe.run()
    expect([list!.layout, list!.shape(0), [...list!.valid]]).toEqual(['HWC', [0, 0, 0], Array(8).fill(0)])
  })

  test("marks what failed with 'placeholder'", async () => {
    const pipe = counting(8, { export: 'oddFails', onError: 'placeholder' })
    using x = (await pipe.run())[0]!
    expect([...x.valid]).toEqual([1, 0, 1, 0, 1, 0, 1, 0])
    expect(numbers(x)).toEqual([0, 0, 2, 0, 4, 0, 6, 0])
  })

  test('lets timers of the module run while it has no batch', async () => {
    const pipe = counting(800, { export: 'alive', outputs: 2 }, { prefetchQueueDepth: 1 })
    const ticks = async () => {
      using list = (await pipe.run())[0]!
      return numbers(list)
    }
    const first = await ticks()
    // A turn of the event loop for each batch fires a timer once; the others fired between batches. On a busy machine that
    // takes longer.
    let [last, batches] = [first, 0]
    for (let pause = 200; last.at(-1)! - first.at(-1)! <= batches + 20; pause *= 2) {
      expect(pause).toBeLessThan(20_000)
      await new Promise((resolve) => setTimeout(resolve, pause))
      for (let i = 0; i < 4; i++, batches++) last = await ticks()
    }
  })

  test.each([
    [{ export: 'nope' }, "export 'nope'"],
    [{ module: '../../util/functions/broken.mjs' }, 'broken from the start'],
  ])('build() tells what is wrong with the module: %o', async (options, words) => {
    const pipe = counting(8, options)
    const error = await within(
      30_000,
      'build()',
      failure(() => pipe.build()),
    )
    expect(error).toMatchObject({ code: 'USER_FUNCTION', op: 'jsFunction' })
    expect(error.message).toContain(words)
  })

  test('does not hold close() up while its module loads for ever', async () => {
    const pipe = counting(8, { module: '../../util/functions/hangs.mjs' })
    const pending = failure(() => pipe.run())
    await new Promise((resolve) => setTimeout(resolve, 300))
    await within(30_000, 'close()', pipe.close())
    expect(await within(30_000, 'run()', pending)).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  test('several workers keep inputs from two sources in step after a break', async () => {
    const pipe = kept(
      pipelineDef({ batchSize: 4, numThreads: 2, prefetchQueueDepth: 3 }, () => {
        const source = (step: number) =>
          function* () {
            for (let i = 0; i < 40; i++) yield Float32Array.of(step * i)
          }
        const a = fn.externalSource({ source: source(1), batch: false, cycle: 'raise' })
        const b = fn.externalSource({ source: source(100), batch: false, cycle: 'raise' })
        return [fn.jsFunction([a, b], { module, export: 'sum', workers: 3 })]
      })() as AnyPipeline,
    )
    for (const most of [2, undefined, 1, 3, undefined]) {
      const batches = await epoch(pipe, most)
      expect(batches.flatMap(([x]) => x)).toEqual(upTo(most ? 4 * most : 40).map((i) => 101 * i))
    }
  })

  test('has its time counted', async () => {
    const pipe = counting(64, { export: 'late', workers: 2 })
    await epoch(pipe)
    const stage = pipe.statistics().stages.find(({ kind }) => kind === 'js')!
    expect(stage.samples).toBeGreaterThanOrEqual(64)
    expect(stage.ops).toMatchObject([{ op: 'jsFunction', name: 'jsFunction' }])
    expect(stage.ops[0]!.samples).toBeGreaterThanOrEqual(64)
    expect(stage.ops[0]!.time).toBeGreaterThan(0.01)
  })
})
