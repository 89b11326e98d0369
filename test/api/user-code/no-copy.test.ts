// Data of external sources that programs read where it lies: what is copied, that it stays alive until it is used, and
// that no way of giving it changes what comes out.
import fc from 'fast-check'
import { type BatchData, fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { Slot, slotReserve } from '../../../src/data/arena.js'
import { failure, numbers } from '../../util/collect.js'
import { runs } from '../../util/soak.js'

const mebibyte = 2 ** 20

const memories = {
  private: (size: number) => new Uint8Array(size),
  shared: (size: number) => new Uint8Array(new SharedArrayBuffer(size)),
  'part of shared': (size: number) => new Uint8Array(new SharedArrayBuffer(size + 9), 7, size),
}
type Memory = keyof typeof memories

/** 0, 1, 2 ... in memory of this kind. */
const made = (memory: Memory, size: number): Uint8Array => {
  const data = memories[memory](size)
  for (let i = 0; i < size; i++) data[i] = i
  return data
}
const sumOf = (data: Uint8Array) => data.reduce((sum, x) => sum + x, 0)

const sums = (options: object, more: { memoryBudget?: { host: number }; output?: boolean } = {}) =>
  pipelineDef(
    {
      batchSize: 2,
      numThreads: 2,
      prefetchQueueDepth: 1,
      ...(more.memoryBudget && { memoryBudget: more.memoryBudget }),
    },
    () => {
      const x = fn.externalSource({ name: 'x', dtype: 'uint8', ...options })
      const sum = fn.reductions.sum(x, { dtype: 'float32' })
      return more.output ? [sum, x] : [sum]
    },
  )()

/** Bytes of the slots, in MiB, after one batch of two samples of 4 MiB. */
async function slotsAfter(memory: Memory, options: object, more = {}): Promise<number> {
  await using pipe = sums(options, more)
  const samples = [0, 1].map(() => made(memory, 4 * mebibyte))
  pipe.feedInput('x', samples)
  const outputs = await pipe.run()
  expect(numbers(outputs[0]!)).toEqual(samples.map(sumOf).map(Math.fround))
  const { slots } = pipe.statistics().memory
  outputs[0]!.release()
  return slots / mebibyte
}

test.each<[string, Memory, object, object, copied: boolean]>([
  ['a copy that was made when it was fed', 'private', {}, {}, false],
  ['shared memory', 'shared', { noCopy: true }, {}, false],
  ['a part of shared memory', 'part of shared', { noCopy: true }, {}, false],
  ['a copy of what is repeated', 'private', { noCopy: true, repeatLast: true }, {}, false],
  ['memory that its owner may transfer', 'private', { noCopy: true }, {}, true],
  ['data under a budget', 'shared', { noCopy: true }, { memoryBudget: { host: 256 * mebibyte } }, true],
])('a slot holds the bytes of %s, or not', async (_, memory, options, more, copied) => {
  const slots = await slotsAfter(memory, options, more)
  if (copied) expect(slots).toBeGreaterThan(7)
  else expect(slots).toBeLessThan(1)
})

test('a source of samples or of batches gives shared memory without a copy', async () => {
  for (const batch of [true, false]) {
    const sample = () => made('shared', 4 * mebibyte)
    const source = () => (batch ? [sample(), sample()] : sample()) as BatchData
    await using pipe = sums({ source, batch, noCopy: true })
    const outputs = await pipe.run()
    const expected = Math.fround(sumOf(sample()))
    expect(numbers(outputs[0]!)).toEqual([expected, expected])
    expect(pipe.statistics().memory.slots / mebibyte).toBeLessThan(1)
  }
})

test('the data that a batch refers to lives until its slot is written again', async () => {
  const { gc } = globalThis as { gc?: () => void }
  if (!gc) return
  const slot = new Slot({ buffer: new SharedArrayBuffer(2 ** 16, { maxByteLength: slotReserve }), handle: 0 })
  const record = { index: 0, epoch: 0, flags: 0, source: '', ordinal: 1 }
  const write = (elsewhere: boolean) => {
    const data = new Uint8Array(new SharedArrayBuffer(1000))
    const outputs = [{ dtype: 'uint8' as const, layout: '', samples: [{ data, shape: [1000] }] }]
    slot.write(1, [record], outputs, 0, () => true, elsewhere)
    return new WeakRef(data.buffer)
  }
  const collected = async () => {
    for (let i = 0; i < 3; i++) {
      await new Promise(setImmediate)
      gc()
    }
  }
  const kept = write(true)
  await collected()
  expect(kept.deref()).toBeDefined()
  expect([slot.keptBytes, slot.usedBytes < 1000]).toEqual([1000, true])
  const copied = write(false)
  await collected()
  expect([kept.deref(), copied.deref(), slot.keptBytes]).toEqual([undefined, undefined, 0])
  expect(slot.usedBytes).toBeGreaterThan(1000)
})

test.each([false, true])('memory that was taken away is an error, repeated %s', async (repeatLast) => {
  for (const take of [
    (data: Uint8Array) => void structuredClone(data.buffer, { transfer: [data.buffer as ArrayBuffer] }),
    (data: Uint8Array) => (data.buffer as ArrayBuffer).resize(10),
  ]) {
    await using pipe = sums({ noCopy: true, repeatLast })
    const data = new Uint8Array(new ArrayBuffer(1000, { maxByteLength: 2000 }), 0, 1000).fill(1)
    pipe.feedInput('x', [data, data])
    take(data)
    // What is repeated was copied when it was fed.
    if (repeatLast) expect(numbers((await pipe.run())[0]!)).toEqual([1000, 1000])
    else expect(await failure(() => pipe.run())).toMatchObject({ code: 'INVALID_INPUT', hint: expect.any(String) })
  }
})

test.each(['the user', "the user's function"])('%s gets a copy of shared memory', async (taker) => {
  await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () => {
    const x = fn.externalSource({ name: 'x', dtype: 'uint8', noCopy: true })
    return [taker === 'the user' ? x : fn.jsFunction(x, { module: '../../util/functions/budget.mjs', export: 'twice' })]
  })()
  const samples = [3000, 5].map((size) => made('shared', size))
  pipe.feedInput('x', samples)
  const [x] = await pipe.run()
  const times = taker === 'the user' ? 1 : 2
  expect([0, 1].map((i) => [...x!.at(i).dataSync()])).toEqual(
    samples.map((sample) =>
      Array(times)
        .fill([...sample])
        .flat(),
    ),
  )
})

test('no way of giving data changes what comes out', { tags: 'property' }, async () => {
  const memory = fc.constantFrom(...(Object.keys(memories) as Memory[]))
  const given = fc.record({
    memory: fc.array(memory, { minLength: 1, maxLength: 4 }),
    noCopy: fc.boolean(),
    repeatLast: fc.boolean(),
    output: fc.boolean(),
    sizes: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ memory, noCopy, repeatLast, output, sizes }) => {
      await using pipe = sums({ noCopy, repeatLast }, { output })
      for (const [k, size] of sizes.entries()) {
        const samples = [size, size + 1].map((n) => made(memory[k % memory.length]!, n))
        pipe.feedInput('x', samples)
        const expected = samples.map((data) => Math.fround(sumOf(data)))
        // A batch that repeats comes a second time.
        for (let again = 0; again < (repeatLast ? 2 : 1); again++) {
          const [sum, x] = await pipe.run()
          expect(numbers(sum!)).toEqual(expected)
          if (x) expect([...x.at(1).dataSync()]).toEqual([...samples[1]!])
          sum!.release()
        }
        if (repeatLast) return
      }
    }),
    { numRuns: runs(60, 8) },
  )
})
