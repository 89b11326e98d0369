// Operators that make tensors of a value, or change each element alone: 'ones', 'onesLike', 'zeros', 'zerosLike', 'full',
// 'fullLike', 'castLike' and 'lookupTable', against reference outputs (test/golden/make_filled.py); numbers and lists in the
// place of a node; and what is refused.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, expectTypeOf, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('filled')

const row = { data: Float32Array.of(1, 2, 3), shape: [3] }
const bytes = { data: Uint8Array.of(0, 1, 2), shape: [3] }
const made = async (build: (...nodes: DataNode[]) => DataNode, inputs: object[] = [row]) => {
  const { dtype, shape, data } = await runOn(inputs, build)
  return { dtype, shape, data: [...data] }
}

test('a number or a list stands for a node: int32 if it is whole, else float32', async () => {
  expect(await made(() => fn.full(3, { shape: [2] }), [])).toEqual({ dtype: 'int32', shape: [2], data: [3, 3] })
  expect(await made(() => fn.full(0.5), [])).toEqual({ dtype: 'float32', shape: [], data: [0.5] })
  expect(await made(() => fn.full([1, 2], { shape: [2, 2] }), [])).toMatchObject({ dtype: 'int32', data: [1, 2, 1, 2] })
  expect(await made(() => fn.full([1, 2.5], { shape: [2] }), [])).toMatchObject({ dtype: 'float32', data: [1, 2.5] })
  expect(await made((x) => fn.fullLike(x, 7), [bytes])).toEqual({ dtype: 'uint8', shape: [3], data: [7, 7, 7] })
  expect(await made((x) => fn.fullLike(x, [1, 2.5, -3]), [bytes])).toMatchObject({ dtype: 'uint8', data: [1, 3, 0] })
  expect(nd.full(4, { shape: [2] }).dataSync()).toEqual(Int32Array.of(4, 4))
  expect(nd.zeros({ shape: [2], dtype: 'uint8' })).toMatchObject({ dtype: 'uint8', shape: [2] })
})

test('the shape may differ from sample to sample', async () => {
  await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () => {
    const shape = fn.externalSource({ source: () => [Int32Array.of(1, 2), Int32Array.of(3, 1)] })
    return [fn.ones({ shape }), fn.full(fn.constant({ fdata: [5] }), { shape })]
  })()
  const [ones, full] = await pipe.run()
  expect([ones!.shape(0), ones!.shape(1), full!.shape(1)]).toEqual([
    [1, 2],
    [3, 1],
    [3, 1],
  ])
  expect(full!.at(1).dataSync()).toEqual(Float32Array.of(5, 5, 5))
})

test('a large tensor is repeated to its end', async () => {
  const { data } = await runOn([row], (x) => fn.full(x, { shape: [1001, 7, 3] }))
  expect(data.length).toBe(1001 * 7 * 3)
  expect([...data].every((v, i) => v === (i % 3) + 1)).toBe(true)
})

test('the compiler knows the dtypes', async () => {
  await using pipe = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
    const x = fn.cast(fn.externalSource({ source: () => [row] }), { dtype: 'int16' })
    const y = fn.cast(x, { dtype: 'float16' })
    return [fn.castLike(x, y), fn.zerosLike(x), fn.fullLike(x, y), fn.ones(), fn.lookupTable(x, { dtype: 'uint8' })]
  })()
  const lists = await pipe.run()
  expectTypeOf(lists[0]!.dtype).toEqualTypeOf<'float16'>()
  expectTypeOf(lists[1]!.dtype).toEqualTypeOf<'int16'>()
  expectTypeOf(lists[2]!.dtype).toEqualTypeOf<'int16'>()
  expectTypeOf(lists[3]!.dtype).toEqualTypeOf<'int32'>()
  expectTypeOf(lists[4]!.dtype).toEqualTypeOf<'uint8'>()
  expect([...lists].map((list) => list.dtype)).toEqual(['float16', 'int16', 'int16', 'int32', 'uint8'])
})

const seven = [1, 1, 1, 1, 1, 1, 1]
test.each<[string, (x: DataNode) => DataNode, string, RegExp, object?]>([
  [
    'ones: a layout too long',
    () => fn.ones({ shape: [2], layout: 'HW' }),
    'INVALID_ARGUMENT',
    /1 letters for layout \(one per dimension\) but received 2/,
  ],
  ['zeros: a negative extent', () => fn.zeros({ shape: [-1] }), 'INVALID_ARGUMENT', /shape/],
  ['zeros: too many dimensions', () => fn.zeros({ shape: seven }), 'INVALID_ARGUMENT', /at most 6 values for shape/],
  ['ones: too large', () => fn.ones({ shape: [2 ** 30, 2 ** 30] }), 'INVALID_ARGUMENT', /bytes for shape/],
  [
    'full: an extent that does not fit',
    (x) => fn.full(x, { shape: [2] }),
    'INVALID_INPUT',
    /repeated to shape, 2 of float32, but received 3/,
  ],
  ['full: a row without a shape', (x) => fn.full(x), 'INVALID_INPUT', /one number without `shape`/],
  ['full: nothing', () => fn.full(), 'INVALID_ARGUMENT', /a node for fillValue but received none/],
  [
    'fullLike: more dimensions',
    (x) => fn.fullLike(fn.zeros(), x),
    'INVALID_INPUT',
    /the shape of dataLike, a scalar of int32/,
  ],
  ['lookupTable: floating point', (x) => fn.lookupTable(x), 'INVALID_INPUT', /dtype of integers but received float32/],
  [
    'lookupTable: lengths',
    (x) => fn.lookupTable(x, { keys: [1], values: [1, 2] }),
    'INVALID_ARGUMENT',
    /Expected 2 values for keys \(one per value\) but received 1/,
    bytes,
  ],
  [
    'lookupTable: a key too large',
    (x) => fn.lookupTable(x, { keys: [65536], values: [1] }),
    'INVALID_ARGUMENT',
    /65535/,
    bytes,
  ],
  [
    'lookupTable: a negative key',
    (x) => fn.lookupTable(x, { keys: [-1], values: [1] }),
    'INVALID_ARGUMENT',
    /keys/,
    bytes,
  ],
])('%s: refused', async (_, build, code, message, input = row) => {
  await expect(runOn([input], build)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})

test('a tensor too large for the cache is filled to its last element', async () => {
  for (const dtype of ['uint8', 'int16', 'float64'] as const) {
    const { data } = await runOn([], () => fn.ones({ shape: [1_048_577 + 13], dtype }))
    expect([data.length, [...data].every((v) => v === 1)]).toEqual([1_048_590, true])
  }
})
