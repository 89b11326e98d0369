// cat against reference outputs, and what it refuses; see test/golden/make_join.py.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { failure } from '../util/collect.js'
import { goldenTest } from '../util/golden.js'
import { f32, refusedTest } from '../util/refused.js'

goldenTest('cat')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const empty = nd.tensor({ data: new Uint8Array(0), shape: [0, 5, 3], layout: 'HWC' })
const line = f32([1, 2, 3, 4])
refusedTest([
  ['another number of dimensions', () => nd.cat(image, line), 'INVALID_INPUT', /received float32, 1 as input 1/],
  [
    'an axis that is too large',
    () => nd.cat(image, image, { axis: 3 }),
    'INVALID_ARGUMENT',
    /axis from -3 to 2 .* received 3/,
  ],
  [
    'an axis that is too small',
    () => nd.cat(image, image, { axis: -4 }),
    'INVALID_ARGUMENT',
    /axis from -3 to 2 .* received -4/,
  ],
  [
    'an axis that is no number',
    () => nd.cat(image, image, { axis: Number.NaN }),
    'INVALID_ARGUMENT',
    /an integer for axis but received NaN/,
  ],
  [
    'an empty input beside others',
    () => nd.cat(image, empty, { axis: 1 }),
    'INVALID_INPUT',
    /extents 2 and 0 along axis 0/,
  ],
])

const ops = { cat: nd.cat, stack: nd.stack } as unknown as Record<string, (...inputs: nd.Tensor[]) => nd.Tensor>
const nodes = fn as unknown as Record<string, (...inputs: DataNode[]) => DataNode>
test.each(['cat', 'stack'])('%s takes 999 inputs, in imperative mode and in a graph, and no more', async (op) => {
  const most = 999
  const counted = (n: number) => Array.from({ length: n }, (_, i) => nd.tensor(Int32Array.of(i)))
  const want = Int32Array.from({ length: most }, (_, i) => i)
  expect(ops[op]!(...counted(most)).dataSync()).toEqual(want)
  const message = /Expected at most 999 inputs but received 1000/
  expect(await failure(() => ops[op]!(...counted(most + 1)).dataSync())).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message,
  })
  const inGraph = (n: number) =>
    pipelineDef({ batchSize: 2, numThreads: 2 }, () => {
      const x = fn.externalSource({ source: () => [Int32Array.of(0), Int32Array.of(5)], dtype: 'int32' })
      return [nodes[op]!(...Array.from({ length: n }, () => x))]
    })()
  await using pipe = inGraph(most)
  const [joined] = await pipe.run()
  expect(joined!.at(1).dataSync()).toEqual(new Int32Array(most).fill(5))
  expect(await failure(() => inGraph(most + 1))).toMatchObject({ code: 'INVALID_ARGUMENT', message })
})
