// Parts of tensors by indices and ranges, which node.at() and node.slice() record as subscript and subscriptCopy, against
// those of imperative mode.
// @module-tag property
import fc from 'fast-check'
import { type DataNode, fn, type PipelineOptions, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
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
  await check(60, 1, property, 10)
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
