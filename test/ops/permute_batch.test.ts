// permuteBatch and batchPermutation: samples in another order, within every executor, with skipped samples, and in
// imperative mode; and what permuteBatch refuses.
import { cond, type DataNode, fn, math, type PipelineOptions, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { i32, refusedTest } from '../util/refused.js'

const count = 6
const source = (i: number) =>
  Array.from({ length: count }, (_, s) => ({ data: Int32Array.of(10 * i + s, -s), shape: [2] }))
function numbered() {
  let batch = 0
  return () => source(batch++)
}
const options = { batchSize: count, numThreads: 2, deviceId: null, seed: 5 } as PipelineOptions

async function firsts(define: (input: DataNode) => DataNode[], more: Partial<PipelineOptions> = {}, batches = 2) {
  const pipeline = pipelineDef({ ...options, ...more } as PipelineOptions, () =>
    define(fn.externalSource({ name: 'batches', source: numbered(), dtype: 'int32' })),
  )
  await using pipe = pipeline()
  const out: number[][][] = []
  for (let b = 0; b < batches; b++) {
    const lists = [...(await pipe.run())]
    out.push(
      lists.map((list) =>
        Array.from({ length: list.length }, (_, s) => Number((list.at(s).dataSync() as Int32Array)[0])),
      ),
    )
  }
  return out
}

test('large samples, which go past the caches, keep their bytes', () => {
  const size = 1_500_001
  const samples = [0, 1, 2].map((s) => Uint8Array.from({ length: size }, (_, i) => (i * 7 + s) ^ (i >> 8)))
  const made = nd.permuteBatch(nd.asBatch(samples), { indices: [2, 0, 1] })
  for (const [i, from] of [2, 0, 1].entries()) {
    const bytes = Buffer.from(made.at(i).dataSync() as Uint8Array)
    expect(bytes.equals(samples[from]!), `sample ${i}`).toBe(true)
  }
})

const executors: Partial<PipelineOptions>[] = [{ execDynamic: false }, { execDynamic: true }, { execPipelined: false }]

test.each(executors)('a list of indices orders each batch, in %j', async (executor) => {
  const [batch] = await firsts(
    (x) => [fn.permuteBatch(math.add(x, 100), { indices: [5, 4, 3, 2, 1, 1] }), x],
    executor,
    1,
  )
  const [ordered, input] = batch!
  expect(ordered).toEqual([5, 4, 3, 2, 1, 1].map((i) => input![i]! + 100))
})

test.each(executors)('batchPermutation gives each place once, and permuteBatch follows it, in %j', async (executor) => {
  const batches = await firsts(
    (x) => {
      const indices = fn.batchPermutation()
      return [indices, fn.permuteBatch(x, { indices }), math.add(fn.permuteBatch(math.mul(x, 2), { indices }), 0), x]
    },
    executor,
    3,
  )
  for (const [indices, ordered, doubled, input] of batches as [number[], number[], number[], number[]][]) {
    expect([...indices].sort()).toEqual([0, 1, 2, 3, 4, 5])
    expect(ordered).toEqual(indices.map((i) => input[i]))
    expect(doubled).toEqual(indices.map((i) => 2 * input[i]!))
  }
  // Batches differ, and one seed gives one result.
  expect(new Set(batches.map(([indices]) => `${indices}`)).size).toBeGreaterThan(1)
})

test('noFixedPoints leaves no sample in its place, allowRepetitions draws places independently', async () => {
  const batches = await firsts(
    () => [
      fn.batchPermutation({ noFixedPoints: true }),
      fn.batchPermutation({ allowRepetitions: true }),
      fn.batchPermutation({ allowRepetitions: true, noFixedPoints: true }),
    ],
    {},
    60,
  )
  const repeated = batches.map((lists) => lists[1]!)
  for (const [moved, , both] of batches as [number[], number[], number[]][]) {
    expect([...moved].sort()).toEqual([0, 1, 2, 3, 4, 5])
    expect(moved.some((place, i) => place === i)).toBe(false)
    expect(both.some((place, i) => place === i)).toBe(false)
  }
  expect(repeated.some((list) => new Set(list).size < count)).toBe(true)
  // Each place is as likely as the others: 360 draws of 6.
  const times = repeated.flat().reduce((n, i) => n.with(i, n[i]! + 1), new Array(count).fill(0) as number[])
  expect(times.reduce((sum, n) => sum + (n - 60) ** 2 / 60, 0)).toBeLessThan(20.5)
})

test('a permutation is as likely as any other', async () => {
  const batches = await firsts(() => [fn.batchPermutation()], { batchSize: 3 }, 600)
  const times = new Map<string, number>()
  for (const [list] of batches) times.set(`${list!.slice(0, 3)}`, (times.get(`${list!.slice(0, 3)}`) ?? 0) + 1)
  const seen = [...times.values()]
  expect(seen.length).toBe(6)
  expect(seen.reduce((sum, n) => sum + (n - 100) ** 2 / 100, 0)).toBeLessThan(20.5)
})

test.each(executors)('in a branch they see the samples of the branch, in %j', async (executor) => {
  const taken = [1, 0, 1, 1, 0, 1]
  const batches = await firsts(
    (x) => {
      const chosen = fn.externalSource({ source: () => taken.map((take) => Int32Array.of(take)), dtype: 'int32' })
      const ordered = cond(
        chosen,
        () => fn.permuteBatch(x, { indices: fn.batchPermutation({ noFixedPoints: true }) }),
        () => fn.permuteBatch(math.add(x, 0), { indices: fn.batchPermutation({ noFixedPoints: true }) }),
      )
      return [ordered, x]
    },
    { ...executor, enableConditionals: true },
    3,
  )
  for (const [ordered, input] of batches) {
    for (const branch of [0, 1]) {
      const of = (list: number[]) => list.filter((_, i) => taken[i] === branch)
      expect([...of(ordered!)].sort()).toEqual([...of(input!)].sort())
      expect(of(ordered!).some((value, i) => value === of(input!)[i])).toBe(false)
    }
  }
})

test('an index outside of the batch, and several per sample, are refused', async () => {
  await expect(firsts((x) => [fn.permuteBatch(x, { indices: [0, 1, 2, 3, 4, 6] })])).rejects.toThrow(
    'Expected an index from 0 to 5 (the batch has 6 samples) but received 6',
  )
  await expect(firsts((x) => [fn.permuteBatch(x, { indices: [0] })])).rejects.toThrow(
    'an index for each of the 6 samples',
  )
  await expect(firsts((x) => [fn.permuteBatch(x, { indices: x })])).rejects.toThrow(
    'one index per sample but received 2',
  )
})

test('imperative mode gives the same', async () => {
  const x = nd.batch(source(1))
  const ordered = nd.permuteBatch(nd.math.add(x, 100), { indices: [5, 4, 3, 2, 1, 1] })
  const numbers = [...((await ordered.data()) as Int32Array)]
  expect(numbers.filter((_, i) => i % 2 === 0)).toEqual([115, 114, 113, 112, 111, 111])
  const places = nd.batchPermutation({ batchSize: 4, noFixedPoints: true })
  const drawn = [...((await places.data()) as Int32Array)]
  expect([...drawn].sort()).toEqual([0, 1, 2, 3])
  expect(drawn.some((place, i) => place === i)).toBe(false)
})

const three = nd.batch([i32([1]), i32([2]), i32([3])])
const own = (...indices: Parameters<typeof i32>[0][]) => nd.batch(indices.map((x) => i32(x)))
refusedTest([
  [
    'no indices',
    () => nd.permuteBatch(three, { indices: [] }),
    'INVALID_INPUT',
    /an index for each of the 3 samples but received 0/,
  ],
  [
    'fewer indices than samples',
    () => nd.permuteBatch(three, { indices: [0, 1] }),
    'INVALID_INPUT',
    /an index for each of the 3 samples but received 2/,
  ],
  [
    'more indices than samples',
    () => nd.permuteBatch(three, { indices: [0, 1, 2, 0] }),
    'INVALID_INPUT',
    /an index for each of the 3 samples but received 4/,
  ],
  [
    'a negative index',
    () => nd.permuteBatch(three, { indices: [0, -1, 2] }),
    'INVALID_INPUT',
    /from 0 to 2 \(the batch has 3 samples\) but received -1/,
  ],
  [
    'an index that is too large',
    () => nd.permuteBatch(three, { indices: own(0, 3, 2) }),
    'INVALID_INPUT',
    /from 0 to 2 \(the batch has 3 samples\) but received 3/,
  ],
  [
    'an index that is no number',
    () => nd.permuteBatch(three, { indices: [0, Number.NaN, 2] }),
    'INVALID_ARGUMENT',
    /integers for indices but received NaN at \[1\]/,
  ],
  [
    'an index that is no whole number',
    () => nd.permuteBatch(three, { indices: [0, 0.5, 2] }),
    'INVALID_ARGUMENT',
    /integers for indices but received 0.5 at \[1\]/,
  ],
  [
    'two indices of one sample',
    () => nd.permuteBatch(three, { indices: own([0, 1], [0, 1], [0, 1]) }),
    'INVALID_INPUT',
    /one index per sample but received 2/,
  ],
  [
    'samples without an index',
    () => nd.permuteBatch(three, { indices: own([], [], []) }),
    'INVALID_INPUT',
    /one index per sample but received 0/,
  ],
  [
    'indices of other samples',
    () => nd.permuteBatch(three, { indices: own(0, 1) }),
    'INVALID_ARGUMENT',
    /batches of one size but received 3 and 2 samples/,
  ],
  ['no order', () => nd.permuteBatch(three, {} as never), 'INVALID_ARGUMENT', /a value for indices but received none/],
])

// A list that changes from call to call stays a list of the batch, where other operators get a value: src/dynamic/operators/changing.ts.
test('many different lists each order the batch', () => {
  const batch = nd.batch([0, 1, 2, 3].map((x) => Int32Array.of(x)))
  for (let i = 0; i < 12; i++) {
    const indices = [i % 4, (i >> 2) % 4, (3 * i) % 4, (i + (i >> 1)) % 4]
    expect([...(nd.permuteBatch(batch, { indices }).dataSync() as Int32Array)]).toEqual(indices)
  }
})
