// An epoch in which every sample is bad and left out ends with BAD_SAMPLE in every way to take batches, and not as if the
// data set were empty.
// @module-tag shared
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, iterate, type PipelineOptions, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { readers } from '../../../src/dynamic.js'
import { type AnyPipeline, failure, numbers, within } from '../../util/collect.js'
import { tempFolder } from '../../util/files.js'

const root = tempFolder()
for (let i = 0; i < 10; i++) writeFileSync(join(root, `bad-${i}.jpg`), 'no image')
const missing = ['a', 'b', 'c', 'd', 'e'].map((name) => join(root, `missing-${name}.jpg`))
const module = '../../util/functions/faulty.mjs'

const executors: [string, PipelineOptions][] = [
  ['dynamic', {}],
  ['pipelined', { execDynamic: false }],
  ['simple', { execPipelined: false }],
]
const throwing = () => {
  throw new Error('bad')
}
const graphs: Record<string, () => unknown> = {
  'a reader of unreadable files': () => [fn.readers.file({ files: missing, onError: 'skip' })[0]],
  'a decoder': () => [fn.decoders.image(fn.readers.file({ fileRoot: root, files: names })[0]!, { onError: 'skip' })],
  'a decoder whose result is cast': () => [
    fn.cast(fn.decoders.image(fn.readers.file({ fileRoot: root, files: names })[0]!, { onError: 'skip' }), {
      dtype: 'float32',
    }),
  ],
  'a function': () =>
    fn.jsFunction(fn.readers.file({ fileRoot: root, files: names })[0]!, { module, export: 'always', onError: 'skip' }),
  'a function of two workers': () =>
    fn.jsFunction(fn.readers.file({ fileRoot: root, files: names })[0]!, {
      module,
      export: 'always',
      onError: 'skip',
      workers: 2,
    }),
  'a source of samples': () =>
    fn.externalSource({
      source: ({ idxInEpoch: i }: { idxInEpoch: number }) => (i < 7 ? throwing() : null),
      batch: false,
      onError: 'skip',
      cycle: 'raise',
    } as never),
  'a decoder of a source': () =>
    fn.decoders.image(
      fn.externalSource({ source: [Array(4).fill(new Uint8Array(9)), [new Uint8Array(9)]], cycle: 'raise' }),
      { onError: 'skip' },
    ),
}
const names = Array.from({ length: 10 }, (_, i) => `bad-${i}.jpg`)
const made = (name: string, options: PipelineOptions) =>
  pipelineDef({ batchSize: 4, numThreads: 2, seed: 1, ...options }, graphs[name] as never)() as AnyPipeline

const ways: Record<string, (pipe: AnyPipeline) => unknown> = {
  async loop(pipe) {
    for await (const batch of pipe) void batch
  },
  run: (pipe) => pipe.run(),
  async scheduled(pipe) {
    pipe.scheduleRun()
    await pipe.shareOutputs()
  },
  async iterate(pipe) {
    for await (const batch of iterate([pipe as never], { outputMap: ['x'], size: 10 } as never)) void batch
  },
}

const cases = Object.keys(graphs).flatMap((name, g) =>
  Object.keys(ways).flatMap((way, w) =>
    executors.map(([executor, options], e) => ({ name, way, executor, options, turn: (g + w + e) % executors.length })),
  ),
)
/** Each graph in each way, in one of the executors. */
const few = cases.filter(
  ({ name, way, turn }) => turn === 0 && (way === 'loop' || graphs[name] === graphs['a decoder']),
)

describe('ends with BAD_SAMPLE', () => {
  const check = async ({ name, way, options }: (typeof cases)[number]) => {
    await using pipe = made(name, options)
    const error = await within(
      4000,
      `${name}, ${way}`,
      failure(() => ways[way]!(pipe)),
    )
    expect(error).toMatchObject({ code: 'BAD_SAMPLE' })
    expect(pipe.statistics().badTotal).toBeGreaterThan(2)
  }
  test.each(few)('$name, $way, $executor', check)
  test.each(cases.filter((one) => !few.includes(one)))('$name, $way, $executor', { tags: 'long' }, check)

  test('in imperative mode', async () => {
    const reader = readers.file({ files: missing, onError: 'skip' } as never)
    const error = await failure(async () => {
      for await (const batch of reader.nextEpoch({ batchSize: 2 })) void batch
    })
    expect(error).toMatchObject({ code: 'BAD_SAMPLE' })
    await reader.close()
  })
})

describe('is not meant by', () => {
  const source = (epochs: (number | 'bad')[][]) => {
    let at = 0
    return {
      *[Symbol.iterator]() {
        for (const x of epochs[at++] ?? []) yield x === 'bad' ? new Float32Array(2) : x
      },
    }
  }
  /** The samples of each epoch; a sample of two numbers is bad. */
  const taken = async (epochs: (number | 'bad')[][]) => {
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () =>
      fn.externalSource({
        source: source(epochs),
        batch: false,
        ndim: 0,
        dtype: 'float32',
        onError: 'skip',
        cycle: 'raise',
      } as never),
    )() as unknown as AnyPipeline
    const out: unknown[] = []
    for (const _ of epochs) {
      const got: number[] = []
      const error = await within(
        4000,
        'an epoch',
        failure(async () => {
          for await (const [x] of pipe) got.push(...numbers(x!))
        }),
      )
      out.push(error.code === 'NOTHING_THROWN' ? got : error.code)
      if (error.code !== 'NOTHING_THROWN') break
    }
    return out
  }

  test('an epoch without samples, or with a good one before or after bad ones', async () => {
    expect(await taken([[], [1, 'bad', 'bad', 'bad'], ['bad', 'bad', 'bad', 2], []])).toEqual([[], [1], [2], []])
  })

  test('a good epoch before a bad one', async () => {
    expect(await taken([[1, 2, 3], ['bad', 'bad', 'bad'], [1]])).toEqual([[1, 2, 3], 'BAD_SAMPLE'])
  })

  test('the bad rest of an epoch whose begin a checkpoint stands after', async () => {
    const files = ['data/photos/animals/cat.jpg', ...names.map((name) => join(root, name))]
    const photos = pipelineDef({ batchSize: 1, numThreads: 1, seed: 1 }, () => [
      fn.decoders.image(fn.readers.file({ files })[0]!, { onError: 'skip' }),
    ])
    await using pipe = photos()
    let checkpoint = ''
    for await (const batch of pipe) {
      void batch
      checkpoint = await pipe.checkpoint()
      break
    }
    await using rest = photos({ checkpoint })
    let batches = 0
    for await (const batch of rest) {
      void batch
      batches++
    }
    expect(batches).toBe(0)
  })
})
