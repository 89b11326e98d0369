// A jsFunction inside cond() and oneOf(): it is called for the samples of its branch alone, as DALI's python_function is, in all
// executors; what it does in nested branches, with onError, with several workers and with promises.
// @module-tag shared
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cond, type DataNode, fn, math, oneOf, type PipelineOptions, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { tempFolder } from '../../util/files.js'
import { portion } from '../../util/soak.js'

const folder = tempFolder()
/** A module whose functions note the samples that they are called for, in the second output. */
const file = join(folder, 'functions.mjs')
writeFileSync(
  file,
  `
  let calls = 0
  const numberOf = (x) => Number(x.dataSync()[0])
  export const tens = (x) => Int32Array.of(10 * numberOf(x))
  export const scalar = (x) => ({ data: Int32Array.of(10 * numberOf(x)), shape: [] })
  export const later = async (x, { idxInBatch }) => {
    await new Promise((resolve) => setTimeout(resolve, idxInBatch % 2 ? 0 : 3))
    return Int32Array.of(10 * numberOf(x))
  }
  export const mixed = (x) => (numberOf(x) % 3 ? tens(x) : later(x, { idxInBatch: 0 }))
  export const counted = () => Int32Array.of(++calls)
  export const two = (x) => [Int32Array.of(numberOf(x)), Float32Array.of(numberOf(x) / 2, 0)]
  export const odd = (x) => {
    if (numberOf(x) % 4 === 3) throw new Error('three of four')
    return Int32Array.of(10 * numberOf(x))
  }
  export const never = () => {
    throw new Error('it was called')
  }
`,
)
const module = pathToFileURL(file).href
const js = (x: DataNode, name: string, more: object = {}) =>
  fn.jsFunction(x, { module, export: name, ...more }) as DataNode

const batchSize = 8
const defaults = { batchSize, numThreads: 2, deviceId: null, enableConditionals: true, seed: 3 } as PipelineOptions
const executors: Partial<PipelineOptions>[] = [{ execDynamic: false }, { execDynamic: true }, { execPipelined: false }]

/** Batches of numbers that go on from batch to batch, as one-element tensors. */
function numbers() {
  let next = 0
  return () => Array.from({ length: batchSize }, () => ({ data: Int32Array.of(next++), shape: [1] }))
}

async function run(define: (x: DataNode) => DataNode[], more: Partial<PipelineOptions> = {}, batches = 2) {
  const pipeline = pipelineDef({ ...defaults, ...more } as PipelineOptions, () =>
    define(fn.externalSource({ source: numbers(), dtype: 'int32' })),
  )
  await using pipe = pipeline()
  const out: number[][][] = []
  for (let b = 0; b < batches; b++) {
    const lists = [...(await pipe.run())]
    out.push(lists.map((list) => Array.from({ length: list.length }, (_, i) => Number(list.at(i).dataSync()[0]))))
  }
  return out
}

const all = (batches = 2) =>
  Array.from({ length: batches }, (_, b) => Array.from({ length: batchSize }, (_, i) => batchSize * b + i))
const isOdd = (x: DataNode) => math.eq(math.mod(x, 2), 1)

test.each(portion(executors, 3, 1))(
  'it runs for the samples of its branch alone, in %j',
  { tags: 'property' },
  async (executor) => {
    for (const name of ['tens', 'later', 'mixed']) {
      const got = await run(
        (x) => [
          cond(
            isOdd(x),
            () => js(math.add(x, 1), name),
            () => x,
          ),
        ],
        executor,
      )
      expect(got).toEqual(all().map((batch) => [batch.map((v) => (v % 2 ? 10 * (v + 1) : v))]))
    }
  },
)

test.each(portion(executors, 3, 2))(
  'what follows it in the branch runs too, in %j',
  { tags: 'property' },
  async (executor) => {
    const got = await run((x) => {
      const made = cond(
        isOdd(x),
        () => math.add(js(math.mul(x, 2), 'tens'), 7),
        () => math.neg(x),
      )
      return [math.add(made, 1), x]
    }, executor)
    expect(got).toEqual(all().map((batch) => [batch.map((v) => (v % 2 ? 20 * v + 7 : -v) + 1), batch]))
  },
)

test.each(portion(executors, 3, 3))(
  'it is not called where no sample takes the branch, in %j',
  { tags: 'property' },
  async (executor) => {
    const none = (x: DataNode) =>
      cond(
        math.lt(x, 0),
        () => js(x, 'never'),
        () => x,
      )
    expect(await run((x) => [none(x)], executor)).toEqual(all().map((batch) => [batch]))
    // The first batch has no sample of the branch, the second has no other.
    const second = (x: DataNode) =>
      cond(
        math.ge(x, batchSize),
        () => js(x, 'tens'),
        () => x,
      )
    expect(await run((x) => [second(x)], executor)).toEqual([[all()[0]], [all()[1]!.map((v) => 10 * v)]])
    // A worker of its own counts: calls are those of the branch.
    const counted = await run(
      (x) => [
        cond(
          isOdd(x),
          () => js(x, 'counted', { workers: 1 }),
          () => math.mul(x, 0),
        ),
      ],
      executor,
    )
    expect(counted.flat(2).filter(Boolean)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  },
)

test('branches may both have one, and oneOf() and nested branches too', async () => {
  const both = await run((x) => [
    cond(
      isOdd(x),
      () => js(x, 'tens'),
      () => js(math.mul(x, -1), 'later'),
    ),
  ])
  expect(both).toEqual(all().map((batch) => [batch.map((v) => (v % 2 ? 10 * v : 0 - 10 * v))]))
  const nested = await run((x) => [
    cond(
      isOdd(x),
      () =>
        cond(
          math.lt(x, 6),
          () => js(js(x, 'tens'), 'tens'),
          () => math.neg(x),
        ),
      () => x,
    ),
  ])
  expect(nested).toEqual(all().map((batch) => [batch.map((v) => (v % 2 === 0 ? v : v < 6 ? 100 * v : -v))]))
  const chosen = await run((x) => [oneOf([() => x, () => js(x, 'tens')], [1, 1]), x], {}, 4)
  const factors = chosen.flatMap(([made, from]) => made!.map((v, i) => v / from![i]!)).slice(1)
  expect(new Set(factors)).toEqual(new Set([1, 10]))
})

test('several outputs, scalars and several workers', async () => {
  const pairs = (x: DataNode) =>
    cond(
      isOdd(x),
      () => fn.jsFunction(x, { module, export: 'two', outputs: 2, workers: 2 }) as unknown as DataNode[],
      () => [x, fn.cast(fn.cat(x, x), { dtype: 'float32' })] as DataNode[],
    ) as unknown as DataNode[]
  const got = await run((x) => pairs(x), {}, 3)
  expect(got).toEqual(all(3).map((batch) => [batch, batch.map((v) => (v % 2 ? v / 2 : v))]))
  const scalars = await run((x) => {
    const one = fn.squeeze(x, { axes: [0] })
    return [
      cond(
        math.ge(one, 12),
        () => js(one, 'scalar'),
        () => one,
      ),
    ]
  })
  expect(scalars).toEqual(all().map((batch) => [batch.map((v) => (v >= 12 ? 10 * v : v))]))
})

test('samples outside of the branch do not fail in it, and a failure obeys onError', async () => {
  const odd = (more: object) => (x: DataNode) => [
    cond(
      isOdd(x),
      () => js(x, 'odd', more),
      () => x,
    ),
    x,
  ]
  await expect(run(odd({}))).rejects.toMatchObject({
    code: 'USER_FUNCTION',
    message: expect.stringMatching(/three of four/),
  })
  const even = await run((x) => [
    cond(
      math.eq(math.mod(x, 4), 1),
      () => js(x, 'odd'),
      () => x,
    ),
  ])
  expect(even.flat(2)).toEqual(
    all()
      .flat()
      .map((v) => (v % 4 === 1 ? 10 * v : v)),
  )
  const marked = await run(odd({ onError: 'placeholder' }))
  expect(marked.flatMap(([made]) => made)).toEqual(
    all()
      .flat()
      .map((v) => (v % 4 === 3 ? 0 : v % 2 ? 10 * v : v)),
  )
  // Skipped samples leave all outputs; later ones take their places.
  const [[made, from]] = (await run(odd({ onError: 'skip' }), {}, 1)) as [number[][]]
  const left = Array.from({ length: 16 }, (_, v) => v)
    .filter((v) => v % 4 !== 3)
    .slice(0, batchSize)
  expect(from).toEqual(left)
  expect(made).toEqual(left.map((v) => (v % 2 ? 10 * v : v)))
})

test('statistics count the calls', async () => {
  const pipeline = pipelineDef(defaults, () => {
    const from = numbers()
    const x = fn.externalSource({
      source: [from(), from()],
      cycle: false,
      dtype: 'int32',
    } as never) as unknown as DataNode
    return cond(
      isOdd(x),
      () => js(x, 'tens'),
      () => x,
    )
  })
  await using pipe = pipeline()
  let batches = 0
  for await (const _ of pipe) batches++
  const calls = pipe.statistics().stages.flatMap(({ ops }) => ops.filter(({ op }) => op === 'jsFunction'))
  expect([batches, calls.map(({ samples }) => samples)]).toEqual([2, [batchSize]])
})

test('the plan shows the branch', async () => {
  const pipeline = pipelineDef(defaults, () => {
    const x = fn.externalSource({ source: numbers(), dtype: 'int32', name: 'x' })
    return cond(
      isOdd(x),
      () => js(x, 'tens'),
      () => x,
    )
  })
  await using pipe = pipeline()
  expect(String(pipe)).toMatch(/js jsFunction .*\n.*mailbox 0, output 0\n +if mailbox 1, output 0 = 1\n/)
})
