// shapes: the extents of each sample, in every dtype that they may have.

import * as nd from 'penstock-data/dynamic'
import { expect, it } from 'vitest'
import { refusedTest } from '../util/refused.js'

it.each(['int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'] as const)('gives extents as %s', async (dtype) => {
  const extents = [
    [2, 5, 3],
    [0, 7, 3],
  ]
  const batch = nd.batch(extents.map((shape) => ({ data: new Uint8Array(shape[0]! * shape[1]! * 3), shape })))
  const found = nd.shapes(batch, { dtype })
  expect(found.dtype).toBe(dtype)
  expect(found.tensors.map((one) => Array.from(one.dataSync() as Iterable<number | bigint>, Number))).toEqual(extents)
})

it('gives no extents of a scalar, and int64 without dtype', async () => {
  const found = nd.shapes(nd.tensor({ data: new Float32Array([1]), shape: [] }))
  expect(found.dtype).toBe('int64')
  expect(found.shape).toEqual([0])
})

refusedTest([
  [
    'a dtype that holds no extents',
    () => nd.shapes(nd.tensor(new Uint8Array(3)), { dtype: 'uint8' as never }),
    'INVALID_ARGUMENT',
    /for dtype/,
  ],
])
