// copy, which gpu() records where nothing else brings an output to the GPU: the same bytes, for every dtype and size; and what
// it refuses.
import '../util/gpu.js'
import { type DType, fn, pipelineDef, receive, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { dtypeBytes } from '../../src/generated/abi.js'
import { refusedTest } from '../util/refused.js'

// Samples lie without gaps, so odd sizes make odd addresses for the next.
const shapes = [[1], [16], [3, 5], [7, 11, 3], [0], [255], [2, 0, 4], [1000]]

test.each(Object.keys(dtypeBytes) as DType[])('copy keeps %s', async (dtype) => {
  const bytes = shapes.map((shape, s) => {
    const count = shape.reduce((a, b) => a * b, dtypeBytes[dtype])
    return Uint8Array.from({ length: count }, (_, k) => (dtype === 'bool' ? (k + s) % 2 : (k * 7 + s * 13) & 255))
  })
  for (const [i, shape] of shapes.entries()) {
    // All samples of a batch have as many dimensions.
    const same = shapes.flatMap((other, k) => (other.length === shape.length ? [k] : []))
    if (same[0] !== i) continue
    await using pipe = pipelineDef({ batchSize: same.length, deviceId: 0, numThreads: 1 }, () => {
      const tensor = (k: number) =>
        receive({ mode: 'copy', dtype, layout: '', shapes: [shapes[k]!], buffer: bytes[k]!.buffer, offsets: [0] })[0]!
      const x = fn.externalSource({ source: (() => same.map(tensor)) as never, dtype })
      return [x.gpu(), x]
    })()
    for (let batch = 0; batch < 2; batch++) {
      const [there, here] = (await pipe.run()) as unknown as [TensorList, TensorList]
      expect([there.device, there.dtype, there.layout]).toEqual(['gpu', here.dtype, here.layout])
      for (const [s, k] of same.entries()) {
        expect(there.at(s).shape).toEqual(shapes[k])
        const copy = (await there.at(s).data()) as Uint8Array
        expect(new Uint8Array(copy.buffer, copy.byteOffset, copy.byteLength)).toEqual(bytes[k])
      }
      there.release()
    }
  }
})

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  ['no input', () => nd.copy(undefined as never), 'INVALID_ARGUMENT', /Expected 1 input/],
  ['two inputs', () => nd.copy(...([image, image] as never as [typeof image])), 'INVALID_ARGUMENT', /at most 1 input/],
  ['what is no data', () => nd.copy('x' as never), 'INVALID_ARGUMENT', /received "x"/],
  ['another option', () => nd.copy(image, { axis: 1 } as never), 'INVALID_ARGUMENT', /axis/],
  [
    'fewer elements than its shape says',
    () => nd.copy({ data: new Uint8Array(5), shape: [2, 3] }),
    'INVALID_INPUT',
    /received/,
  ],
  ['a negative extent', () => nd.copy({ data: new Uint8Array(5), shape: [-5] }), 'INVALID_INPUT', /-5/],
  [
    'an extent that is no number',
    () => nd.copy({ data: new Uint8Array(5), shape: [Number.NaN] }),
    'INVALID_INPUT',
    /NaN/,
  ],
  [
    'an extent that is too large',
    () => nd.copy({ data: new Uint8Array(5), shape: [2 ** 40] }),
    'INVALID_INPUT',
    /1099511627776/,
  ],
  [
    'more dimensions than there may be',
    () => nd.copy({ data: new Uint8Array(1), shape: [1, 1, 1, 1, 1, 1, 1] }),
    'INVALID_INPUT',
    /6 dimensions/,
  ],
  ['a device that is none', () => nd.copy(image, { device: 'tpu' as never }), 'INVALID_ARGUMENT', /received/],
  ['a GPU that is not there', () => nd.copy(image, { device: 'gpu:77' as never }), 'CUDA_UNAVAILABLE', /77/],
])
