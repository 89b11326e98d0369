// fn.externalSource in all its forms: what comes out, in which batches, when it ends, and what a failing one does.
// @module-tag shared
import {
  type ExternalSourceOptions,
  fn,
  type PipelineError,
  type PipelineOptions,
  pipelineDef,
  type Source,
} from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { Tensor } from '../../../src/data/tensor.js'
import { type AnyPipeline, failure, numbers, within } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'

type Options = ExternalSourceOptions

const pipeline = (source: Source | undefined, options: Options = {}, depth = 2) =>
  pipelineDef({ batchSize: 4, numThreads: 2, prefetchQueueDepth: depth, seed: 1 }, () =>
    fn.externalSource({ ...(source && { source }), name: 'x', ...options }),
  )()

const epoch = (pipe: AnyPipeline, most = 100): Promise<number[][]> =>
  within(
    5000,
    'an epoch',
    (async () => {
      const out: number[][] = []
      for await (const [x] of pipe) {
        out.push(numbers(x!))
        if (out.length === most) break
      }
      return out
    })(),
  )

const six = [0, 1, 2, 3, 4, 5]
const inFours = [
  [0, 1, 2, 3],
  [4, 5],
]
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

const forms: Record<string, [Source, Options?]> = {
  'array of samples': [six, { batch: false }],
  'array of batches': [inFours],
  iterable: [new Set(six), { batch: false }],
  'generator function': [
    function* () {
      yield* six
    },
    { batch: false },
  ],
  'async generator function': [
    async function* () {
      for (const x of six) {
        await tick()
        yield x
      }
    },
    { batch: false },
  ],
  'async iterable of batches': [
    {
      async *[Symbol.asyncIterator]() {
        yield* inFours
      },
    },
  ],
  'function of the sample': [
    (at: { idxInEpoch: number }) => (at.idxInEpoch < 6 ? at.idxInEpoch : null),
    { batch: false },
  ],
  'async function of the sample': [
    async (at: { idxInEpoch: number }) => {
      await tick()
      return at.idxInEpoch < 6 ? at.idxInEpoch : undefined
    },
    { batch: false },
  ],
  'parallel function': [
    async (at: { idxInEpoch: number }) => {
      // Later samples are ready first.
      await new Promise((r) => setTimeout(r, 8 - 2 * (at.idxInEpoch % 4)))
      return at.idxInEpoch < 6 ? at.idxInEpoch : null
    },
    { parallel: true },
  ],
  'function of the batch': [(batch: number) => inFours[batch]],
  'function of a BatchInfo': [(at: { iteration: number }) => inFours[at.iteration], { batchInfo: true }],
}

describe('forms', () => {
  test.each(Object.entries(forms))('%s gives epoch after epoch', async (_, [source, options]) => {
    for (const depth of [1, 4]) {
      await using pipe = pipeline(source, options, depth)
      for (let k = 0; k < 3; k++) expect(await epoch(pipe)).toEqual(inFours)
      expect(await epoch(pipe, 1)).toEqual([[0, 1, 2, 3]])
      expect(await epoch(pipe)).toEqual(inFours)
    }
  })

  test('an iterator that cannot start again gives one epoch', async () => {
    const generator = (function* () {
      yield* inFours
    })()
    await using pipe = pipeline(generator)
    expect([await epoch(pipe), await epoch(pipe)]).toEqual([inFours, []])
  })

  test('functions are told where they are', async () => {
    const asked: unknown[] = []
    await using pipe = pipeline(
      (at: { idxInEpoch: number }) => {
        asked.push(at)
        return at.idxInEpoch < 5 ? at.idxInEpoch : null
      },
      { batch: false },
      1,
    )
    await epoch(pipe)
    await epoch(pipe)
    const one = (epochIdx: number) =>
      [0, 1, 2, 3, 4, 5].map((i) => ({ idxInEpoch: i, idxInBatch: i % 4, iteration: Math.floor(i / 4), epochIdx }))
    expect(asked).toEqual([...one(0), ...one(1)])
  })

  test('samples may be numbers, nested arrays, typed arrays, shaped data and tensors', async () => {
    const owned = new Tensor({
      dtype: 'int16',
      shape: [2],
      layout: '',
      buffer: new Int16Array([7, -7]).buffer,
      offset: 0,
    })
    const cases: [unknown, string, number[], string, number[]][] = [
      [3, 'float32', [], '', [3]],
      [
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
        'float32',
        [2, 3],
        '',
        [1, 2, 3, 4, 5, 6],
      ],
      [new Uint16Array([1, 65535]), 'uint16', [2], '', [1, 65535]],
      [new BigInt64Array([-5n]), 'int64', [1], '', [-5]],
      [{ data: new Uint8Array(6), shape: [1, 2, 3], layout: 'HWC' }, 'uint8', [1, 2, 3], 'HWC', [0, 0, 0, 0, 0, 0]],
      [owned, 'int16', [2], '', [7, -7]],
    ]
    for (const [sample, dtype, shape, layout, values] of cases) {
      await using pipe = pipeline((() => [sample]) as Source)
      const [x] = await pipe.run()
      expect([x!.dtype, x!.shape(0), x!.layout, Array.from(x!.at(0).dataSync(), Number)]).toEqual([
        dtype,
        shape,
        layout,
        values,
      ])
    }
  })

  test('batch sizes may vary', async () => {
    const batches = [[1], [2, 3, 4, 5], [6, 7], [8]]
    await using pipe = pipeline(batches)
    expect(await epoch(pipe)).toEqual(batches)
    const tooMany = pipeline([[1, 2, 3, 4, 5]])
    expect(await failure(() => within(5000, 'run', tooMany.run()))).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test.each<[string, Source | undefined, Options, unknown]>([
    ['a sample', [new Uint8Array(6)], { batch: false }, undefined],
    ['a sample of a batch', [[new Uint8Array(6)]], {}, undefined],
    ['a batch in one array', [{ data: new Uint8Array(12), shape: [2, 6] }], {}, undefined],
    ['plain numbers', [[[1, 2]]], { dtype: 'uint8' }, undefined],
    ['fed data', undefined, {}, [new Uint8Array(6)]],
  ])('a declared layout of another rank is refused, and not left out: %s', async (_, source, options, data) => {
    await using pipe = pipeline(source, { ...options, layout: 'HWC' })
    const error = await failure(() => pipe.run((data === undefined ? undefined : { x: data }) as never))
    expect(error).toMatchObject({ code: 'INVALID_INPUT' })
    expect(error.message).toMatch(/a layout of 1 letters for shape \[\d\] but 'HWC' is declared/)
  })

  test('a declared layout gives way to the one that a sample has, and is of no concern where there is no sample', async () => {
    const plane = { data: new Uint8Array(6), shape: [2, 3], layout: 'HW' }
    await using pipe = pipeline([[plane], []], { layout: 'HWC' })
    const [x] = await pipe.run()
    expect(x!.layout).toBe('HW')
    expect((await pipe.run())[0]!.length).toBe(0)
  })

  test('an item may have several outputs', async () => {
    await using pipe = pipelineDef({ batchSize: 2, seed: 1 }, () =>
      fn.externalSource({
        source: (i: number) =>
          i < 2
            ? [
                [i, i + 1],
                [[10], [11]],
              ]
            : null,
        numOutputs: 2,
      }),
    )()
    const got: unknown[] = []
    for await (const [a, b] of pipe) got.push([numbers(a!), b!.shape()])
    expect(got).toEqual([
      [
        [0, 1],
        [2, 1],
      ],
      [
        [1, 2],
        [2, 1],
      ],
    ])
  })
})

describe('the end', () => {
  const outcome = async (pipe: AnyPipeline) => {
    try {
      return numbers((await within(3000, 'run()', pipe.run()))[0]!)
    } catch (e) {
      return (e as { code: string }).code
    }
  }
  const outcomes = async (pipe: AnyPipeline, n: number) => {
    const out: unknown[] = []
    for (let i = 0; i < n; i++) out.push(await outcome(pipe))
    return out
  }

  test('run() past the end says so every time; reset() starts again', async () => {
    for (const source of [inFours, [[0, 1, 2, 3]]]) {
      await using pipe = pipeline(source)
      const all = [...source, 'END_OF_DATA', 'END_OF_DATA']
      expect(await outcomes(pipe, all.length)).toEqual(all)
      pipe.reset()
      expect(await outcomes(pipe, all.length)).toEqual(all)
    }
  })

  // As DALI 2.4 does: over the end with cycle 'quiet', and without the rest otherwise.
  test.each([
    ['no', [[0, 1, 2, 3], 'END_OF_DATA', 'END_OF_DATA']],
    [
      'quiet',
      [
        [0, 1, 2, 3],
        [4, 5, 0, 1],
        [2, 3, 4, 5],
        [0, 1, 2, 3],
      ],
    ],
    ['raise', [[0, 1, 2, 3], 'END_OF_DATA', [0, 1, 2, 3], 'END_OF_DATA']],
  ] as const)('run() gives whole batches of single samples: cycle %s', async (cycle, expected) => {
    const generator = function* () {
      yield* six
    }
    for (const source of [
      six,
      new Set(six),
      generator,
      async function* () {
        yield* six
      },
    ]) {
      for (const options of [{}, { parallel: typeof source === 'function' }]) {
        await using pipe = pipeline(source, { batch: false, cycle, ...options })
        expect(await outcomes(pipe, expected.length)).toEqual(expected)
      }
    }
    await using sync = pipeline(six, { batch: false, cycle })
    const seen = expected.map(() => {
      try {
        return numbers(sync.runSync()[0]!)
      } catch (error) {
        return (error as PipelineError).code
      }
    })
    expect(seen).toEqual(expected)
  })

  test('samples that fill a batch over the end know where they stand, and a checkpoint there goes on', async () => {
    const define = (options: PipelineOptions = {}) =>
      pipelineDef({ batchSize: 4, numThreads: 1, ...options }, () => {
        const x = fn.externalSource({ source: [0, 1, 2, 3, 4, 5], batch: false, cycle: true, name: 'x' })
        return [x, fn.random.uniform({ range: [0, 1] })]
      })()
    const steps = async (pipe: ReturnType<typeof define>) => {
      const [x, draws] = await pipe.run()
      return Array.from({ length: 4 }, (_, i) => [x!.sourceInfo(i), x!.at(i).dataSync()[0], draws!.at(i).dataSync()[0]])
    }
    await using pipe = define({ seed: 2 })
    await steps(pipe)
    const crossing = await steps(pipe)
    expect(crossing.map(([info]) => info)).toMatchObject(
      [
        [4, 0],
        [5, 0],
        [0, 1],
        [1, 1],
      ].map(([index, epoch]) => ({ index, epoch })),
    )
    await using again = define({ checkpoint: await pipe.checkpoint() })
    expect(await steps(again)).toEqual(await steps(pipe))
  })

  test("cycle 'quiet' goes on, 'raise' ends each epoch once", async () => {
    await using quiet = pipeline(inFours, { cycle: 'quiet' })
    expect(await outcomes(quiet, 5)).toEqual([...inFours, ...inFours, inFours[0]])
    await using raise = pipeline(inFours, { cycle: 'raise' })
    expect(await outcomes(raise, 6)).toEqual([...inFours, 'END_OF_DATA', ...inFours, 'END_OF_DATA'])
    for (const [source, batch] of [
      [inFours, true],
      [six, false],
    ] as const) {
      await using loops = pipeline(source, { cycle: 'raise', batch })
      expect([await epoch(loops), await epoch(loops, 1), await epoch(loops)]).toEqual([inFours, [inFours[0]], inFours])
    }
  })

  test('reset() in the middle begins the next epoch', async () => {
    await using pipe = pipeline((at: { epochIdx: number; idxInEpoch: number }) => 100 * at.epochIdx + at.idxInEpoch, {
      batch: false,
    })
    expect(await outcomes(pipe, 2)).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ])
    pipe.reset()
    expect(await outcomes(pipe, 1)).toEqual([[100, 101, 102, 103]])
  })
})

describe('several inputs', () => {
  const files = someFiles(10)

  test('a reader and a source end together, partial batch and all, epoch after epoch', async () => {
    for (const cycle of ['no', 'quiet', 'raise'] as const) {
      await using pipe = pipelineDef({ batchSize: 4, numThreads: 2, seed: 1 }, () => {
        const [, labels] = fn.readers.file({ fileRoot: files.root, files: files.files })
        const ids = fn.externalSource({ source: Array.from({ length: 10 }, (_, i) => i), batch: false, cycle })
        return [labels, ids, fn.cast(ids, { dtype: 'int32' })]
      })()
      for (let k = 0; k < 3; k++) {
        const seen: number[][] = []
        const loop = async () => {
          for await (const [labels, ids, same] of pipe) {
            expect(numbers(ids!)).toEqual(numbers(labels!))
            expect(numbers(same!)).toEqual(numbers(labels!))
            seen.push(numbers(labels!))
            if (k === 1) break
          }
        }
        await within(5000, `epoch ${k} with cycle ${cycle}`, loop())
        expect(seen).toEqual(
          k === 1
            ? [[0, 1, 2, 3]]
            : [
                [0, 1, 2, 3],
                [4, 5, 6, 7],
                [8, 9],
              ],
        )
      }
    }
  })

  test('the shortest of two sources and a reader ends the epoch', async () => {
    await using pipe = pipelineDef({ batchSize: 4, numThreads: 2, seed: 1 }, () => {
      const [, labels] = fn.readers.file({ fileRoot: files.root, files: files.files })
      const a = fn.externalSource({ source: (i: number) => [i, i, i, i] })
      const b = fn.externalSource({ source: [0, 1, 2, 3, 4, 5], batch: false })
      return [labels, a, b]
    })()
    for (let k = 0; k < 2; k++) {
      const seen: unknown[] = []
      for await (const out of pipe) seen.push(out.map(numbers))
      expect(seen).toEqual([
        [
          [0, 1, 2, 3],
          [0, 0, 0, 0],
          [0, 1, 2, 3],
        ],
        [
          [4, 5],
          [1, 1],
          [4, 5],
        ],
      ])
    }
  })

  test('batch sizes that differ are an error that names both', async () => {
    await using pipe = pipelineDef({ batchSize: 4, seed: 1 }, () => [
      fn.externalSource({ source: () => [1, 2, 3] }),
      fn.externalSource({ source: () => [1, 2] }),
    ])()
    expect(await failure(() => within(5000, 'run', pipe.run()))).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('3 and 2'),
    })
  })
})

describe('a failing source', () => {
  class Broken extends Error {}
  const fourth = (at: { idxInEpoch: number }) => {
    if (at.idxInEpoch === 3) throw new Broken('no such row')
    return at.idxInEpoch < 10 ? at.idxInEpoch : null
  }

  test('ends the run with USER_FUNCTION; the cause is the very error', async () => {
    for (const source of [fourth, async (at: { idxInEpoch: number }) => fourth(at)]) {
      const pipe = pipeline(source, { batch: false })
      const error = await failure(() => within(5000, 'run()', pipe.run()))
      expect(error).toMatchObject({ code: 'USER_FUNCTION', stage: 'x', sample: { index: 3 } })
      expect(error.cause).toBeInstanceOf(Broken)
      expect((error.cause as Error).stack).toContain('sources.test.ts')
      expect(await failure(() => pipe.run())).toMatchObject({ code: 'PIPELINE_CLOSED' })
      await pipe.close()
    }
    const generator = pipeline(function* () {
      yield [1]
      throw new Broken('half way')
    })
    expect(numbers((await generator.run())[0]!)).toEqual([1])
    expect(await failure(() => within(5000, 'run()', generator.run()))).toMatchObject({ code: 'USER_FUNCTION' })
  })

  test('may skip, or leave a placeholder', async () => {
    await using skip = pipeline(fourth, { batch: false, onError: 'skip' })
    expect(await epoch(skip)).toEqual([[0, 1, 2, 4], [5, 6, 7, 8], [9]])
    expect(skip.statistics().badSamples).toMatchObject([{ index: 3, reason: 'no such row', stage: 'x' }])
    await using hold = pipeline(fourth, { batch: false, onError: 'placeholder' })
    const valid: number[][] = []
    const values: number[][] = []
    for await (const [x] of hold) {
      valid.push([...x!.valid])
      values.push(numbers(x!))
    }
    expect(values).toEqual([
      [0, 1, 2, 0],
      [4, 5, 6, 7],
      [8, 9],
    ])
    expect(valid).toEqual([
      [1, 1, 1, 0],
      [1, 1, 1, 1],
      [1, 1],
    ])
  })

  test('loses no other sample by a skipped one in parallel', async () => {
    await using pipe = pipeline(async (at: { idxInEpoch: number }) => fourth(at), { parallel: true, onError: 'skip' })
    expect((await epoch(pipe)).flat()).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9])
  })

  test('is named where its data is refused, and ends nothing silently', async () => {
    const cases: [Source, Options, RegExp][] = [
      [() => [1, 'two' as never], {}, /two/],
      [() => [new Uint8Array(2), new Int16Array(2)], {}, /uint8.*int16/],
      [() => [new Uint8Array(2)], { dtype: 'float32' }, /float32.*uint8/],
      [() => [[1, 2]], { ndim: 2 }, /2 dimensions.*1/],
      [() => [{ data: new Uint8Array(3), shape: [2, 2] }], {}, /4 elements/],
    ]
    for (const [source, options, words] of cases) {
      const pipe = pipeline(source, options)
      const error = await failure(() => within(3000, `run() with ${words}`, pipe.run()))
      expect(error).toMatchObject({ code: 'INVALID_INPUT', op: 'externalSource' })
      expect(error.message).toMatch(words)
      expect(error.message).toContain('(x)')
    }
  })

  test('does not keep close() from ending if it never answers', async () => {
    for (const options of [{}, { batch: false }, { parallel: true }]) {
      const pipe = pipeline(() => new Promise<never>(() => {}), options)
      const pending = failure(() => pipe.run())
      await new Promise((r) => setTimeout(r, 20))
      await within(1000, 'close()', pipe.close())
      expect(await within(100, 'run()', pending)).toMatchObject({ code: 'PIPELINE_CLOSED' })
    }
  })
})

describe('a wait that could never end is refused at once', () => {
  test('runSync() on a blocking source without data', async () => {
    for (const more of [{ blocking: true }, { blocking: true, repeatLast: true }]) {
      await using pipe = pipeline(undefined, more)
      const sync = () => numbers(pipe.runSync()[0]!)
      expect(sync).toThrow(
        expect.objectContaining({ code: 'INPUT_MISSING', hint: expect.stringMatching(/runSync.*blocks/) }),
      )
      pipe.feedInput('x', [1])
      expect(sync()).toEqual([1])
      if (more.repeatLast) expect(sync()).toEqual([1])
      else expect(sync).toThrow(expect.objectContaining({ code: 'INPUT_MISSING' }))
      const waits = pipe.run()
      await tick()
      pipe.feedInput('x', [2])
      expect(numbers((await waits)[0]!)).toEqual([more.repeatLast ? 1 : 2])
    }
  })

  type Steps = Record<string, (pipe: AnyPipeline) => unknown>
  const ways: Steps = {
    'run()': (pipe) => pipe.run(),
    'runSync()': (pipe) => pipe.runSync(),
    'for await': (pipe) => pipe[Symbol.asyncIterator]().next(),
    'shareOutputs()': (pipe) => {
      pipe.scheduleRun()
      return pipe.shareOutputs()
    },
  }
  test.each(Object.keys(ways))('a source that asks its own pipeline for a batch: %s', async (way) => {
    const sources: Record<string, (ask: () => unknown) => Source> = {
      function: (ask) => async () => {
        await tick()
        await ask()
        return [1]
      },
      generator: (ask) =>
        async function* () {
          await ask()
          yield [1]
        },
      samples: (ask) => async () => {
        await ask()
        return 1
      },
    }
    for (const [kind, source] of Object.entries(sources)) {
      let asked: unknown
      const pipe: AnyPipeline = pipeline(
        source(() => {
          const answer = (async () => ways[way]!(pipe))()
          asked = failure(() => answer)
          return answer
        }),
        { batch: kind !== 'samples' },
      )
      const outer = way === 'runSync()' ? 'run()' : way
      const error = await within(
        5000,
        way,
        failure(() => Promise.resolve(ways[outer]!(pipe))),
      )
      expect([kind, await asked]).toEqual([kind, expect.objectContaining({ code: 'API_MIXED' })])
      expect(error).toMatchObject({ code: 'API_MIXED', detail: expect.stringMatching(/'x' asked its own pipeline/) })
      await pipe.close()
    }
  })

  test('but code that a source has started may, once the source has answered, and so may other pipelines', async () => {
    let later: Promise<unknown> | undefined
    await using other = pipeline(six, { batch: false })
    await using pipe: AnyPipeline = pipeline(async () => {
      later ??= new Promise((resolve) => setTimeout(resolve, 1)).then(() => tick()).then(() => pipe.run())
      return numbers((await other.run())[0]!)
    })
    expect(numbers((await pipe.run())[0]!)).toEqual([0, 1, 2, 3])
    expect(await failure(() => later!)).toMatchObject({ code: 'END_OF_DATA' })
  })
})
