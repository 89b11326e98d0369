// experimental.remap against reference outputs (see test/golden/make_experimental_remap.py), batches, and what it refuses.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'
import { runOn } from '../util/run-on.js'

goldenTest('experimental_remap')

const bytes = (shape: number[], values: number[], layout = 'HWC') => ({ data: Uint8Array.from(values), shape, layout })
const floats = (shape: number[], values: number[], layout = '') => ({ data: Float32Array.from(values), shape, layout })

test('each sample has its own maps', async () => {
  const images = [bytes([1, 2, 1], [1, 2]), bytes([2, 1, 1], [3, 4]), bytes([0, 4, 1], [])]
  const xs = [floats([1, 2], [1.5, 0.5]), floats([2, 1], [0.5, 0.5]), floats([0, 4], [])]
  const ys = [floats([1, 2], [0.5, 0.5]), floats([2, 1], [1.5, 7]), floats([0, 4], [])]
  const define = pipelineDef({ batchSize: 3, numThreads: 2 }, () => {
    const [image, x, y] = [images, xs, ys].map((list) => fn.externalSource({ source: () => list }))
    return fn.experimental.remap(image!, x!, y!)
  })
  await using pipe = define()
  const [list] = await pipe.run()
  expect([0, 1, 2].map((i) => [...(list!.at(i).dataSync() as Uint8Array)])).toEqual([[2, 1], [4, 0], []])
})

test('positions that are no numbers, and those far away, lie outside', async () => {
  const x = floats([1, 4], [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e30])
  const y = floats([1, 4], [0.5, 0.5, 0.5, 0.5])
  for (const interp of ['nn', 'linear', 'cubic'] as const) {
    const out = await runOn([bytes([1, 4, 1], [9, 9, 9, 9]), x, y], (a, b, c) =>
      fn.experimental.remap(a!, b!, c!, { interp }),
    )
    expect([...out.data]).toEqual([0, 0, 0, 0])
  }
})

test('a map with a channel is one without', async () => {
  const [image, x] = [bytes([1, 2, 1], [5, 6]), [1, 0]]
  for (const shape of [
    [1, 2],
    [1, 2, 1],
  ]) {
    const out = await runOn([image, floats(shape, x), floats(shape, [0, 0])], (a, b, c) =>
      fn.experimental.remap(a!, b!, c!, { pixelOrigin: 'center' }),
    )
    expect([...out.data]).toEqual([6, 5])
  }
})

const image = nd.tensor({ data: new Uint8Array(12), shape: [2, 2, 3], layout: 'HWC' })
const frames = nd.tensor({ data: new Uint8Array(12), shape: [3, 2, 2, 1], layout: 'FHWC' })
const map = (shape: number[], layout = '') =>
  nd.tensor({ data: new Float32Array(shape.reduce((a, b) => a * b, 1)), shape, layout })
const fine = map([2, 2])
refusedTest([
  [
    'a map of other extents',
    () => nd.experimental.remap(image, map([2, 3]), fine),
    'INVALID_INPUT',
    /the input's extents \[2, 2\] for mapx but received 2 dimensions with 6 values/,
  ],
  [
    'a map of two channels',
    () => nd.experimental.remap(image, fine, map([2, 2, 2])),
    'INVALID_INPUT',
    /for mapy but received 3 dimensions/,
  ],
  [
    'maps for another number of frames',
    () => nd.experimental.remap(frames, map([2, 2, 2], 'FHW'), map([2, 2, 2], 'FHW')),
    'INVALID_INPUT',
    /\[2, 2\], or these for each of its frames, for mapx/,
  ],
  [
    'one map for all frames and one for each',
    () => nd.experimental.remap(frames, fine, map([3, 2, 2], 'FHW')),
    'INVALID_INPUT',
    /mapx and mapy of one shape/,
  ],
  [
    'float64 positions',
    () => nd.experimental.remap(image, nd.tensor({ data: new Float64Array(4), shape: [2, 2] }), fine),
    'INVALID_INPUT',
    /float32 for mapx but received float64/,
  ],
  [
    'int32 pixels',
    () => nd.experimental.remap(nd.tensor({ data: new Int32Array(4), shape: [2, 2, 1] }), fine, fine),
    'INVALID_INPUT',
    /uint8, uint16, int16 or float32 for the input but received int32/,
  ],
  [
    'lanczos3',
    () => nd.experimental.remap(image, fine, fine, { interp: 'lanczos3' as 'nn' }),
    'INVALID_ARGUMENT',
    /'nn', 'linear', 'cubic' for interp/,
  ],
])
