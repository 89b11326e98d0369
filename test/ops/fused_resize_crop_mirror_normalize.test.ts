// resize > cropMirrorNormalize: fused where nothing else reads the resized image, with the bytes of the two; and what it
// refuses, in the words of the two.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { refusedInPipeline } from '../util/refused.js'

const height = 61
const width = 83
const image = Uint8Array.from({ length: height * width * 3 }, (_, i) => (i * 37 + (i >> 5) * 11) & 255)
const normalize = { mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375] }

async function run(resize: object, second: object, apart: boolean) {
  const define = pipelineDef({ batchSize: 2, numThreads: 1, deviceId: null }, () => {
    const source = () => ({ data: image, shape: [height, width, 3], layout: 'HWC' })
    // The cast tells the fusion pass that the image has 8 bits.
    const x = fn.resize(fn.cast(fn.externalSource({ source, batch: false }), { dtype: 'uint8' }), resize)
    const y = fn.cropMirrorNormalize(x, { ...normalize, ...second })
    return apart ? [y, x] : [y]
  })
  const pipe = define()
  const [out] = await pipe.run()
  const tensor = out!.at(1)
  const result = {
    shape: tensor.shape,
    dtype: tensor.dtype,
    data: tensor.dataSync().slice(),
    graph: JSON.stringify(pipe.graph()),
  }
  await pipe.close()
  return result
}

test.each([
  ['CHW', { size: [32, 40] }, {}],
  ['mirrored', { size: [32, 40] }, { mirror: 1 }],
  ['cropped', { resizeShorter: 48 }, { crop: [40, 40], cropPosX: 0.3, mirror: 1 }],
  ['HWC float16', { size: [90, 33], interpType: 'cubic' }, { outputLayout: 'HWC', dtype: 'float16' }],
  ['padded channels', { size: [32, 40] }, { padOutput: true }],
  ['window outside', { size: [32, 40] }, { crop: [50, 50], outOfBoundsPolicy: 'pad', fillValues: [7] }],
  ['region', { size: [32, 40], roiStart: [2, 3], roiEnd: [50, 60] }, {}],
] as const)('%s: the same bytes as the two operators', async (_, resize, second) => {
  const one = await run(resize, second, false)
  const two = await run(resize, second, true)
  expect(one.graph).toContain('fusedResizeCropMirrorNormalize')
  expect(two.graph).not.toContain('fusedResizeCropMirrorNormalize')
  expect(one.shape).toEqual(two.shape)
  expect(one.dtype).toBe(two.dtype)
  expect(Buffer.compare(Buffer.from(one.data.buffer), Buffer.from(two.data.buffer))).toBe(0)
})

const both =
  (resize: object, second: object = {}) =>
  (x: DataNode) =>
    fn.cropMirrorNormalize(fn.resize(fn.cast(x, { dtype: 'uint8' }), resize), second)
const photo = { data: image, shape: [height, width, 3], layout: 'HWC' }
const size = { size: [8, 8] }
refusedInPipeline([
  [
    'one dimension',
    { data: new Uint8Array(3), shape: [3] },
    both(size),
    'INVALID_INPUT',
    /received none with 1 dimensions/,
  ],
  [
    'no size',
    photo,
    both({}),
    'INVALID_ARGUMENT',
    /size, resizeX, resizeY, resizeZ, resizeShorter or resizeLonger but received none/,
  ],
  [
    'a size that is no number',
    photo,
    both({ size: [Number.NaN, 3] }),
    'INVALID_ARGUMENT',
    /for size but received NaN at \[0\]/,
  ],
  ['a size that is too large', photo, both({ size: [2e7, 3] }), 'INVALID_ARGUMENT', /output size but received 2e\+07/],
  ['a crop that is too large', photo, both(size, { crop: [9, 8] }), 'INVALID_INPUT', /a window inside the input/],
  [
    'a position outside',
    photo,
    both(size, { crop: [1, 1], cropPosX: 2 }),
    'INVALID_ARGUMENT',
    /from 0 to 1 for cropPosX but received 2/,
  ],
  [
    'means of other channels',
    photo,
    both(size, { mean: [1, 2] }),
    'INVALID_ARGUMENT',
    /1 or 3 values .* for mean but received 2/,
  ],
  [
    'a deviation that is no number',
    photo,
    both(size, { std: [Number.NaN] }),
    'INVALID_ARGUMENT',
    /for std but received NaN/,
  ],
])
