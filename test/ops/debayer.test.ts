// debayer against DALI (see test/golden/make_debayer.py), per frame, and what is refused.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'

goldenTest('debayer')

const mosaic = (shape: number[], layout: string) => ({
  data: Uint8Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => (i * 29 + ((i >> 3) * i) / 5) % 256),
  shape,
  layout,
})
const bytes = async (x: nd.Tensor) => [...((await x.data()) as Uint8Array)]

test('a photo comes back from its mosaic', async () => {
  // A smooth picture: each pixel keeps one colour, and the others are near it.
  const [h, w] = [20, 30]
  const colour = (y: number, x: number, c: number) => 40 + 3 * y + 2 * x + 30 * c
  const data = Uint8Array.from({ length: h * w }, (_, i) => {
    const [y, x] = [Math.floor(i / w), i % w]
    // RG: red at the first pixel of the tile that begins in the second row and column is blue at its last.
    const [py, px] = [(y + 1) % 2, (x + 1) % 2]
    return colour(y, x, py === px ? (py === 1 ? 2 : 0) : 1)
  })
  const image = nd.debayer(nd.tensor({ data, shape: [h, w], layout: 'HW' }), { bluePosition: [1, 1] })
  const made = await bytes(image)
  for (let y = 1; y < h - 1; y++)
    for (let x = 1; x < w - 1; x++)
      for (let c = 0; c < 3; c++) expect(Math.abs(made[(y * w + x) * 3 + c]! - colour(y, x, c))).toBeLessThanOrEqual(1)
})

test('each frame may have a pattern of its own', async () => {
  const positions = [
    [0, 1],
    [1, 1],
  ]
  const define = pipelineDef({ batchSize: 1, numThreads: 2 }, () => {
    const frames = fn.externalSource({ source: () => [mosaic([2, 6, 8], 'FHW')] })
    const bluePosition = fn.externalSource({
      source: () => [{ data: Int32Array.from(positions.flat()), shape: [2, 2] }],
    })
    return fn.debayer(frames, { bluePosition: fn.perFrame(bluePosition) })
  })
  await using pipe = define()
  const [out] = await pipe.run()
  expect([out!.layout, out!.shape(0)]).toEqual(['FHWC', [2, 6, 8, 3]])
  const all = [...(out!.at(0).copy().dataSync() as Uint8Array)]
  const { data } = mosaic([2, 6, 8], 'FHW')
  for (const [f, bluePosition] of positions.entries()) {
    const frame = nd.tensor({ data: data.slice(f * 48, (f + 1) * 48), shape: [6, 8], layout: 'HW' })
    expect(all.slice(f * 144, (f + 1) * 144)).toEqual(await bytes(nd.debayer(frame, { bluePosition })))
  }
})

const tensor = (shape: number[], layout: string) => nd.tensor(mosaic(shape, layout))
test.each<[string, () => nd.Tensor, string, RegExp]>([
  [
    'an odd height',
    () => nd.debayer(tensor([3, 4], 'HW'), { bluePosition: [0, 0] }),
    'INVALID_INPUT',
    /even height and width/,
  ],
  [
    'colours',
    () => nd.debayer(tensor([4, 4, 3], 'HWC'), { bluePosition: [0, 0] }),
    'INVALID_INPUT',
    /one channel but received/,
  ],
  [
    'float32',
    () => nd.debayer(nd.tensor({ data: new Float32Array(16), shape: [4, 4] }), { bluePosition: 0 }),
    'INVALID_INPUT',
    /uint8 or uint16/,
  ],
  [
    'a position beyond the tile',
    () => nd.debayer(tensor([4, 4], 'HW'), { bluePosition: [0, 2] }),
    'INVALID_ARGUMENT',
    /bluePosition/,
  ],
  ['no position', () => nd.debayer(tensor([4, 4], 'HW'), {} as never), 'INVALID_ARGUMENT', /bluePosition/],
  [
    'an algorithm that is not here',
    () => nd.debayer(tensor([4, 4], 'HW'), { bluePosition: 0, algorithm: 'vng_ocv' } as never),
    'INVALID_ARGUMENT',
    /bilinear_ocv/,
  ],
])('%s is refused', async (_, call, code, message) => {
  const attempt = async () => call().data()
  await expect(attempt()).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
