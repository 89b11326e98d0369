// Options of a pipeline: defaults, and the words for what is wrong with them.
import { expect, test } from 'vitest'
import {
  checkOptions,
  mergeOptions,
  optionNames,
  type QueueDepth,
  resolveOptions,
} from '../../src/definition/options.js'

test('options have defaults', () => {
  const { seed, ...rest } = resolveOptions({ batchSize: 4 })
  expect(Number.isSafeInteger(seed) && seed >= 0).toBe(true)
  expect(rest).toEqual({
    batchSize: 4,
    numThreads: null,
    deviceId: null,
    prefetchQueueDepth: { cpu: 2, gpu: 2 },
    executor: 'dynamic',
    synchronous: false,
    enableConditionals: false,
    bytesPerSample: 0,
    setAffinity: false,
    enableMemoryStats: false,
    enableCheckpointing: false,
    checkpoint: null,
    memoryBudget: {},
    onError: 'throw',
    watchdog: 0,
  })
})

test.each<[QueueDepth, object, string]>([
  [3, { cpu: 3, gpu: 3 }, 'dynamic'],
  [{ gpu: 5 }, { cpu: 2, gpu: 5 }, 'pipelined'],
  [{ cpuSize: 4, gpuSize: 5 }, { cpu: 4, gpu: 5 }, 'pipelined'],
  [[2, 3], { cpu: 2, gpu: 3 }, 'pipelined'],
])('depth %j: for all or per device', (prefetchQueueDepth, depths, executor) => {
  const options = resolveOptions({ batchSize: 1, prefetchQueueDepth })
  expect(options).toMatchObject({ prefetchQueueDepth: depths, executor })
})

test('execDynamic: null lets the other options choose, and takes back what the definition said', () => {
  expect(resolveOptions({ batchSize: 1, execDynamic: null }).executor).toBe('dynamic')
  expect(resolveOptions({ batchSize: 1, execDynamic: null, execPipelined: false }).executor).toBe('simple')
  expect(resolveOptions({ batchSize: 1, execDynamic: null, prefetchQueueDepth: [1, 2] }).executor).toBe('pipelined')
  expect(mergeOptions({ execDynamic: false }, { execDynamic: null }).execDynamic).toBe(null)
})

test('the simple executor is synchronous unless it is told not to be', () => {
  const synchronous = (options: object) => resolveOptions({ batchSize: 1, ...options }).synchronous
  expect([{}, { execDynamic: false }, { execAsync: false }, { execPipelined: false }].map(synchronous)).toEqual([
    ...[false, false],
    ...[true, true],
  ])
  expect(synchronous({ synchronous: true })).toBe(true)
  expect(synchronous({ execAsync: false, synchronous: false })).toBe(false)
})

test('a seed of -1 is drawn anew, like a missing one', () => {
  const seeds = [resolveOptions({ batchSize: 1, seed: -1 }).seed, resolveOptions({ batchSize: 1, seed: -1 }).seed]
  expect(seeds[0]).not.toBe(seeds[1])
  expect(resolveOptions({ batchSize: 1, seed: 0 }).seed).toBe(0)
})

test('later options win, undefined does not', () => {
  expect(mergeOptions({ batchSize: 1, seed: 2 }, { batchSize: 3, seed: undefined as never })).toEqual({
    batchSize: 3,
    seed: 2,
  })
})

test.each<[object, string]>([
  [{}, 'Expected an integer from 1 to 65536 for batchSize but received none'],
  [{ batchSize: 0 }, 'for batchSize but received 0'],
  [{ batchSize: '8' }, 'for batchSize but received "8"'],
  [{ batchSize: 8, batchsize: 8 }, 'Expected a known option but received "batchsize". Did you mean \'batchSize\'?'],
  [{ batch_size: 8 }, "Names are in camelCase: did you mean 'batchSize'?"],
  [{ batchSize: 8, numThreds: 2 }, "Did you mean 'numThreads'?"],
  [{ batchSize: 8, numThreads: 0 }, 'for numThreads but received 0'],
  [{ batchSize: 8, deviceId: -1 }, 'for deviceId but received -1'],
  [{ batchSize: 8, prefetchQueueDepth: 0 }, 'Expected an integer from 1 to 64 for prefetchQueueDepth but received 0'],
  [{ batchSize: 8, prefetchQueueDepth: 65 }, 'for prefetchQueueDepth but received 65'],
  [{ batchSize: 8, prefetchQueueDepth: { cpu: 'a' } }, 'for prefetchQueueDepth.cpu but received "a"'],
  [
    { batchSize: 8, prefetchQueueDepth: { cpu_size: 3 } },
    'received "prefetchQueueDepth.cpu_size". Names are in camelCase: did you mean \'cpuSize\'?',
  ],
  [{ batchSize: 8, prefetchQueueDepth: [2] }, 'Expected two integers, for the CPU and the GPU, for prefetchQueueDepth'],
  [{ batchSize: 8, prefetchQueueDepth: [2, 0] }, 'for prefetchQueueDepth[1] but received 0'],
  [{ batchSize: 8, prefetchQueueDepth: { cpu: 1, cpuSize: 1 } }, 'Expected one of cpu and cpuSize'],
  [{ batchSize: 8, execDynamic: 1 }, 'Expected true or false or null for execDynamic but received 1'],
  [{ batchSize: 8, memoryBudget: 5 }, 'Expected { host, pinned, device } for memoryBudget but received 5'],
  [{ batchSize: 8, memoryBudget: { host: -1 } }, 'for memoryBudget.host but received -1'],
  [{ batchSize: 8, onError: 'ignore' }, "Expected one of 'throw', 'skip', 'placeholder' for onError"],
  [{ batchSize: 8, execAsync: 1 }, 'Expected true or false for execAsync but received 1'],
  [{ batchSize: 8, synchronous: 'yes' }, 'Expected true or false for synchronous but received "yes"'],
  [{ batchSize: 8, enableConditionals: 1 }, 'Expected true or false for enableConditionals'],
  [{ batchSize: 8, seed: 0.5 }, 'for seed but received 0.5'],
  [{ batchSize: 8, checkpoint: {} }, 'Expected a string from checkpoint() for checkpoint but received an object'],
  [{ batchSize: 8, watchdog: -1 }, 'for watchdog but received -1'],
])('wrong options are refused: %j', (options, message) => {
  expect(() => resolveOptions(options)).toThrow(message)
  expect(() => resolveOptions(options)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})

test('every option can be left undefined', () => {
  checkOptions(Object.fromEntries(optionNames.map((name) => [name, undefined])))
})
