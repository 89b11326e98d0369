// The eight reductions: 'reductions.sum', 'reductions.mean', 'reductions.meanSquare', 'reductions.rms', 'reductions.min',
// 'reductions.max', 'reductions.stdDev' and 'reductions.variance' against reference outputs (test/golden/make_reductions.py),
// where they go beyond the reference (more dtypes, exactness), and what is refused.
import { type DataNode, type DType, fn, math, pipelineDef } from 'penstock-data'
import { expect, expectTypeOf, test } from 'vitest'
import { typedArrays } from '../../src/data/elements.js'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('reductions')

const plain = ['sum', 'mean', 'meanSquare', 'rms', 'min', 'max'] as const
type Name = (typeof plain)[number]
const tensor = (dtype: DType, values: readonly (number | bigint)[], shape = [values.length], layout = '') => ({
  data: new (typedArrays[dtype] as new (values: never) => object)(values as never),
  shape,
  ...(layout && { layout }),
})
const call = (name: Name, x: DataNode, args: object) =>
  (fn.reductions[name] as (x: DataNode, args: object) => DataNode)(x, args)
const all = async (name: Name, sample: object, args: object = {}) => {
  const made = await runOn([sample], (x) => call(name, x, args))
  return { ...made, data: [...made.data] }
}

/** What a group gives, by the definition. */
const define: Record<Name, (v: number[]) => number> = {
  sum: (v) => v.reduce((a, b) => a + b, 0),
  mean: (v) => define.sum(v) / v.length,
  meanSquare: (v) => define.sum(v.map((x) => x * x)) / v.length,
  rms: (v) => Math.sqrt(define.meanSquare(v)),
  min: (v) => Math.min(...v),
  max: (v) => Math.max(...v),
}

// Extents around the lengths at which the loops change: short rows, 64 lanes, rows made of several, pieces of 1024.
const shapes: [shape: number[], axes: number[]][] = [
  [[1], [0]],
  [[31, 3], [1]],
  [[40, 2], [0]],
  [[5, 33], [1]],
  [[3, 129, 3], [1]],
  [[2, 1100], [0]],
  [[1500, 2], [0]],
  [
    [3, 5, 4, 2],
    [0, 2],
  ],
  [
    [2, 3, 1, 5],
    [1, 2],
  ],
  [[7000], [0]],
  [[70001], []],
]
const dtypes = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'int64', 'uint64', 'float32', 'float64'] as const

test('every shape and dtype gives what the definition gives', async () => {
  const wanted: number[][] = []
  const cases = dtypes.flatMap((dtype) =>
    shapes.filter(([shape]) => dtype === 'uint8' || shape[0]! < 70000).map(([shape, axes]) => ({ dtype, shape, axes })),
  )
  const samples = cases.map(({ dtype, shape }, seed) => {
    const count = shape.reduce((a, b) => a * b, 1)
    const least = dtype.startsWith('u') ? 0 : dtype === 'int8' ? -128 : -200
    const values = Array.from({ length: count }, (_, i) => ((i * 7919 + seed * 104729) % (255 - least)) + least)
    const big = dtype.endsWith('64') && dtype !== 'float64'
    return tensor(dtype, big ? values.map(BigInt) : dtype === 'int8' ? values.map((v) => (v << 24) >> 24) : values, [
      ...shape,
    ])
  })
  const source = () => samples.map((x) => [x])
  // 30 values of a source, and 6 outputs of each, are as many as a pipeline takes.
  for (let first = 0; first < cases.length; first += 5) {
    const some = cases.slice(first, first + 5)
    const pipe = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1, execDynamic: false }, () => {
      const given = { source: () => source().slice(first, first + 5), numOutputs: some.length }
      const nodes = fn.externalSource(given as never) as unknown as DataNode[]
      return nodes.flatMap((x, i) => plain.map((name) => call(name, x, { axes: some[i]!.axes })))
    })()
    const lists = [...(await pipe.run())]
    some.forEach(({ dtype, shape, axes }, c) => {
      const groups = groupsOf(Array.from(samples[first + c]!.data as Float64Array, Number), shape, axes)
      plain.forEach((name, k) => {
        const got = Array.from(lists[c * plain.length + k]!.at(0).dataSync() as ArrayLike<number>, Number)
        const want = groups.map(define[name])
        const near = name === 'sum' || name === 'min' || name === 'max' ? 0 : 1e-6
        const wrong = got.findIndex((v, i) => !(Math.abs(v - want[i]!) <= near * Math.abs(want[i]!)))
        expect(got[wrong], `${name} of ${dtype} ${shape} along ${axes}, group ${wrong}`).toBe(want[wrong])
        expect(got.length).toBe(groups.length)
      })
      wanted.push(...groups)
    })
    await pipe.close()
  }
  expect(wanted.length).toBeGreaterThan(1000)
})

/** The elements of each group, in the order of the output. */
function groupsOf(values: number[], shape: readonly number[], axes: readonly number[]): number[][] {
  const out = new Map<string, number[]>()
  values.forEach((value, i) => {
    let rest = i
    const at = [...shape].map(() => 0)
    for (let d = shape.length - 1; d >= 0; d--) {
      at[d] = rest % shape[d]!
      rest = Math.floor(rest / shape[d]!)
    }
    const key = at.filter((_, d) => !axes.includes(d)).join()
    const group = out.get(key)
    if (group) group.push(value)
    else out.set(key, [value])
  })
  return [...out.values()]
}

test('dtypes that DALI refuses: float16, float64 and bool', async () => {
  const half = { data: Uint16Array.of(0x3c00, 0xc400, 0x7e00), shape: [3] } // 1, -4, NaN
  const asHalf = (build: (x: DataNode) => DataNode) =>
    runOn([half], (x) => build(fn.cast(math.bitAnd(x, 0xffff), { dtype: 'float16' })))
  expect((await asHalf((x) => fn.reductions.min(x))).dtype).toBe('float16')
  expect(await all('sum', tensor('float64', [0.1, 0.2]))).toMatchObject({ dtype: 'float64', data: [0.1 + 0.2] })
  const flags = (build: (x: DataNode) => DataNode) =>
    runOn([tensor('uint8', [1, 0, 1, 1])], (x) => build(fn.cast(x, { dtype: 'bool' })))
  expect(await flags((x) => fn.reductions.sum(x))).toMatchObject({ dtype: 'uint64', data: BigUint64Array.of(3n) })
  expect(await flags((x) => fn.reductions.mean(x))).toMatchObject({ dtype: 'float32', data: Float32Array.of(0.75) })
  expect(await flags((x) => fn.reductions.min(x))).toMatchObject({ dtype: 'bool', data: Uint8Array.of(0) })
  expect(await flags((x) => fn.reductions.max(x))).toMatchObject({ dtype: 'bool', data: Uint8Array.of(1) })
})

test('integers stay exact: sums over 2^53, squares over 2^31, means that would overflow', async () => {
  expect((await all('sum', tensor('uint64', [2n ** 63n, 2n ** 62n + 1n]))).data).toEqual([2n ** 63n + 2n ** 62n + 1n])
  // DALI multiplies in int here, which overflows.
  expect((await all('meanSquare', tensor('uint16', [65535, 65535]), { dtype: 'uint64' })).data).toEqual([65535n ** 2n])
  // DALI adds in uint8 here, which wraps around before the division.
  expect((await all('mean', tensor('uint8', [200, 250]), { dtype: 'uint8' })).data).toEqual([225])
  expect((await all('mean', tensor('int64', [2n ** 62n, 2n ** 62n, 2n ** 62n]))).data).toEqual([2 ** 62])
})

test('a million equal bytes, and infinities, are exact', async () => {
  const n = 1_000_003
  const bytes = { data: new Uint8Array(n).fill(255), shape: [n] }
  expect((await all('sum', bytes)).data).toEqual([255n * BigInt(n)])
  expect((await all('meanSquare', bytes)).data).toEqual([65025])
  expect((await all('sum', { data: new Int8Array(n).fill(-128), shape: [n] })).data).toEqual([-128n * BigInt(n)])
  expect((await all('min', tensor('float32', [Number.POSITIVE_INFINITY]))).data).toEqual([Number.POSITIVE_INFINITY])
  expect((await all('max', tensor('float32', [Number.NaN, -3]))).data).toEqual([-3])
})

test('the least and the largest of nothing', async () => {
  expect((await all('min', tensor('uint8', []))).data).toEqual([255])
  expect((await all('max', tensor('int16', []))).data).toEqual([-32768])
  expect((await all('min', tensor('float32', []))).data).toEqual([Number.POSITIVE_INFINITY])
  expect((await all('mean', tensor('int32', []), { dtype: 'int32' })).data).toEqual([0])
})

test('deviations take a mean of any dtype: one value, or one per group', async () => {
  const x = tensor('int32', [1, 3, 10, 20], [2, 2], 'HW')
  const variance = (mean: object, args = {}) =>
    runOn([x, mean], (a, m) => fn.reductions.variance(a, m, { axes: [1], ...args })).then((made) => [...made.data])
  expect(await variance(tensor('float32', [0], []))).toEqual([5, 250])
  expect(await variance(tensor('uint8', [2, 15]))).toEqual([1, 25])
  expect(await variance(tensor('float64', [2, 15], [2, 1]), { ddof: 1 })).toEqual([2, 50])
})

test('the compiler knows the dtype of the output, and the layout follows the axes', async () => {
  const image = tensor('uint8', [1, 2, 3, 4, 5, 6], [1, 2, 3], 'HWC')
  const define = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
    const x = fn.cast(fn.externalSource({ source: () => [image as never] }), { dtype: 'uint8' })
    return [fn.reductions.sum(x), fn.reductions.max(x, { axisNames: 'W' }), fn.reductions.mean(x, { dtype: 'float64' })]
  })
  await using pipe = define()
  const [sum, max, mean] = await pipe.run()
  expectTypeOf(sum!.dtype).toEqualTypeOf<'uint64'>()
  expectTypeOf(max!.dtype).toEqualTypeOf<'uint8'>()
  expectTypeOf(mean!.dtype).toEqualTypeOf<'float64'>()
  expect([sum!.dtype, max!.dtype, mean!.dtype]).toEqual(['uint64', 'uint8', 'float64'])
  expect([sum!.layout, max!.layout]).toEqual(['', 'HC'])
})

test.each<[string, (x: DataNode, m: DataNode) => DataNode, string, RegExp]>([
  ['an axis beyond the last', (x) => fn.reductions.sum(x, { axes: [3] }), 'INVALID_ARGUMENT', /-3 to 2 for axes .* 3/],
  ['an axis twice', (x) => fn.reductions.min(x, { axes: [1, -2] }), 'INVALID_ARGUMENT', /dimension 1 twice/],
  ['a name twice', (x) => fn.reductions.sum(x, { axisNames: 'HH' }), 'INVALID_ARGUMENT', /dimension 0 twice/],
  [
    'axes and axisNames',
    (x) => fn.reductions.rms(x, { axes: [0], axisNames: 'W' }),
    'INVALID_ARGUMENT',
    /received both/,
  ],
  ['an unknown name', (x) => fn.reductions.max(x, { axisNames: 'D' }), 'INVALID_INPUT', /axis D of axisNames .* 'HWC'/],
  [
    'a mean too short',
    (x, m) => fn.reductions.stdDev(x, m, { axes: [0] }),
    'INVALID_INPUT',
    /shape of the output, 2 x 3 of float32, .* 2 of float32/,
  ],
])('%s: refused', async (_, build, code, message) => {
  const image = tensor('uint8', [1, 2, 3, 4, 5, 6], [1, 2, 3], 'HWC')
  const made = runOn([image, tensor('float32', [1, 2])], build as never)
  await expect(made).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
