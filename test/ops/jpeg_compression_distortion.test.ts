// jpegCompressionDistortion against DALI (see test/golden/make_jpeg_compression_distortion.py), against the encoder and
// the decoder of this package, per frame, and what is refused.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'

goldenTest('jpeg_compression_distortion')

const picture = (shape: number[], seed = 0, layout = shape.length === 4 ? 'FHWC' : 'HWC') => ({
  data: Uint8Array.from(
    { length: shape.reduce((a, b) => a * b) },
    (_, i) => (i * 29 + ((i >> 5) * i) / 7 + seed) % 256,
  ),
  shape,
  layout,
})
const bytes = async (x: nd.Tensor) => [...((await x.data()) as Uint8Array)]

test('is what encoding and decoding give', async () => {
  for (const [h, w, quality] of [
    [33, 47, 3],
    [40, 24, 50],
    [7, 5, 88],
    [3, 70, 100],
  ] as const) {
    const image = nd.tensor(picture([h, w, 3]))
    const file = nd.encoders.image(image, { format: 'jpeg', quality })
    expect(await bytes(nd.jpegCompressionDistortion(image, { quality }))).toEqual(await bytes(nd.decoders.image(file)))
  }
})

test('each frame may have a quality of its own', async () => {
  const define = pipelineDef({ batchSize: 1, numThreads: 2 }, () => {
    const frames = fn.externalSource({ source: () => [picture([3, 18, 20, 3])] })
    const quality = fn.externalSource({ source: () => [Int32Array.of(2, 40, 99)] })
    return fn.jpegCompressionDistortion(frames, { quality: fn.perFrame(quality) })
  })
  await using pipe = define()
  const [out] = await pipe.run()
  expect(out!.layout).toBe('FHWC')
  const all = [...(out!.at(0).copy().dataSync() as Uint8Array)]
  const { data } = picture([3, 18, 20, 3])
  const size = 18 * 20 * 3
  for (const [f, quality] of [2, 40, 99].entries()) {
    const frame = nd.tensor({ data: data.slice(f * size, (f + 1) * size), shape: [18, 20, 3], layout: 'HWC' })
    expect(all.slice(f * size, (f + 1) * size)).toEqual(await bytes(nd.jpegCompressionDistortion(frame, { quality })))
  }
})

test('an empty image stays empty', async () => {
  const empty = nd.tensor({ data: new Uint8Array(0), shape: [0, 4, 3], layout: 'HWC' })
  expect(await bytes(nd.jpegCompressionDistortion(empty))).toEqual([])
})

test.each<[string, nd.Tensor, RegExp]>([
  ['one channel', nd.tensor(picture([4, 4, 1])), /3 channels \(RGB\) but received shape/],
  ['another layout', nd.tensor(picture([3, 4, 4], 0, 'CHW')), /layout/],
  ['float32', nd.tensor({ data: new Float32Array(48), shape: [4, 4, 3], layout: 'HWC' }), /uint8/],
  ['two dimensions', nd.tensor({ data: new Uint8Array(16), shape: [4, 4] }), /layout HWC or FHWC/],
])('%s is refused', async (_, image, message) => {
  await expect(nd.jpegCompressionDistortion(image).data()).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(message),
  })
})
