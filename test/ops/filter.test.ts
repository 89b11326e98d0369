// filter against reference outputs (see test/golden/make_filter.py), kernels and fill values per frame, and what is refused.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'

goldenTest('filter')

interface Data {
  data: unknown
  shape: number[]
  layout?: string
}

const bytes = (shape: number[], layout?: string): Data => ({
  data: Uint8Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => (i * 37) % 251),
  shape,
  ...(layout && { layout }),
})
const kernelOf = (...shape: number[]): Data => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => ((i * 5) % 7) - 3),
  shape,
})

type Args = NonNullable<Parameters<typeof fn.filter>[3]>

async function filter(inputs: Data[], args: Args = {}) {
  const define = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1 }, () => {
    const [data, kernel, fill] = inputs.map((x) => fn.externalSource({ source: () => [x] as never }))
    return fill ? fn.filter(data!, kernel!, fill, args) : fn.filter(data!, kernel!, args)
  })
  await using pipe = define()
  const [list] = await pipe.run()
  return [...(list!.at(0).copy().dataSync() as Uint8Array)]
}

test('each frame has its own kernel and fill value', async () => {
  const frames = bytes([3, 5, 4, 2], 'FHWC')
  const kernels = { ...kernelOf(3, 3, 2), layout: 'FHW' }
  const fills = { data: Uint8Array.of(9, 0, 200), shape: [3], layout: 'F' }
  const all = await filter([frames, kernels, fills], { border: 'constant' })
  const one = async (i: number) =>
    filter(
      [
        { data: (frames.data as Uint8Array).slice(i * 40, i * 40 + 40), shape: [5, 4, 2], layout: 'HWC' },
        { data: (kernels.data as Float32Array).slice(i * 6, i * 6 + 6), shape: [3, 2] },
        { data: (fills.data as Uint8Array).slice(i, i + 1), shape: [1] },
      ],
      { border: 'constant' },
    )
  expect(all).toEqual([...(await one(0)), ...(await one(1)), ...(await one(2))])
})

test('weights of 0 give 0, whatever the elements are', async () => {
  const odd = { data: Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, 1, 2), shape: [2, 2], layout: 'HW' }
  expect(await filter([odd, { data: new Float32Array(9), shape: [3, 3] }])).toEqual([0, 0, 0, 0])
})

const image = bytes([5, 4, 3], 'HWC')
const wide = { data: Float32Array.of(1), shape: [] }

test.each<[string, Data[], Args, string, RegExp]>([
  ['a kernel of one dimension', [image, kernelOf(3)], {}, 'INVALID_INPUT', /a kernel of 2 dimensions.* received 1/],
  ['a kernel for volumes', [image, kernelOf(3, 3, 1)], {}, 'INVALID_INPUT', /received 3/],
  ['an empty kernel', [image, { data: new Float32Array(0), shape: [0, 3] }], {}, 'INVALID_INPUT', /extent of 0/],
  ['a kernel of integers', [image, bytes([3, 3])], {}, 'INVALID_INPUT', /float32 for filter but received uint8/],
  [
    'kernels per frame beside an image',
    [image, { ...kernelOf(2, 3, 3), layout: 'FHW' }],
    {},
    'INVALID_INPUT',
    /sequence/,
  ],
  [
    'an anchor outside',
    [image, kernelOf(3, 3)],
    { anchor: [1, 3] },
    'INVALID_ARGUMENT',
    /below the kernel's 3 for anchor/,
  ],
  ['three anchors', [image, kernelOf(3, 3)], { anchor: [1, 1, 1] }, 'INVALID_ARGUMENT', /1 or 2 values/],
  [
    'a kernel larger than the image',
    [image, kernelOf(6, 3)],
    { mode: 'valid' },
    'INVALID_INPUT',
    /at most the data's extent 5/,
  ],
  [
    'a fill value of another dtype',
    [image, kernelOf(3, 3), wide],
    {},
    'INVALID_INPUT',
    /the data's dtype uint8 for fillValue/,
  ],
  ['two fill values', [image, kernelOf(3, 3), bytes([2])], {}, 'INVALID_INPUT', /one value for fillValue/],
  [
    'another dtype',
    [image, kernelOf(3, 3)],
    { dtype: 'int16' },
    'INVALID_ARGUMENT',
    /float32 or the input's uint8 for dtype/,
  ],
  ['one spatial axis', [bytes([5], 'W'), kernelOf(3)], {}, 'INVALID_INPUT', /2 to 3 spatial axes/],
  [
    'no elements',
    [{ data: new Uint8Array(0), shape: [0, 4], layout: 'HW' }, kernelOf(3, 3)],
    {},
    'INVALID_INPUT',
    /with elements/,
  ],
])('%s is refused', async (_, inputs, args, code, message) => {
  await expect(filter(inputs, args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
