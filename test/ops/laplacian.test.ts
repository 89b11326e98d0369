// laplacian against reference outputs (see test/golden/make_laplacian.py), arguments per frame, and what is refused.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'

goldenTest('laplacian')

type Args = NonNullable<Parameters<typeof fn.laplacian>[1]>

async function laplacian(data: unknown, args: (frames: typeof fn) => Args) {
  const define = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1 }, () =>
    fn.laplacian(fn.externalSource({ source: () => [data] as never }), args(fn)),
  )
  await using pipe = define()
  const [list] = await pipe.run()
  return [...(list!.at(0).copy().dataSync() as Float32Array)]
}

const values = Float32Array.from({ length: 60 }, (_, i) => ((i * 37) % 11) * 5)

test('each frame has its own windows and scale', async () => {
  const sequence = { data: values, shape: [2, 5, 3, 2], layout: 'FHWC' }
  const sizes = { data: Int32Array.of(3, 5), shape: [2], layout: 'F' }
  const scales = { data: Float32Array.of(0.5, 2), shape: [2], layout: 'F' }
  const all = await laplacian(sequence, (f) => ({
    windowSize: f.externalSource({ source: () => [sizes] as never }),
    scale: f.externalSource({ source: () => [scales] as never }),
  }))
  const frame = (i: number) => ({ data: values.slice(i * 30, i * 30 + 30), shape: [5, 3, 2], layout: 'HWC' })
  expect(all).toEqual([
    ...(await laplacian(frame(0), () => ({ windowSize: 3, scale: 0.5 }))),
    ...(await laplacian(frame(1), () => ({ windowSize: 5, scale: 2 }))),
  ])
})

test('an empty image stays empty', async () => {
  expect(await laplacian({ data: new Uint8Array(0), shape: [0, 5, 3], layout: 'HWC' }, () => ({}))).toEqual([])
})

const image = { data: new Uint8Array(60), shape: [4, 5, 3], layout: 'HWC' }

test.each<[string, unknown, Args, string, RegExp]>([
  ['an even window', image, { windowSize: 4 }, 'INVALID_ARGUMENT', /odd numbers for windowSize but received 4/],
  [
    'even smoothing',
    image,
    { smoothingSize: [1, 2] },
    'INVALID_ARGUMENT',
    /odd numbers for smoothingSize but received 2/,
  ],
  ['a window of one', image, { windowSize: 1 }, 'INVALID_ARGUMENT', /windowSize/],
  ['a window beyond the limit', image, { windowSize: 33 }, 'INVALID_ARGUMENT', /windowSize/],
  ['scale and normalizedKernel', image, { scale: 2, normalizedKernel: true }, 'INVALID_ARGUMENT', /normalizedKernel/],
  ['too many scales', image, { scale: [1, 2, 3] }, 'INVALID_ARGUMENT', /1 or 2 values .* for scale but received 3/],
  ['another dtype', image, { dtype: 'int16' }, 'INVALID_ARGUMENT', /float32 or the input's uint8 for dtype/],
  ['channels in the middle', { ...image, layout: 'HCW' }, {}, 'INVALID_INPUT', /'HCW'/],
])('%s is refused', async (_, data, args, code, message) => {
  await expect(laplacian(data, () => args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
