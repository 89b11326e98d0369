// 'pad' and 'oneHot': reference outputs (test/golden/make_padded.py), what the batch decides, and what is refused.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, expectTypeOf, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('padded')

/** The outputs of a batch of samples, as shapes and numbers. */
async function onBatch(samples: object[], build: (x: DataNode) => DataNode) {
  await using pipe = pipelineDef({ batchSize: samples.length, numThreads: 2 }, () =>
    build(fn.externalSource({ source: () => samples as never })),
  )()
  const [list] = await pipe.run()
  return samples.map((_, i) => ({ shape: list!.shape(i), data: [...(list!.at(i).dataSync() as Float32Array)] }))
}
const row = (...values: number[]) => Float32Array.from(values)
const ones = (...shape: number[]) => ({ data: new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(1), shape })

test('samples are padded to the largest of the batch, then aligned', async () => {
  const rows = [row(3, 4, 2, 5, 4), row(2, 2), row(3, 199, 5)]
  const padded = await onBatch(rows, (x) => fn.pad(x, { fillValue: -1, axes: [0] }))
  expect(padded.map(({ data }) => data)).toEqual([
    [3, 4, 2, 5, 4],
    [2, 2, -1, -1, -1],
    [3, 199, 5, -1, -1],
  ])
  const aligned = await onBatch(rows, (x) => fn.pad(x, { align: [4] }))
  expect(aligned.map(({ shape }) => shape)).toEqual([[8], [8], [8]])
  const alone = await onBatch(rows, (x) => fn.pad(x, { shape: [1], align: [2] }))
  expect(alone.map(({ shape }) => shape)).toEqual([[6], [2], [4]])
  const planes = [ones(1, 2), ones(3, 1), ones(2, 5)]
  const mixed = await onBatch(planes, (x) => fn.pad(x, { axes: [0, 1], shape: [-1, 7], align: [2, 5] }))
  expect(mixed.map(({ shape }) => shape)).toEqual([
    [4, 10],
    [4, 10],
    [4, 10],
  ])
})

test('imperative mode pads to the largest of the batch too', () => {
  const padded = nd.pad(nd.batch([row(1, 2, 3), row(4)]), { fillValue: 9 })
  expect(padded.asTensor().dataSync()).toEqual(row(1, 2, 3, 4, 9, 9))
})

test('one label per sample is a scalar; among longer lists it is a list', async () => {
  const labels = (...values: number[]) => Int32Array.from(values)
  const build = (x: DataNode) => fn.oneHot(x, { numClasses: 3 })
  const scalars = await onBatch([labels(0), labels(2)], build)
  expect(scalars.map(({ shape }) => shape)).toEqual([[3], [3]])
  const lists = await onBatch([labels(0), labels(2, 1)], build)
  expect(lists).toEqual([
    { shape: [1, 3], data: [1, 0, 0] },
    { shape: [2, 3], data: [0, 0, 1, 0, 1, 0] },
  ])
})

test('values beyond a dtype are clamped, where DALI wraps them around', async () => {
  const byte = { data: Uint8Array.of(1), shape: [1] }
  expect([...(await runOn([byte], (x) => fn.pad(x, { shape: [2], fillValue: -3.2 }))).data]).toEqual([1, 0])
  const { data } = await runOn([byte], (x) => fn.oneHot(x, { numClasses: 2, onValue: 300, dtype: 'uint8' }))
  expect([...data]).toEqual([0, 255])
})

test('the compiler knows the dtypes', async () => {
  await using pipe = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
    const x = fn.cast(fn.externalSource({ source: () => [row(1)] }), { dtype: 'int16' })
    return [fn.pad(x), fn.oneHot(x, { numClasses: 2 }), fn.oneHot(x, { dtype: 'uint8' })]
  })()
  const lists = await pipe.run()
  expectTypeOf(lists[0]!.dtype).toEqualTypeOf<'int16'>()
  expectTypeOf(lists[1]!.dtype).toEqualTypeOf<'float32'>()
  expectTypeOf(lists[2]!.dtype).toEqualTypeOf<'uint8'>()
  expect([...lists].map((list) => list.dtype)).toEqual(['int16', 'float32', 'uint8'])
})

const plane = { ...ones(2, 3), layout: 'HW' }
const scalar = { data: row(1), shape: [] }
test.each<[string, object, (x: DataNode) => DataNode, string, RegExp]>([
  ['pad: a scalar', scalar, (x) => fn.pad(x), 'INVALID_INPUT', /1 dimension or more/],
  ['pad: an axis twice', plane, (x) => fn.pad(x, { axes: [0, -2] }), 'INVALID_ARGUMENT', /dimension 0 twice/],
  ['pad: an axis beyond the last', plane, (x) => fn.pad(x, { axes: [2] }), 'INVALID_ARGUMENT', /-2 to 1 for axes/],
  ['pad: an unknown name', plane, (x) => fn.pad(x, { axisNames: 'C' }), 'INVALID_INPUT', /axis C of axisNames/],
  ['pad: both', plane, (x) => fn.pad(x, { axes: [0], axisNames: 'W' }), 'INVALID_ARGUMENT', /received both/],
  ['pad: shape', plane, (x) => fn.pad(x, { shape: [5, 6, 7] }), 'INVALID_ARGUMENT', /1 or 2 values .* shape .* 3/],
  [
    'pad: align',
    plane,
    (x) => fn.pad(x, { align: [0] }),
    'INVALID_ARGUMENT',
    /a list of integers >= 1 for align but received 0 at \[0\]/,
  ],
  ['pad: too large', plane, (x) => fn.pad(x, { align: [2 ** 31 - 1] }), 'INVALID_INPUT|INVALID_ARGUMENT', /bytes/],
  ['oneHot: an axis', plane, (x) => fn.oneHot(x, { axis: 3 }), 'INVALID_ARGUMENT', /-1 to 2 for axis but received 3/],
  ['oneHot: axis -2', plane, (x) => fn.oneHot(x, { axis: -2 }), 'INVALID_ARGUMENT', /for axis but received -2/],
  [
    'oneHot: a name too long',
    plane,
    (x) => fn.oneHot(x, { axisName: 'CD' }),
    'INVALID_ARGUMENT',
    /1 letter for axisName but received "CD"/,
  ],
  ['oneHot: no layout', ones(2, 3), (x) => fn.oneHot(x, { axisName: 'C' }), 'INVALID_INPUT', /layout of 2 letters/],
  ['oneHot: dimensions', ones(2, 1, 1, 1, 1, 1), (x) => fn.oneHot(x), 'INVALID_ARGUMENT', /at most 5 dimensions/],
])('%s: refused', async (_, sample, build, code, message) => {
  await expect(runOn([sample], build)).rejects.toMatchObject({
    code: expect.stringMatching(`^(${code})$`),
    message: expect.stringMatching(message),
  })
})
