// Tests the content of slots, and when they come back: memory that is used again must show nothing of the batch
// before, nor be used again too early.
import { fn, pipelineDef, type TensorList } from 'penstock-data'
import { expect, test } from 'vitest'
import { Bench } from '../../util/pool-bench.js'

const module = new URL('../../util/functions/samples.mjs', import.meta.url)

test('the zeros of a placeholder are written over the batch before', async () => {
  const size = 5000
  await using pipe = pipelineDef({ batchSize: 2, numThreads: 1, prefetchQueueDepth: { cpu: 1, gpu: 1 } }, () => {
    const x = fn.externalSource({ name: 'x', dtype: 'float32', ndim: 1 })
    return [fn.jsFunction(x, { module, export: 'throwsForThree', onError: 'placeholder' })]
  })()
  const of = (value: number) => new Float32Array(size).fill(value)
  for (const bad of [0, 1]) {
    await pipe.run({ x: [of(7), of(8)] })
    const [list] = await pipe.run({ x: bad ? [of(5), of(3)] : [of(3), of(5)] })
    expect([...list!.valid]).toEqual(bad ? [1, 0] : [0, 1])
    expect(
      list!
        .at(bad)
        .dataSync()
        .every((value) => value === 0),
    ).toBe(true)
    expect(
      list!
        .at(1 - bad)
        .dataSync()
        .every((value) => value === 5),
    ).toBe(true)
  }
})

test('an array of one part keeps the batch when the other part is collected', async () => {
  const big = 40_000
  await using pipe = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
    const of = (from: number) => fn.externalSource({ source: (i: number) => [new Int32Array(big).fill(from + i)] })
    return [of(0), of(1000)]
  })()
  const arrayOf = (list: TensorList) => list.at(0).dataSync()
  const others: WeakRef<object>[] = []
  const take = async (which: 0 | 1) => {
    const lists = await pipe.run()
    others.push(new WeakRef(arrayOf(lists[1 - which]!).buffer))
    return arrayOf(lists[which]!)
  }
  const held = [await take(0), await take(1)]
  const collected = () => {
    globalThis.gc!()
    return others.every((other) => other.deref() === undefined)
  }
  await expect.poll(collected).toBe(true)
  // A slot that came back is the first that is used again.
  for (let i = 0; i < 10; i++) {
    for (const output of await pipe.run()) output.release()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(held.map((array) => array[0])).toEqual([0, 1001])
})

test('the charge for a batch that was made ahead comes back with its slot', () => {
  const budget = 64 * 2 ** 20
  const bench = new Bench({ edges: [1], slots: 6, depth: 6, budget, hint: 0 })
  // So much of it is for batches that are made ahead.
  bench.words.memory.setLimits(budget, budget, 5 * 2 ** 20)
  const waiting = bench.waiting[0]![0]!
  const counts: number[] = []
  for (let round = 0; round < 6; round++) {
    for (let i = 0; i < 6; i++) bench.send(2 ** 20)
    counts.push(waiting.length)
    while (waiting.length) {
      bench.take(0, 0)
      bench.give(0, 0)
    }
  }
  expect(counts.at(-1)).toBeGreaterThan(1)
  expect(counts.at(-1)).toBe(counts[1])
})
