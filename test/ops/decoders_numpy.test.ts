// decoders.numpy: the arrays that NumPy wrote, their conversion to other dtypes, and bytes that are no such file. The files are
// those of test/readers/golden/make_numpy.py.
import { readFileSync } from 'node:fs'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { npy, toFortran } from '../readers/npy.js'

interface Case {
  name: string
  file: string
  args: object
  sample: [dtype: string, shape: number[], base64: string] | null
}
const { cases } = JSON.parse(readFileSync(new URL('../readers/golden/numpy.json', import.meta.url), 'utf8')) as {
  cases: Case[]
}
const whole = cases.filter(({ args }) => !Object.keys(args).length)
const bytesOf = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray) => Buffer.from(buffer, byteOffset, byteLength)
const files = (file: Uint8Array) => nd.tensor(new Uint8Array(file))

test('it gives the arrays of files', () => {
  // DALI reads these as they are stored, or more than six dimensions; and its decoder, unlike its reader, refuses what follows the array.
  const others = new Set(['bytes that are no bools', 'seven dimensions', 'bytes behind the array'])
  const given = whole.filter(({ name, sample }) => sample && !others.has(name))
  expect(given.length).toBeGreaterThan(30)
  for (const { name, file, sample } of given) {
    const array = nd.decoders.numpy(files(Buffer.from(file, 'base64')))
    const found = [array.dtype, [...array.shape], bytesOf(array.dataSync()).toString('base64')]
    expect([name, found]).toEqual([name, sample])
  }
})

test.each(['float32', 'uint8', 'int16', 'float16', 'bool'] as const)('it converts to %s as cast does', (dtype) => {
  const values = Float64Array.of(0.5, 1.5, -2.5, 300.2, -1e6, Number.NaN, 0.3, 70_000)
  const data = Buffer.from(values.buffer)
  const shape = [2, 4]
  for (const fortran of [false, true]) {
    const file = npy({ descr: '<f8', shape, fortran, data: fortran ? toFortran(data, shape, 8) : data })
    const array = nd.decoders.numpy(files(file), { dtype })
    const expected = nd.cast(nd.tensor(values).reshape(shape), { dtype })
    expect([array.dtype, [...array.shape]]).toEqual([dtype, shape])
    expect(bytesOf(array.dataSync())).toEqual(bytesOf(expected.dataSync()))
  }
})

test('it refuses what is no such file, and what no tensor can be', () => {
  const code = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      return (error as { code: string }).code
    }
    return undefined
  }
  const bad = {
    'cut off': 'BAD_SAMPLE',
    'bytes behind the array': 'BAD_SAMPLE',
    'not a .npy file': 'BAD_SAMPLE',
    'an empty file': 'BAD_SAMPLE',
  }
  const codes = { ...bad, 'big-endian': 'UNSUPPORTED', objects: 'UNSUPPORTED', structured: 'UNSUPPORTED' }
  for (const [name, expected] of Object.entries(codes)) {
    const file = Buffer.from(whole.find((one) => one.name === name)!.file, 'base64')
    expect([name, code(() => nd.decoders.numpy(files(file)).dataSync())]).toEqual([name, expected])
  }
  expect(code(() => nd.decoders.numpy(nd.tensor(Float32Array.of(1))).dataSync())).toBe('INVALID_INPUT')
})

test('bad samples are left out by onError', async () => {
  const good = npy({ descr: '|u1', shape: [3], data: Buffer.from([1, 2, 3]) })
  const all = [good, good.subarray(0, -1), good].map((file) => new Uint8Array(file))
  await using pipe = pipelineDef({ batchSize: 3, numThreads: 2 }, () => [
    fn.decoders.numpy(fn.externalSource({ source: () => all }), { onError: 'skip' }),
  ])()
  const [arrays] = await pipe.run()
  expect([0, 1, 2].map((i) => arrays!.at(i).shape)).toEqual([[3], [3], [3]])
  expect(pipe.statistics().badTotal).toBeGreaterThan(0)
})
