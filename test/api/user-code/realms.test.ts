// What a program gives may come from another realm, such as the one in which Jest runs a test file: its arrays, objects and
// promises are not those of the package's realm. Loading the package again is as in a test file of Jest in ES modules.
// @module-tag shared
import { createContext, runInContext } from 'node:vm'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { encodedImage } from '../../../src/frameworks/raw-image.js'

const realm = createContext({ SharedArrayBuffer: undefined })
// biome-ignore lint/suspicious/noExplicitAny: what a program gives may be anything.
const there = (code: string): any => runInContext(code, realm)

test('a pipeline takes data, arguments and outputs by name', async () => {
  const define = pipelineDef({ batchSize: 2 }, () => {
    const data = fn.externalSource({
      ...{ name: 'x', dtype: 'float32' },
      source: () => there('[new Float32Array([1, 2]), new Float32Array([3, 4])]'),
    })
    const images = fn.reshape(data, { shape: there('new Int32Array([1, 2])') })
    return Object.assign(there('({})'), { images })
  })
  const pipe = define()
  const { images } = (await pipe.run()) as unknown as Record<string, { shape(i: number): number[] }>
  expect(images!.shape(1)).toEqual([1, 2])
  await pipe.close()
})

test('a definition or a branch that is async is told that it cannot be', () => {
  const define = pipelineDef({ batchSize: 1 }, there('async () => 1'))
  expect(() => define()).toThrow(expect.objectContaining({ hint: expect.stringContaining('cannot be async') }))
})

test('imperative mode takes data, lists and masks', async () => {
  const t = nd.tensor(there('new Float32Array([1, 2])'))
  expect([...(await t.add(there('[1, 2]')).data())]).toEqual([2, 4])
  const batch = nd.asBatch([1, 2, 3].map((x) => nd.tensor([x])))
  const selected = batch.select(there('new Uint8Array([0, 1, 1])'))
  expect(selected.length).toBe(2)
  expect(batch.select(there('new Int32Array([2])')).length).toBe(1)
})

test('bytes and pixels of an image are taken', () => {
  const bytes = there('new Uint8Array([1])')
  expect(encodedImage(bytes, true, 0)).toBe(bytes)
  const image = there('({ data: new Uint8ClampedArray(3), width: 1, height: 1, channels: 3 })')
  expect(encodedImage(image, true, 0)).toHaveLength('P6 1 1 255\n'.length + 3)
})
