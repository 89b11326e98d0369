// toOrt(): outputs as tensors of ONNX Runtime have the output's memory, shape and dtype. Sessions take them in test/peers.
// @module-tag shared
import { createRequire } from 'node:module'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { typedArrays } from '../../../src/data/elements.js'
import { toOrt } from '../../../src/onnx.js'

const { Tensor: OrtTensor } = createRequire(import.meta.url)(
  'onnxruntime-common',
) as typeof import('onnxruntime-common')

describe('toOrt', () => {
  test('gives a batch with a leading sample axis, without a copy', async () => {
    await using pipe = pipelineDef({ batchSize: 3, numThreads: 1 }, () => fn.random.uniform({ shape: [2, 5] }))()
    const [list] = await pipe.run()
    // A batch that is as small is copied when it is delivered.
    const { copiedBytes } = pipe.statistics()
    const tensor = toOrt(list)
    expect([tensor.type, tensor.dims, tensor.location]).toEqual(['float32', [3, 2, 5], 'cpu'])
    const data = list.dataSync()
    expect((tensor.data as Float32Array).buffer).toBe(data.buffer)
    expect((tensor.data as Float32Array).byteOffset).toBe(data.byteOffset)
    expect([...(tensor.data as Float32Array)]).toEqual([...data])
    expect(toOrt(list.at(1)).dims).toEqual([2, 5])
    expect([...(toOrt(list.at(1)).data as Float32Array)]).toEqual([...data.subarray(10, 20)])
    expect(pipe.statistics().copiedBytes).toBe(copiedBytes)
  })

  test.each(Object.keys(typedArrays) as nd.DType[])('keeps dtype %s', async (dtype) => {
    const value = nd.cast(nd.tensor([[1, 0, 3]], { dtype: 'uint8' }), { dtype })
    const tensor = toOrt(await value.evaluate())
    expect([tensor.type, tensor.dims]).toEqual([dtype, [1, 3]])
    const data = tensor.data as Uint8Array
    expect(data.buffer).toBe(value.dataSync().buffer)
    if (dtype !== 'float16') expect([...data].map(Number)).toEqual(dtype === 'bool' ? [1, 0, 1] : [1, 0, 3])
    else expect([...new Uint16Array(data.buffer, data.byteOffset, 3)]).toEqual([0x3c00, 0, 0x4200])
  })

  test('takes batches of imperative mode', () => {
    const batch = nd.asBatch([nd.tensor([1, 2]), nd.tensor([3, 4])])
    expect(toOrt(batch).dims).toEqual([2, 2])
  })

  test('refuses samples of different shapes, what was released, and what is no output', async () => {
    const batches = [[[1], [2, 3], [4]].map((x) => Float32Array.from(x))]
    await using pipe = pipelineDef({ batchSize: 3, numThreads: 1 }, () => fn.externalSource({ source: batches }))()
    const [list] = await pipe.run()
    expect(() => toOrt(list)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    const first = list.at(0)
    list.release()
    expect(() => toOrt(first)).toThrow(expect.objectContaining({ code: 'OUTPUT_RELEASED' }))
    expect(() => toOrt(null as never)).toThrow(
      'Expected an output of a pipeline or a value of imperative mode but received null',
    )
    expect(() => toOrt([1] as never)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  })

  test('gives the class of the installed package', () => {
    expect(toOrt(nd.tensor([1]))).toBeInstanceOf(OrtTensor)
  })
})
