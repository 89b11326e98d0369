// toTfjs() over a package that stands in for TensorFlow.js: what it is given, and what is refused. The real one takes
// outputs in test/peers.
// @module-tag shared
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { toTfjs } from 'penstock-data/tfjs'
import { describe, expect, test } from 'vitest'
import { typedArrays } from '../../../src/data/elements.js'
import { projectWith, runIn } from '../../util/fake-package.js'

const core = '@tensorflow/tfjs-core/index.js'
/** Returns what tensor() was given. */
const recorder = 'exports.tensor = (values, shape, dtype) => ({ values, shape, dtype })'

describe('toTfjs', () => {
  test('gives TensorFlow.js the memory of an output, its shape and its dtype', async () => {
    const out = await runIn(
      projectWith({ [core]: recorder }),
      `const { fn, pipelineDef } = await import(dist + '/index.js')
      const nd = await import(dist + '/dynamic.js')
      const { toTfjs } = await import(dist + '/tfjs.js')
      const pipe = pipelineDef({ batchSize: 3, numThreads: 1 }, () => fn.random.uniform({ shape: [2, 5] }))()
      const [list] = await pipe.run()
      // A batch that is as small is copied when it is delivered.
      const { copiedBytes } = pipe.statistics()
      const data = list.dataSync()
      const same = (tensor, array) =>
        tensor.values.buffer === array.buffer && tensor.values.byteOffset === array.byteOffset && tensor.values.length === array.length
      const whole = toTfjs(list)
      const one = toTfjs(list.at(1))
      console.log(whole.dtype, whole.shape.join(), same(whole, data))
      console.log(one.dtype, one.shape.join(), same(one, data.subarray(10, 20)), pipe.statistics().copiedBytes - copiedBytes)
      const batch = toTfjs(nd.asBatch([nd.tensor([1, 2], { dtype: 'int32' }), nd.tensor([3, 4], { dtype: 'int32' })]))
      console.log(batch.dtype, batch.shape.join(), batch.values.join())
      for (const dtype of ['bool', 'uint8', 'int8', 'uint16', 'int16']) {
        const { dtype: to, values } = toTfjs(nd.cast(nd.tensor([1, 0, 3]), { dtype }))
        console.log(dtype, to, values.join(), values.constructor.name)
      }
      await pipe.close()`,
    )
    expect(out.split('\n').slice(0, -1)).toEqual([
      'float32 3,2,5 true',
      'float32 2,5 true 0',
      'int32 2,2 1,2,3,4',
      'bool bool 1,0,1 Uint8Array',
      ...['uint8', 'int8', 'uint16', 'int16'].map((dtype) => `${dtype} int32 1,0,3 Int32Array`),
    ])
  })

  test("takes the tfjs-core that the user's @tensorflow/tfjs depends on before another one", async () => {
    const inside = '@tensorflow/tfjs/node_modules/@tensorflow/tfjs-core/index.js'
    const project = projectWith({
      '@tensorflow/tfjs/index.js': 'throw new Error("not to be loaded")',
      [inside]: "exports.tensor = () => 'of tfjs'",
      [core]: "exports.tensor = () => 'another one'",
    })
    const program = `const { toTfjs } = await import(dist + '/tfjs.js')
      const { tensor } = await import(dist + '/dynamic.js')
      console.log(toTfjs(tensor([1])))`
    expect(await runIn(project, program)).toBe('of tfjs\n')
  })

  test('says how to get a backend, and hands on other errors', async () => {
    for (const [thrown, said] of [
      [
        'No backend found in registry.',
        "UNSUPPORTED npm install @tensorflow/tfjs-backend-cpu, and import '@tensorflow/tfjs-backend-cpu'",
      ],
      ['Out of texture memory', 'undefined undefined'],
    ]) {
      const project = projectWith({ [core]: `exports.tensor = () => { throw new Error('${thrown}') }` })
      const program = `const { toTfjs } = await import(dist + '/tfjs.js')
        const { tensor } = await import(dist + '/dynamic.js')
        try { toTfjs(tensor([1])) } catch ({ code, hint }) { console.log(code, hint) }`
      expect(await runIn(project, program)).toBe(`${said}\n`)
    }
  })

  const known = ['float32', 'int32', 'bool', 'uint8', 'int8', 'uint16', 'int16']
  const unknown = (Object.keys(typedArrays) as nd.DType[]).filter((dtype) => !known.includes(dtype))

  test.each(unknown)('refuses dtype %s and says what to cast it to', (dtype) => {
    const value = nd.cast(nd.tensor([1, 2]), { dtype })
    const to = dtype.startsWith('float') ? 'float32' : 'int32'
    expect(() => toTfjs(value)).toThrow(
      expect.objectContaining({
        code: 'UNSUPPORTED',
        detail: `Expected an output of dtype ${known.join(', ')} but received ${dtype}`,
        hint: `Cast it before: fn.cast(value, { dtype: '${to}' }), or nd.cast() in imperative mode`,
      }),
    )
  })

  test('says what is missing where TensorFlow.js is not installed', () => {
    expect(() => toTfjs(nd.tensor([1]))).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED', hint: 'npm install @tensorflow/tfjs' }),
    )
  })

  test('refuses samples of different shapes, and what is no output', async () => {
    const batches = [[[1], [2, 3]].map((x) => Float32Array.from(x))]
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () => fn.externalSource({ source: batches }))()
    const [list] = await pipe.run()
    expect(() => toTfjs(list)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => toTfjs(undefined as never)).toThrow(
      'Expected an output of a pipeline or a value of imperative mode but received undefined',
    )
  })
})
