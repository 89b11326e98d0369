// warpAffine against reference outputs (see test/golden/make_warp_affine.py), per-sample arguments, errors. That rows
// are what single pixels are, for random maps and every dtype, is in native/test/warp_test.cc.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('warp_affine')

const identity = [1, 0, 0, 0, 1, 0]
const image = { data: Uint8Array.from({ length: 12 }, (_, i) => i), shape: [3, 4, 1], layout: 'HWC' }

test('each sample has its own map, size and extents, as argument and as input', async () => {
  const samples = [3, 5, 8].map((w) => ({ data: Uint8Array.from({ length: 2 * w }, (_, i) => i), shape: [2, w, 1] }))
  const shifts = [0, 1, -2]
  const maps = shifts.map((shift) => Float32Array.of(1, 0, shift, 0, 1, 0))
  const sizes = [2, 3, 4].map((w) => Float32Array.of(1, w))
  const define = pipelineDef({ batchSize: 3, numThreads: 2 }, () => {
    const x = fn.externalSource({ source: () => samples, layout: 'HWC' })
    const map = fn.externalSource({ source: () => maps })
    const size = fn.externalSource({ source: () => sizes })
    return [fn.warpAffine(x, { matrix: map, size, fillValue: 99 }), fn.warpAffine(x, map, { size, fillValue: 99 })]
  })
  await using pipe = define()
  for (const list of await pipe.run()) {
    const rows = [0, 1, 2].map((i) => [...list.at(i).dataSync()])
    expect(rows).toEqual([
      [0, 1],
      [1, 2, 3],
      [99, 99, 0, 1],
    ])
  }
})

test('random maps of decoded size run inside a pipeline', async () => {
  const define = pipelineDef({ batchSize: 4, numThreads: 2, seed: 5 }, () => {
    const x = fn.externalSource({ source: () => Array(4).fill(image) })
    const shift = fn.random.uniform({ range: [-2, 2], shape: [6] })
    return fn.warpAffine(x, { matrix: shift, fillValue: 0 })
  })
  await using pipe = define()
  const [out] = await pipe.run()
  const all = [0, 1, 2, 3].map((i) => `${out!.at(i).dataSync()}`)
  expect(new Set(all).size).toBeGreaterThan(1)
})

test('NaN and far positions lie outside', async () => {
  const map = { data: Float32Array.of(Number.NaN, 0, 0, 0, 1, 0), shape: [2, 3] }
  const nan = await runOn([image, map], (x, m) => fn.warpAffine(x!, m!, { fillValue: 7 }))
  expect([...nan.data]).toEqual(Array(12).fill(7))
  const far = await runOn([image], (x) => fn.warpAffine(x!, { matrix: [1e30, 0, 1e30, 0, 1, 0] }))
  expect([...far.data]).toEqual([3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11])
})

const matrix = { data: Float32Array.from(identity), shape: [2, 3] }
test.each<[string, object[], (x: DataNode, m?: DataNode) => DataNode, string, RegExp]>([
  ['no matrix', [image], (x) => fn.warpAffine(x), 'INVALID_ARGUMENT', /Expected a matrix/],
  [
    'two matrices',
    [image, matrix],
    (x, m) => fn.warpAffine(x, m!, { matrix: identity }),
    'INVALID_ARGUMENT',
    /the input matrix or matrix but received both/,
  ],
  [
    'a matrix for volumes',
    [image],
    (x) => fn.warpAffine(x, { matrix: Array(12).fill(0) }),
    'INVALID_ARGUMENT',
    /6 values \(2 x 3\) for matrix but received 12/,
  ],
  [
    'a float64 matrix',
    [image, { data: Float64Array.from(identity), shape: [2, 3] }],
    (x, m) => fn.warpAffine(x, m!),
    'INVALID_INPUT',
    /float32 \[2, 3\] for the matrix input but received float64/,
  ],
  [
    'no inverse',
    [image],
    (x) => fn.warpAffine(x, { matrix: [1, 2, 0, 2, 4, 0], inverseMap: false }),
    'INVALID_ARGUMENT',
    /matrix with an inverse/,
  ],
  [
    'one size',
    [image],
    (x) => fn.warpAffine(x, { matrix: identity, size: [5] }),
    'INVALID_ARGUMENT',
    /2 or 3 values for size but received 1/,
  ],
  [
    'no extent',
    [image],
    (x) => fn.warpAffine(x, { matrix: identity, size: [0.4, 3] }),
    'INVALID_ARGUMENT',
    /a list of numbers >= 0\.5 for size but received 0\.4 at \[0\]/,
  ],
  [
    'cubic',
    [image],
    (x) => fn.warpAffine(x, { matrix: identity, interpType: 'cubic' }),
    'INVALID_ARGUMENT',
    /one of 'nn', 'linear' for interpType but received "cubic"/,
  ],
  [
    'uint8 to int16',
    [image],
    (x) => fn.warpAffine(x, { matrix: identity, dtype: 'int16' }),
    'INVALID_ARGUMENT',
    /dtype of uint8 data but received int16/,
  ],
  [
    'float64',
    [{ data: new Float64Array(4), shape: [2, 2, 1] }],
    (x) => fn.warpAffine(x, { matrix: identity }),
    'INVALID_INPUT',
    /uint8, int16, int32 or float32 for the input but received float64/,
  ],
  [
    'planes',
    [{ ...image, layout: 'CHW' }],
    (x) => fn.warpAffine(x, { matrix: identity }),
    'INVALID_INPUT',
    /HWC, FHWC, DHWC or FDHWC for the input but received 'CHW'/,
  ],
  [
    'no pixels',
    [{ data: new Uint8Array(0), shape: [0, 4, 1] }],
    (x) => fn.warpAffine(x, { matrix: identity, size: [2, 2] }),
    'INVALID_INPUT',
    /an input with pixels/,
  ],
])('refuses %s', async (_, inputs, build, code, message) => {
  await expect(runOn(inputs, build)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})

test('an empty output needs no pixels', async () => {
  const out = await runOn([{ data: new Uint8Array(0), shape: [0, 4, 3] }], (x) =>
    fn.warpAffine(x!, { matrix: identity }),
  )
  expect(out.shape).toEqual([0, 4, 3])
})
