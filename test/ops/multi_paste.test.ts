// multiPaste against reference outputs (see test/golden/make_multi_paste.py), regions of other samples of the batch,
// sequences and arguments per frame, and what it refuses.
import { type DataNode, fn, type PipelineOptions, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('multi_paste')

interface Sample {
  data: Uint8Array | Int32Array
  shape: number[]
  layout?: string
}
type Args = NonNullable<Parameters<typeof fn.multiPaste>[1]>

/** An image of one channel, whose pixels count from a number. */
const image = (from: number, height = 2, width = 3): Sample => ({
  ...{ shape: [height, width, 1], layout: 'HWC' },
  data: Uint8Array.from({ length: height * width }, (_, i) => from + i),
})
const ints = (data: number[], shape = [data.length], layout = ''): Sample => ({
  ...{ data: Int32Array.from(data), shape },
  ...(layout && { layout }),
})
const source = (samples: Sample[]) => fn.externalSource({ source: () => samples as never })

async function paste(samples: Sample[], args: () => Args, more: Partial<PipelineOptions> = {}) {
  const options = { batchSize: samples.length, numThreads: 2, prefetchQueueDepth: 1, ...more } as PipelineOptions
  await using pipe = pipelineDef(options, () => fn.multiPaste(source(samples), args()) as DataNode)()
  const [list] = await pipe.run()
  return Array.from({ length: list!.length }, (_, i) => [...(list!.at(i).copy().dataSync() as Uint8Array)])
}

const batch = [image(10), image(20), image(30)]

test.each([{ execDynamic: false }, { execDynamic: true }, { execPipelined: false }])(
  'regions come from other samples of the batch, in %j',
  async (executor) => {
    const args = () => ({
      inIds: source([ints([2]), ints([0, 1]), ints([1, 0, 2])]),
      shapes: source([ints([2, 3], [1, 2]), ints([2, 2, 1, 3], [2, 2]), ints([1, 1, 1, 1, 1, 1], [3, 2])]),
      outAnchors: source([ints([0, 0], [1, 2]), ints([0, 0, 1, 0], [2, 2]), ints([0, 0, 0, 1, 1, 2], [3, 2])]),
    })
    expect(await paste(batch, args, executor)).toEqual([
      [30, 31, 32, 33, 34, 35],
      [10, 11, 0, 20, 21, 22],
      [20, 10, 0, 0, 0, 30],
    ])
  },
)

test('constants hold for all samples', async () => {
  const args = {
    inIds: [0, 1],
    shapes: [1, 2, 1, 1],
    inAnchors: [1, 1, 0, 2],
    outputSize: [2, 2],
    outAnchors: [0, 0, 1, 1],
  }
  expect(await paste(batch, () => args)).toEqual(Array(3).fill([14, 15, 0, 22]))
})

test('samples of other sizes go onto a canvas of a given size', async () => {
  const sizes = [image(10, 1, 2), image(20, 2, 1)]
  expect(await paste(sizes, () => ({ inIds: [1, 0], outputSize: [2, 2] }))).toEqual(Array(2).fill([10, 11, 21, 0]))
})

test.each(['skip', 'placeholder'] as const)(
  'regions of a sample whose own ones are refused are there: %s',
  async (onError) => {
    await using pipe = pipelineDef({ batchSize: 3, numThreads: 2, onError }, () =>
      fn.multiPaste(fn.externalSource({ name: 'x' }), { inIds: fn.externalSource({ name: 'ids' }) }),
    )()
    const [list] = await pipe.run({ x: batch, ids: [9, 2, 0].map((id) => ints([id])) } as never)
    const made = Array.from({ length: list!.length }, (_, i) => [...(list!.at(i).copy().dataSync() as Uint8Array)])
    const refused = onError === 'skip' ? [] : [[0, 0, 0, 0, 0, 0]]
    expect(made).toEqual([...refused, [30, 31, 32, 33, 34, 35], [10, 11, 12, 13, 14, 15]])
  },
)

/** Two frames of one row of two pixels. */
const sequence = (from: number): Sample => ({
  ...{ shape: [2, 1, 2, 1], layout: 'FHWC' },
  data: Uint8Array.of(from, from + 1, from + 10, from + 11),
})

test('a frame shows the same frame of other sequences', async () => {
  expect(await paste([sequence(100), sequence(200)], () => ({ inIds: [1, 0], shapes: [1, 2, 1, 1] }))).toEqual(
    Array(2).fill([100, 201, 110, 211]),
  )
})

test('each frame has its own regions', async () => {
  const args = () => ({
    inIds: [1],
    shapes: source(Array(2).fill(ints([1, 1, 1, 2], [2, 1, 2], 'FXY'))),
    outAnchors: source([ints([0, 1, 0, 0], [2, 1, 2], 'FXY'), ints([0, 0, 0, 0], [2, 1, 2], 'FXY')]),
  })
  expect(await paste([sequence(100), sequence(200)], args)).toEqual([
    [0, 200, 210, 211],
    [200, 0, 210, 211],
  ])
})

test('64-bit integers are copied whole', async () => {
  const values = BigInt64Array.of(2n ** 60n + 1n, -(2n ** 60n) - 1n)
  const made = nd.multiPaste(nd.tensor({ data: values, shape: [1, 2, 1], layout: 'HWC' }), {})
  expect([...(made.dataSync() as BigInt64Array)]).toEqual([...values])
})

const one = nd.tensor({ data: new Uint8Array(6), shape: [2, 3, 1], layout: 'HWC' })
const other = nd.tensor({ data: new Uint8Array(12), shape: [2, 3, 2], layout: 'HWC' })
const small = nd.tensor({ data: new Uint8Array(1), shape: [1, 1, 1], layout: 'HWC' })
const regionOf = (args: object) => () => nd.multiPaste(one, args)
refusedTest([
  ['a sample beyond the batch', regionOf({ inIds: [1] }), 'INVALID_ARGUMENT', /0 to 0 .* for inIds but received 1/],
  ['a sample before the batch', regionOf({ inIds: [-1] }), 'INVALID_ARGUMENT', /for inIds but received -1/],
  ['ids of several inputs', () => nd.multiPaste(one, one, { inIds: [0] }), 'INVALID_INPUT', /one input beside inIds/],
  [
    'a region beyond the image',
    regionOf({ inAnchors: [1, 0], shapes: [2, 3] }),
    'INVALID_ARGUMENT',
    /image \(2 x 3\) for inAnchors and shapes but received region 0 of 2 x 3 at \(1, 0\)/,
  ],
  ['an anchor before the image', regionOf({ inAnchors: [0, -1], shapes: [1, 1] }), 'INVALID_ARGUMENT', /at \(0, -1\)/],
  ['a negative shape', regionOf({ shapes: [-1, 1] }), 'INVALID_ARGUMENT', /region 0 of -1 x 1/],
  [
    'a region beyond the canvas',
    regionOf({ outAnchors: [0, 1] }),
    'INVALID_ARGUMENT',
    /canvas \(2 x 3\) for outAnchors, shapes and outputSize but received region 0 of 2 x 3 at \(0, 1\)/,
  ],
  [
    'too few numbers',
    regionOf({ inIds: [0, 0], shapes: [1, 1] }),
    'INVALID_ARGUMENT',
    /\(4 values\) for shapes .* 2 values/,
  ],
  ['a share above 1', regionOf({ shapesRel: [1, 1.5] }), 'INVALID_ARGUMENT', /shapesRel/],
  ['two kinds of anchors', regionOf({ inAnchors: [0, 0], inAnchorsRel: [0, 0] }), 'INVALID_ARGUMENT', /inAnchorsRel/],
  [
    'images of other channels',
    () => nd.multiPaste(one, other),
    'INVALID_INPUT',
    /\(uint8, 1, 1\) but received uint8, 1, 2/,
  ],
  ['images of other sizes', () => nd.multiPaste(one, small), 'INVALID_INPUT', /outputSize.* 2 x 3 and 1 x 1/],
  [
    'planes',
    () => nd.multiPaste(nd.tensor({ data: new Uint8Array(6), shape: [1, 2, 3], layout: 'CHW' })),
    'INVALID_INPUT',
    /'CHW'/,
  ],
  [
    'other numbers of frames',
    () =>
      nd.multiPaste(
        nd.asBatch([1, 2].map((n) => nd.tensor({ data: new Uint8Array(n), shape: [n, 1, 1, 1], layout: 'FHWC' }))),
        { inIds: [0] },
      ),
    'INVALID_INPUT',
    /frames/,
  ],
])
