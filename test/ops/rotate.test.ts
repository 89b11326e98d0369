// rotate against reference outputs (see test/golden/make_rotate.py), per-sample angles, errors.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('rotate')

const image = { data: Uint8Array.from({ length: 6 }, (_, i) => i), shape: [2, 3, 1], layout: 'HWC' }
const volume = { data: new Uint8Array(8), shape: [2, 2, 2, 1], layout: 'DHWC' }

test('each sample has its own angle', async () => {
  const define = pipelineDef({ batchSize: 4, numThreads: 2 }, () => {
    const x = fn.externalSource({ source: () => Array(4).fill(image) })
    const angle = fn.externalSource({ source: () => [0, 90, 180, -90].map((a) => Float32Array.of(a)) })
    return fn.rotate(x, { angle, fillValue: 99 })
  })
  await using pipe = define()
  const [out] = await pipe.run()
  expect([0, 1, 2, 3].map((i) => [out!.shape(i), [...out!.at(i).dataSync()]])).toEqual([
    [
      [2, 3, 1],
      [0, 1, 2, 3, 4, 5],
    ],
    [
      [3, 2, 1],
      [2, 5, 1, 4, 0, 3],
    ],
    [
      [2, 3, 1],
      [5, 4, 3, 2, 1, 0],
    ],
    [
      [3, 2, 1],
      [3, 0, 4, 1, 5, 2],
    ],
  ])
})

test.each<[string, object, (x: DataNode) => DataNode, string, RegExp]>([
  ['no angle', image, (x) => fn.rotate(x, {} as never), 'INVALID_ARGUMENT', /angle/],
  ['NaN', image, (x) => fn.rotate(x, { angle: Number.NaN }), 'INVALID_ARGUMENT', /angle/],
  ['no axis', volume, (x) => fn.rotate(x, { angle: 5 }), 'INVALID_ARGUMENT', /axis for a volume but received none/],
  [
    'a flat axis',
    volume,
    (x) => fn.rotate(x, { angle: 5, axis: [1, 0] }),
    'INVALID_ARGUMENT',
    /3 values for axis but received 2/,
  ],
  [
    'no direction',
    volume,
    (x) => fn.rotate(x, { angle: 5, axis: [0, 0, 0] }),
    'INVALID_ARGUMENT',
    /direction for axis but received \[0, 0, 0\]/,
  ],
  [
    'a size for volumes',
    image,
    (x) => fn.rotate(x, { angle: 5, size: [3, 4, 5] }),
    'INVALID_ARGUMENT',
    /2 values .* for size but received 3/,
  ],
  [
    'uint16',
    { data: new Uint16Array(4), shape: [2, 2, 1] },
    (x) => fn.rotate(x, { angle: 5 }),
    'INVALID_INPUT',
    /received uint16/,
  ],
  [
    'no pixels',
    { data: new Uint8Array(0), shape: [0, 9, 1] },
    (x) => fn.rotate(x, { angle: 30 }),
    'INVALID_INPUT',
    /an input with pixels/,
  ],
])('refuses %s', async (_, input, build, code, message) => {
  await expect(runOn([input], (x) => build(x!))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
})
