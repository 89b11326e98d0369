// experimental.warpPerspective against reference outputs (see test/golden/make_experimental_warp_perspective.py), its arguments
// per sample and per frame, and what it refuses.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('experimental_warp_perspective')

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1]
const image = { data: Uint8Array.from({ length: 12 }, (_, i) => i), shape: [3, 4, 1], layout: 'HWC' }
const shifted = (x: number) => Float32Array.of(1, 0, x, 0, 1, 0, 0, 0, 1)

test('each sample has its own map and size, as argument and as input', async () => {
  const samples = [3, 5, 8].map((w) => ({ data: Uint8Array.from({ length: w }, (_, i) => i), shape: [1, w, 1] }))
  const maps = [0, 1, -2].map((x) => ({ data: shifted(x), shape: [3, 3] }))
  const sizes = [2, 3, 4].map((w) => Float32Array.of(1, w))
  const define = pipelineDef({ batchSize: 3, numThreads: 2 }, () => {
    const x = fn.externalSource({ source: () => samples, layout: 'HWC' })
    const matrix = fn.externalSource({ source: () => maps })
    const args = { size: fn.externalSource({ source: () => sizes }), fillValue: [99] }
    const { warpPerspective } = fn.experimental
    return [warpPerspective(x, { matrix, ...args }), warpPerspective(x, matrix, args)]
  })
  await using pipe = define()
  for (const list of await pipe.run()) {
    const rows = [0, 1, 2].map((i) => [...(list.at(i).dataSync() as Uint8Array)])
    expect(rows).toEqual([
      [0, 1],
      [1, 2, 3],
      [99, 99, 0, 1],
    ])
  }
})

test('each frame has its own map', async () => {
  const frames = { data: Uint8Array.of(1, 2, 3, 1, 2, 3), shape: [2, 1, 3, 1], layout: 'FHWC' }
  const maps = { data: Float32Array.of(...shifted(1), ...shifted(-1)), shape: [2, 3, 3], layout: 'FAB' }
  const out = await runOn([frames, maps], (x, m) => fn.experimental.warpPerspective(x!, { matrix: fn.perFrame(m!) }))
  expect([...out.data]).toEqual([2, 3, 0, 0, 1, 2])
})

test('the planes of CHW are the channels of HWC, each with its fill value', async () => {
  const args = { matrix: [1, 0, 1, 0, 1, 0, 0, 0, 1], fillValue: [7, 8] }
  const warp = (x: DataNode) => fn.experimental.warpPerspective(x, args)
  const hwc = await runOn([{ data: Uint8Array.of(1, 11, 2, 12), shape: [1, 2, 2], layout: 'HWC' }], warp)
  expect([...hwc.data]).toEqual([2, 12, 7, 8])
  const chw = await runOn([{ data: Uint8Array.of(1, 2, 11, 12), shape: [2, 1, 2], layout: 'CHW' }], warp)
  expect([...chw.data]).toEqual([2, 7, 12, 8])
})

test('NaN and infinite positions have the fill value, or a pixel of the image', async () => {
  for (const values of [
    [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1],
    [1e38, 0, 1e38, 0, 1, 0, 0, 0, 1e-38],
  ]) {
    const map = { data: Float32Array.from(values), shape: [3, 3] }
    const warped = async (args: object) =>
      [...(await runOn([image, map], (x, m) => fn.experimental.warpPerspective(x!, m!, args))).data] as number[]
    expect(await warped({ fillValue: [77] })).toEqual(Array(12).fill(77))
    for (const borderMode of ['replicate', 'reflect', 'reflect_101', 'wrap']) {
      for (const interpType of ['nn', 'linear', 'cubic']) {
        expect(Math.max(...(await warped({ borderMode, interpType })))).toBeLessThanOrEqual(11)
      }
    }
  }
})

const matrix = { data: Float32Array.from(identity), shape: [3, 3] }
test.each<[string, object[], (x: DataNode, m?: DataNode) => DataNode, string, RegExp]>([
  ['no matrix', [image], (x) => fn.experimental.warpPerspective(x), 'INVALID_ARGUMENT', /Expected a matrix/],
  [
    'two matrices',
    [image, matrix],
    (x, m) => fn.experimental.warpPerspective(x, m!, { matrix: identity }),
    'INVALID_ARGUMENT',
    /the input matrix or matrix but received both/,
  ],
  [
    'an affine matrix',
    [image],
    (x) => fn.experimental.warpPerspective(x, { matrix: [1, 0, 0, 0, 1, 0] }),
    'INVALID_ARGUMENT',
    /9 values for matrix but received 6/,
  ],
  [
    'a matrix of another shape',
    [image, { ...matrix, shape: [9] }],
    (x, m) => fn.experimental.warpPerspective(x, m!),
    'INVALID_INPUT',
    /float32 \[3, 3\] for the matrix input/,
  ],
  [
    'no inverse',
    [image],
    (x) => fn.experimental.warpPerspective(x, { matrix: [1, 2, 0, 2, 4, 0, 0, 0, 1], inverseMap: false }),
    'INVALID_ARGUMENT',
    /matrix with an inverse/,
  ],
  [
    'two fill values for one channel',
    [image],
    (x) => fn.experimental.warpPerspective(x, { matrix: identity, fillValue: [1, 2] }),
    'INVALID_ARGUMENT',
    /for fillValue but received 2/,
  ],
  [
    'three sizes',
    [image],
    (x) => fn.experimental.warpPerspective(x, { matrix: identity, size: [5, 5, 5] }),
    'INVALID_ARGUMENT',
    /1 or 2 values for size but received 3/,
  ],
  [
    'no extent',
    [image],
    (x) => fn.experimental.warpPerspective(x, { matrix: identity, size: [0.4, 3] }),
    'INVALID_ARGUMENT',
    /size but received 0\.4/,
  ],
  [
    'lanczos3',
    [image],
    (x) => fn.experimental.warpPerspective(x, { matrix: identity, interpType: 'lanczos3' as 'nn' }),
    'INVALID_ARGUMENT',
    /'nn', 'linear', 'cubic' for interpType/,
  ],
  [
    'int32',
    [{ data: new Int32Array(4), shape: [2, 2, 1] }],
    (x) => fn.experimental.warpPerspective(x, { matrix: identity }),
    'INVALID_INPUT',
    /uint8, uint16, int16 or float32 for the input but received int32/,
  ],
  [
    'volumes',
    [{ data: new Uint8Array(8), shape: [2, 2, 2, 1], layout: 'DHWC' }],
    (x) => fn.experimental.warpPerspective(x, { matrix: identity }),
    'INVALID_INPUT',
    /HW, HWC, CHW, FHWC, FCHW for the input but received 'DHWC'/,
  ],
  [
    'no pixels',
    [{ data: new Uint8Array(0), shape: [0, 4, 1] }],
    (x) => fn.experimental.warpPerspective(x, { matrix: identity, size: [2, 2] }),
    'INVALID_INPUT',
    /an input with pixels/,
  ],
])('refuses %s', async (_, inputs, build, code, message) => {
  await expect(runOn(inputs, build)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})

test('an empty output needs no pixels', async () => {
  const out = await runOn([{ data: new Uint8Array(0), shape: [0, 4, 3] }], (x) =>
    fn.experimental.warpPerspective(x!, { matrix: identity }),
  )
  expect(out.shape).toEqual([0, 4, 3])
})
