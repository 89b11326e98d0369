// User code may throw any value at all. At every border to it each value ends in a PipelineError, at once: no call hangs,
// and nothing else is thrown.
// @module-tag shared
import { fn, PipelineError, type PipelineOptions, pipelineDef, type Source, serve } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { externalSource } from '../../../src/dynamic.js'
import { thrownError, thrownText } from '../../../src/errors/thrown.js'
import { shown } from '../../../src/errors/words.js'
import { type AnyPipeline, failure, within } from '../../util/collect.js'
import { weird } from '../../util/functions/weird.mjs'

const all = Object.entries(weird)
const module = '../../util/functions/weird.mjs'

const executors: [string, PipelineOptions][] = [
  ['dynamic', {}],
  ['pipelined', { execDynamic: false }],
  ['simple', { execPipelined: false }],
]

/** The error of an action that ends within the time. */
const ending = (what: string, action: () => unknown) =>
  within(
    2000,
    what,
    failure(() => action()),
  )

const expectTyped = (error: unknown, code = 'USER_FUNCTION') => {
  expect(error).toBeInstanceOf(PipelineError)
  expect(error).toMatchObject({ code })
  const { message } = error as PipelineError
  expect(message.length).toBeLessThan(5000)
  // It can be sent to another thread and another process.
  expect(structuredClone(JSON.parse(JSON.stringify(error)))).toMatchObject({ code })
}

const fed = (source: Source, options: object, more: PipelineOptions) =>
  pipelineDef({ batchSize: 2, seed: 1, ...more }, () =>
    fn.externalSource({ source, name: 'x', ...options }),
  )() as AnyPipeline

/** Sources that throw a value, each in another place. */
const sources: Record<string, (throwing: () => never, value: () => unknown) => Source> = {
  'a function': (throwing) => throwing,
  'an asynchronous function': (_, value) => () => Promise.reject(value()),
  'a generator function': (throwing) =>
    function* () {
      yield throwing()
    },
  'an async generator function': (throwing) =>
    async function* () {
      yield throwing()
    },
  'an iterable that cannot be iterated': (throwing) => ({ [Symbol.iterator]: throwing }),
  'an iterator': (throwing) => ({ [Symbol.iterator]: () => ({ next: throwing }) }),
  'the result of an iterator': (throwing) => ({
    [Symbol.iterator]: () =>
      ({
        next: () => ({
          get done() {
            return throwing()
          },
        }),
      }) as never,
  }),
  'an iterable of promises': (_, value) =>
    ({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: Promise.reject(value()) }) }) }) as never,
  'a getter of then': (throwing) => () =>
    Object.defineProperty({}, 'then', {
      get: throwing,
    }) as never,
}

describe('a source that throws', () => {
  for (const [where, make] of Object.entries(sources)) {
    test(`ends the run: ${where}`, async () => {
      for (const [i, [what, value]] of all.entries()) {
        const source = make(() => {
          throw value()
        }, value)
        const [executor, options] = executors[i % executors.length]!
        await using pipe = fed(source, i % 2 ? { batch: false } : {}, options)
        const name = `${what} from ${where}, ${executor}`
        const error = await ending(name, () => pipe.run())
        expectTyped(error)
      }
    })
  }

  test.each(executors)('ends a loop, runSync() and parallel requests: %s', async (executor, options) => {
    const turn = executors.findIndex(([name]) => name === executor)
    for (const [what, value] of all.filter((_, i) => i % executors.length === turn)) {
      const throwing = () => {
        throw value()
      }
      await using loop = fed(throwing, {}, options)
      expectTyped(
        await ending(what, async () => {
          for await (const batch of loop) void batch
        }),
      )
      await using sync = fed(throwing, {}, options)
      expectTyped(await ending(what, () => sync.runSync()))
      await using parallel = fed(async () => throwing(), { parallel: true }, options)
      expectTyped(await ending(what, () => parallel.run()))
    }
  })

  test('is a bad sample where onError says so, with a reason', async () => {
    const source = ({ idxInEpoch: i }: { idxInEpoch: number }) => {
      if (i >= all.length) return i === all.length ? Float32Array.of(1) : null
      throw all[i]![1]()
    }
    await using pipe = fed(source as never, { batch: false, onError: 'skip' }, { batchSize: 1 })
    expect(await ending('run', () => pipe.run())).toMatchObject({ code: 'NOTHING_THROWN' })
    const { badSamples } = pipe.statistics()
    expect(badSamples.map(({ index, code }) => [index, code])).toEqual(all.map((_, i) => [i, 'USER_FUNCTION']))
    for (const { reason } of badSamples) expect(typeof reason).toBe('string')
  })

  test('in checkpoint() and restore()', async () => {
    const marked = (own: object) =>
      Object.assign(() => Float32Array.of(1), { checkpoint: () => 1, restore: () => {}, ...own })
    for (const [what, value] of all) {
      const throwing = () => {
        throw value()
      }
      await using taking = fed(marked({ checkpoint: throwing }) as never, {}, {})
      expectTyped(await ending(what, () => taking.run()))
      await using making = fed(marked({}) as never, {}, {})
      await making.run()
      const checkpoint = await making.checkpoint()
      await using restored = fed(marked({ restore: throwing }) as never, {}, { checkpoint })
      expectTyped(await ending(what, () => restored.run()))
    }
  })

  test('when it is closed does not matter', async () => {
    for (const [what, value] of all) {
      const source = {
        [Symbol.iterator]: () => ({
          next: () => ({ done: false, value: [1] }),
          return: () => {
            throw value()
          },
        }),
      }
      const pipe = fed(source as never, {}, {})
      await pipe.run()
      expect(await ending(what, () => pipe.close())).toMatchObject({ code: 'NOTHING_THROWN' })
    }
  })

  test('in imperative mode', async () => {
    for (const [where, make] of Object.entries(sources)) {
      for (const [what, value] of all) {
        const throwing = () => {
          throw value()
        }
        const source = externalSource(make(throwing, value) as never)
        expectTyped(await ending(`${what} from ${where}`, () => source.next()))
      }
    }
  })
})

describe('a user function in another thread', () => {
  const called = (name: string, onError: 'skip' | 'throw', first = 0, count = all.length) =>
    pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
      const source = ({ idxInEpoch: i }: { idxInEpoch: number }) =>
        i + first < count ? i + first : i + first === count ? 0 : null
      const x = fn.externalSource({ source: source as never, batch: false, name: 'x' })
      return fn.jsFunction(x, { module, export: name, onError })
    })() as AnyPipeline

  test.each(['throwing', 'rejecting', 'giving'])('is a bad sample for each value: %s', async (name) => {
    await using pipe = called(name, 'skip')
    const error = await ending(name, async () => {
      for await (const batch of pipe) void batch
    })
    expect(['NOTHING_THROWN', 'END_OF_DATA', 'BAD_SAMPLE']).toContain(error.code)
    const { badSamples } = pipe.statistics()
    expect(new Set(badSamples.map(({ index }) => index)).size).toBe(all.length + 1)
  })

  test('ends the run with USER_FUNCTION', async () => {
    for (const first of [0, 9, 14]) {
      await using pipe = called('throwing', 'throw', first)
      expectTyped(await ending(`value ${first}`, () => pipe.run()))
    }
  })
})

describe('callbacks and models', () => {
  test('a model fails its requests', async () => {
    await using pipe = pipelineDef({ batchSize: 1, onError: 'placeholder' }, () => [fn.externalSource({ name: 'x' })])()
    let thrown: () => unknown = () => undefined
    const throwing = () => {
      throw thrown()
    }
    const models = [throwing, async () => throwing(), () => ({ length: 1, get 0() { return throwing() } }), () => ({ get length() { return throwing() } })] // biome-ignore format: one line
    for (const model of models) {
      const server = serve(pipe, { maxDelayMs: 0 }, model as never)
      for (const [what, value] of all) {
        thrown = value
        expectTyped(await ending(what, () => server.request({ x: [1] } as never)))
      }
    }
  })

  test('onProgress of build()', async () => {
    for (const [what, value] of all.filter((_, i) => i % 4 === 0)) {
      await using pipe = pipelineDef(
        { batchSize: 1 },
        () => fn.readers.file({ files: ['data/photos/animals/cat.jpg'] })[0],
      )()
      const onProgress = () => {
        throw value()
      }
      expectTyped(await ending(what, () => pipe.build({ onProgress })))
    }
  })
})

test('every value has a text, and none of the functions throws', () => {
  for (const [, value] of all) {
    expect(typeof thrownText(value())).toBe('string')
    expect(typeof shown(value())).toBe('string')
    expectTyped(thrownError(value(), 'It threw'))
  }
})
