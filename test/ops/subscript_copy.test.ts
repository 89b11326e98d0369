// Parts of tensors by indices and ranges, which node.at() and node.slice() record as subscript and subscriptCopy, against
// those of imperative mode, and what subscriptCopy refuses.
// @module-tag property
import fc from 'fast-check'
import { type DataNode, fn, type PipelineOptions, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { f32, refusedInPipeline } from '../util/refused.js'
import { check } from '../util/soak.js'

const options = { batchSize: 2, numThreads: 1, deviceId: null } as PipelineOptions
const shape = [4, 5, 3]
const samples = [0, 1].map((s) => ({
  data: Int16Array.from({ length: 60 }, (_, i) => 100 * s + i),
  shape,
  layout: 'HWC',
}))

async function outputs(define: (x: DataNode) => DataNode[]) {
  const pipeline = pipelineDef(options, () => define(fn.externalSource({ source: () => samples, dtype: 'int16' })))
  await using pipe = pipeline()
  return [...(await pipe.run())].map((list) => ({
    layout: list.layout,
    dtype: list.dtype,
    samples: [0, 1].map((s) => ({
      shape: list.shape(s),
      data: [...(list.at(s).copy().dataSync() as Int16Array)].map(Number),
    })),
  }))
}

const place = (extent: number) => fc.integer({ min: -extent, max: extent - 1 })
const range = (extent: number) =>
  fc.oneof(
    fc.constant(undefined),
    place(extent),
    fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })),
    fc.constant([undefined, 2] as [undefined, number]),
  )

test('slice() takes what Tensor.slice() of imperative mode takes', async () => {
  const ranges = fc
    .tuple(range(4), range(5), range(3))
    .chain((list) => fc.integer({ min: 0, max: 3 }).map((n) => list.slice(0, n)))
  const property = fc.asyncProperty(fc.array(ranges, { minLength: 1, maxLength: 12 }), async (list) => {
    const made = await outputs((x) => list.map((ranges) => x.slice(ranges)))
    for (const [i, ranges] of list.entries()) {
      for (const [s, sample] of samples.entries()) {
        const wanted = nd.tensor(sample).slice(...ranges)
        expect(made[i]!.samples[s]).toEqual({
          shape: [...wanted.shape],
          data: [...(wanted.dataSync() as Int16Array)].map(Number),
        })
        expect(made[i]!.layout).toBe(wanted.layout)
      }
    }
  })
  await check(60, 1, property, 4)
})

test('at() takes a number, or a place per sample', async () => {
  const places = () => samples.map((_, s) => ({ data: Int32Array.of(s === 0 ? 2 : -1), shape: [] }))
  const [first, last, own] = await outputs((x) => [
    x.at(0),
    x.at(-1),
    x.at(fn.externalSource({ source: places, dtype: 'int32' })),
  ])
  expect(first!.layout).toBe('WC')
  expect(first!.samples[1]).toEqual({ shape: [5, 3], data: [...samples[1]!.data.slice(0, 15)] })
  expect(last!.samples[0]!.data).toEqual([...samples[0]!.data.slice(45)])
  expect(own!.samples.map(({ data }) => data[0])).toEqual([30, 145])
})

test('a place that is not there, and what is no place, are refused', async () => {
  await expect(outputs((x) => [x.at(4)])).rejects.toThrow('Expected a place from -4 to 3 on axis 0 but received 4')
  await expect(outputs((x) => [x.slice([0, 0, 0, 0])])).rejects.toThrow(
    'Expected at most 3 places (one per dimension) but received 4',
  )
  await expect(outputs((x) => [x.at(1.5)])).rejects.toThrow(
    'undefined, a whole number or [start, end] for axis 0 but received 1.5',
  )
  await expect(outputs((x) => [x.slice([undefined, x])])).rejects.toThrow('for axis 1')
})

const square = f32([
  [1, 2],
  [3, 4],
])
refusedInPipeline([
  [
    'a place that is too large',
    square,
    (x) => x.slice([[0, 1], 2]),
    'INVALID_INPUT',
    /from -2 to 1 on axis 1 but received 2/,
  ],
  [
    'a place that is too small',
    square,
    (x) => x.slice([[0, 1], -3]),
    'INVALID_INPUT',
    /from -2 to 1 on axis 1 but received -3/,
  ],
  [
    'a place of what is empty',
    f32([], [2, 0]),
    (x) => x.slice([[0, 1], 0]),
    'INVALID_INPUT',
    /elements on axis 1 for a place but received 2 x 0/,
  ],
  [
    'more places than dimensions',
    square,
    (x) => x.slice([[0, 1], 0, 0]),
    'INVALID_INPUT',
    /at most 2 places \(one per dimension\) but received 3/,
  ],
  [
    'a range of a scalar',
    f32(1),
    (x) =>
      x.slice([
        [0, 1],
        [0, 1],
      ]),
    'INVALID_INPUT',
    /at most 0 places/,
  ],
  [
    'a start that is no number',
    square,
    (x) =>
      x.slice([
        [0, 1],
        [Number.NaN, 2],
      ]),
    'INVALID_ARGUMENT',
    /for axis 1 but received/,
  ],
  [
    'an end beyond 32 bits',
    square,
    (x) =>
      x.slice([
        [0, 1],
        [0, 2 ** 40],
      ]),
    'INVALID_ARGUMENT',
    /for axis 1 but received/,
  ],
  [
    'a range of three numbers',
    square,
    (x) => x.slice([[0, 1], [0, 1, 1] as never]),
    'INVALID_ARGUMENT',
    /for axis 1 but received/,
  ],
  [
    'no list',
    square,
    (x) => x.slice(0 as never),
    'INVALID_ARGUMENT',
    /a list with what is taken of each axis but received 0/,
  ],
])
