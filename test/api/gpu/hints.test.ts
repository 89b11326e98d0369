// Hints about the size of outputs in GPU memory: that memory is there before the first batch, does not grow while the
// hints hold, and gives way to the budget. Runs on the emulated GPU.
import '../../util/gpu.js'
import { fn, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../util/account.js'
import { failure } from '../../util/collect.js'
import { executorNames, executors, expectReturned, handles, resources } from '../../util/resources.js'
import { portion } from '../../util/soak.js'

const KB = 2 ** 10
const MB = 2 ** 20
const batchSize = 4
/** A context makes its buffers for descriptors in its first batches; samples begin to grow after them. */
const still = 4
const count = 12
const bytesOf = (i: number) => (64 + 16 * Math.max(0, Math.min(i, count - 1) - still + 1)) * KB
const largest = bytesOf(count - 1)

/** Bytes that go to the GPU, unchanged by a cast: the only GPU memory is that of the slots and one upload for each batch. */
const make = (options: PipelineOptions = {}, hint: object = {}) =>
  pipelineDef({ batchSize, numThreads: 1, seed: 1, deviceId: 0, ...options }, () => {
    const source = (i: number) => Array.from({ length: batchSize }, (_, s) => new Uint8Array(bytesOf(i)).fill(i + s))
    const x = fn.externalSource({ source, dtype: 'uint8', name: 'x' })
    return fn.cast(x.gpu(), { dtype: 'uint8', name: 'there', ...hint })
  })()
type Pipe = ReturnType<typeof make>

const device = (pipe: Pick<Pipe, 'statistics'>) => pipe.statistics().memory.device
async function runs(pipe: Pipe, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const [out] = (await pipe.run()) as unknown as [TensorList]
    expect((await out.at(1).data()).length).toBe(bytesOf(i))
    out.release()
  }
}
/** Bytes of GPU memory that `toString()` announces, of all slots of the plan. */
const announced = (pipe: Pipe) =>
  Number(/together .* and ([\d,]+) bytes of GPU memory$/m.exec(pipe.toString())?.[1]?.replaceAll(',', '') ?? 0)

describe('hints for outputs on a GPU', { timeout: 60_000 }, () => {
  test.each(portion(executorNames, 3, 0))(
    'memory is there before the first batch: %s',
    { tags: 'property' },
    async (name) => {
      await using pipe = make(executors[name], { bytesPerSampleHint: largest })
      const told = announced(pipe)
      expect(told).toBeGreaterThanOrEqual(batchSize * largest)
      await pipe.build()
      expect(device(pipe)).toBe(told)
      expect(pipe.executorStatistics().there).toEqual({
        realMemorySize: [0],
        maxRealMemorySize: [0],
        reservedMemorySize: [batchSize * largest],
        maxReservedMemorySize: [largest],
      })
      await runs(pipe, count)
      expect(pipe.executorStatistics().there).toMatchObject({
        maxRealMemorySize: [largest],
        reservedMemorySize: [batchSize * largest],
      })
    },
  )

  test.each([
    ["the operator's", {}, { bytesPerSampleHint: largest }],
    ["the pipeline's", { bytesPerSample: largest }, {}],
  ])('%s hint keeps slots from growing', async (_, options, hint) => {
    await using free = make(executors.simple)
    expect(announced(free)).toBe(0)
    await free.build()
    expect(device(free)).toBe(0)
    await using pipe = make({ ...executors.simple, ...options }, hint)
    await pipe.build()
    const seen: number[][] = [[], []]
    for (let i = 0; i < count; i++) {
      for (const [k, p] of [free, pipe].entries()) {
        const [out] = (await p.run()) as unknown as [TensorList]
        await out.data()
        out.release()
        // The upload is no slot's, and grows with the samples.
        if (i >= still - 1) seen[k]!.push(device(p) - batchSize * bytesOf(i))
      }
    }
    expect(new Set(seen[0]).size).toBeGreaterThan(2)
    expect(new Set(seen[1]).size).toBe(1)
  })

  test('a value in both memories counts in both', async () => {
    await using pipe = pipelineDef({ batchSize, numThreads: 1, deviceId: 0, seed: 1 }, () => {
      const [jpegs] = fn.readers.file({ fileRoot: 'data/photos' })
      const images = fn.decoders.image(jpegs, { device: 'mixed', name: 'images', bytesPerSampleHint: MB })
      return [images, images.cpu()]
    })()
    await pipe.build()
    expect(pipe.executorStatistics().images).toMatchObject({ reservedMemorySize: [2 * batchSize * MB] })
    await pipe.run()
    const { realMemorySize, reservedMemorySize } = pipe.executorStatistics().images!
    expect(realMemorySize[0]).toBeGreaterThan(0)
    expect(reservedMemorySize[0]).toBeGreaterThanOrEqual(2 * batchSize * MB)
  })

  test('the expected extents of decoded images are a hint', async () => {
    await using pipe = pipelineDef({ batchSize, numThreads: 1, deviceId: 0, seed: 1, ...executors.simple }, () => {
      const [jpegs] = fn.readers.file({ fileRoot: 'data/photos' })
      const expected = { preallocateHeightHint: 300, preallocateWidthHint: 400 }
      return fn.decoders.image(jpegs, { device: 'mixed', name: 'images', ...expected })
    })()
    await pipe.build()
    expect(device(pipe)).toBeGreaterThanOrEqual(batchSize * 300 * 400 * 3)
    expect(pipe.executorStatistics().images).toMatchObject({ maxReservedMemorySize: [300 * 400 * 3] })
  })

  test('without hints the statistics say what a batch took, inside a stage too', async () => {
    await using pipe = pipelineDef({ batchSize, numThreads: 1, deviceId: 0, seed: 1, ...executors.simple }, () => {
      const source = () => Array.from({ length: batchSize }, () => new Uint8Array(30))
      const x = fn.externalSource({ source, dtype: 'uint8', name: 'x' })
      return fn.cast(fn.cast(x.gpu(), { dtype: 'float32', name: 'inside' }), { dtype: 'int16', name: 'out' })
    })()
    await pipe.run()
    const { inside, out } = pipe.executorStatistics()
    expect(out).toEqual({
      realMemorySize: [batchSize * 60],
      maxRealMemorySize: [60],
      reservedMemorySize: [batchSize * 60],
      maxReservedMemorySize: [60],
    })
    // Each sample begins at a multiple of 256 bytes.
    expect(inside).toEqual({
      realMemorySize: [batchSize * 120],
      maxRealMemorySize: [120],
      reservedMemorySize: [batchSize * 256],
      maxReservedMemorySize: [256],
    })
  })
})

describe('hints beside memoryBudget.device', { timeout: 60_000 }, () => {
  test('that are too large are ignored, and batches that fit run', async () => {
    await using pipe = make(
      { ...executors.pipelined, memoryBudget: { device: 8 * MB } },
      { bytesPerSampleHint: 64 * MB },
    )
    await pipe.build()
    expect(device(pipe)).toBe(0)
    expect(pipe.executorStatistics().there).toMatchObject({ reservedMemorySize: [0] })
    await runs(pipe, count)
    // More than the whole GPU has.
    await using huge = make({}, { bytesPerSampleHint: 2 ** 50 })
    expect(announced(huge)).toBe(0)
    await runs(huge, 2)
  })

  test('take three quarters of it at most, and no stage stops for that', async () => {
    const budget = 12 * MB
    await using pipe = make(
      { prefetchQueueDepth: 8, memoryBudget: { device: budget } },
      { bytesPerSampleHint: 0.5 * MB },
    )
    await pipe.build()
    expect(device(pipe)).toBeGreaterThan(0.3 * budget)
    expect(device(pipe)).toBeLessThanOrEqual(0.75 * budget)
    await runs(pipe, 20)
    expect(wordsOf(pipe).memory.usedGpu('device')).toBeLessThanOrEqual(budget)
  })

  test.each(portion(executorNames, 3, 1))(
    'do not hide that one batch does not fit, and everything is given back: %s',
    { tags: 'property' },
    async (name) => {
      const before = resources()
      const pipe = make({ ...executors[name], memoryBudget: { device: 400 * KB } }, { bytesPerSampleHint: 64 * KB })
      await pipe.build()
      expect(await failure(() => runs(pipe, count))).toMatchObject({
        code: 'BUDGET_EXCEEDED',
        hint: expect.stringContaining('memoryBudget.device'),
      })
      await pipe.close()
      expect(handles()).toBe(0)
      expect(wordsOf(pipe).memory.usedGpu('device')).toBe(0)
      await expectReturned(before)
    },
  )

  test('close() before the first batch gives the memory back', async () => {
    const pipe = make({}, { bytesPerSampleHint: largest })
    await pipe.build()
    const { memory } = wordsOf(pipe)
    expect(memory.usedGpu('device')).toBeGreaterThan(0)
    await pipe.close()
    expect(memory.usedGpu('device')).toBe(0)
    expect(handles()).toBe(0)
  })
})
