// Errors of definitions and graphs: each names the line of user code that is wrong.
// @module-tag shared
import { cond, fn, math, Pipeline, type PipelineError, type PipelineOptions, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { failure } from '../../util/collect.js'

type Define = () => unknown

const files = () => fn.readers.file({ files: ['a.jpg'] })[0]!
const image = () => fn.decoders.image(files())
/** A pipeline whose definition is wrong. */
const made = (definition: Define, options: PipelineOptions = { batchSize: 1 }) =>
  pipelineDef(options, definition as never)()
let outside: ReturnType<typeof image>
pipelineDef({ batchSize: 1 }, () => {
  outside = image()
  return outside
})()
const text = pipelineDef({ batchSize: 1 }, () => image())().serialize()

const structured: object[] = [
  { prefetchQueueDepth: { cpu: 0 } },
  { prefetchQueueDepth: { cpu: 1, cpuSize: 1 } },
  { prefetchQueueDepth: { gpus: 1 } },
  { prefetchQueueDepth: [0, 1] },
  { prefetchQueueDepth: [1] },
  { prefetchQueueDepth: ['x', 1] },
  { memoryBudget: { host: -1 } },
  { memoryBudget: { hosts: 1 } },
  { memoryBudget: [1] },
]

const wrong: [string, () => unknown][] = [
  ['an unknown option', () => pipelineDef({ batchsize: 1 } as never, image)],
  ['an option of a wrong type', () => pipelineDef({ batchSize: 'many' } as never, image)],
  ['options that are none', () => pipelineDef(5 as never, image)],
  ['a definition that is none', () => pipelineDef({ batchSize: 1 }, 5 as never)],
  ['an option of the call', () => pipelineDef({ batchSize: 1 }, image)({ numThreads: 0 })],
  ...structured.flatMap((options): [string, () => unknown][] => [
    [
      `contents of an option, ${JSON.stringify(options)}`,
      () => pipelineDef({ batchSize: 1, ...options } as never, image),
    ],
    [
      `contents of an option of the call, ${JSON.stringify(options)}`,
      () => pipelineDef({ batchSize: 1 }, image)(options as never),
    ],
    [
      `contents of an option of a graph, ${JSON.stringify(options)}`,
      () => Pipeline.deserialize(text, options as never),
    ],
  ]),
  ['no batchSize', () => made(image, {})],
  ['flags that contradict', () => made(image, { batchSize: 1, execDynamic: true, execAsync: false })],
  ['a checkpoint that is none', () => made(image, { batchSize: 1, checkpoint: 'x' })],
  ['no output', () => made(() => [])],
  ['an output that is none', () => made(() => 5)],
  ['an output of another pipeline', () => made(() => outside)],
  ['an async definition', () => made(async () => image())],
  ['too many outputs', () => made(() => Array.from({ length: 1000 }, () => fn.random.uniform()))],
  ['an argument of a wrong type', () => made(() => fn.resize(image(), { size: 'x' } as never))],
  ['an unknown argument', () => made(() => fn.resize(image(), { sice: 3 } as never))],
  ['a missing argument', () => made(() => fn.cast(image(), {} as never))],
  ['no input', () => made(() => (fn.resize as Define)())],
  ['an input of another pipeline', () => made(() => fn.resize(outside, { size: 3 }))],
  ['a reader without files', () => made(() => fn.readers.file({}))],
  ['a device without a kernel', () => made(() => fn.readers.file({ files: ['a'], device: 'gpu' } as never))],
  ['arithmetic on a placeholder', () => made(() => (image() as never) * 2)],
  ['math of nothing', () => made(() => (math.add as (...args: unknown[]) => unknown)(image()))],
  ['cond() that is not enabled', () => made(() => cond(fn.random.coinFlip(), image, image))],
  [
    'branches of two dtypes',
    () =>
      made(() => cond(fn.random.coinFlip(), image, () => fn.cast(image(), { dtype: 'float32' })), {
        batchSize: 1,
        enableConditionals: true,
      }),
  ],
  ['a module that is missing', () => made(() => fn.jsFunction(image(), { module: './nowhere.mjs' } as never))],
  ['a source that is none', () => made(() => fn.externalSource({ source: 5 } as never))],
  ['fn outside of a definition', () => image()],
  ['a graph that is none', () => Pipeline.deserialize('x')],
  [
    'a GPU that is not there',
    () => made(() => fn.decoders.image(files(), { device: 'mixed' }), { batchSize: 1, deviceId: 99 }).build(),
  ],
  ['options of a graph', () => Pipeline.deserialize(text, { batchSize: 0 })],
]

describe('the line of the call is named for', () => {
  test.each(wrong)('%s', async (_, action) => {
    const error = (await failure(action)) as unknown as PipelineError
    expect(error.code).toMatch(/INVALID_ARGUMENT|UNSUPPORTED|CUDA_UNAVAILABLE|FILE_NOT_FOUND|CHECKPOINT_MISMATCH/)
    expect(error.callSite).toMatch(/call-sites\.test\.ts:\d+:\d+$/)
    expect(error.message).toContain(error.callSite!)
  })
})
