// Operators with as many outputs as a list has values: how many there can be, in a graph and in imperative mode, and what
// is said of more.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataNode, fn, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, describe, expect, test } from 'vitest'
import { tar } from '../readers/tar.js'
import { example, record } from '../readers/tfrecord.js'
import { failure } from '../util/collect.js'

const most = 999
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i)
const folder = mkdtempSync(join(tmpdir(), 'penstock-many-'))
afterAll(() => rmSync(folder, { recursive: true }))

const archive = join(folder, 'a.tar')
writeFileSync(archive, tar(upTo(most).map((i) => [`s.e${i}`, Uint8Array.of(i & 255, i >> 8)])))
const records = join(folder, 'a.tfrecord')
writeFileSync(records, record(example(Object.fromEntries(upTo(most).map((i) => [`f${i}`, { ints: [i] }])))))

/** What a call with n outputs gives: numbers that count up. */
interface Counted {
  name: string
  /** The argument that counts. */
  arg: string
  define: (n: number) => DataNode[]
  of: (list: TensorList, i: number) => number
}
const feature = { kind: 'fixed', dtype: 'int64' } as const
const counted: Counted[] = [
  {
    name: 'elementExtract',
    arg: 'elementMap',
    define: (n) => {
      const x = fn.externalSource({ source: () => [Int32Array.from(upTo(most + 1))], dtype: 'int32' })
      return fn.elementExtract(x, { elementMap: upTo(n) }) as unknown as DataNode[]
    },
    of: (list) => list.at(0).dataSync()[0] as number,
  },
  {
    name: 'readers.webdataset',
    arg: 'ext',
    define: (n) => fn.readers.webdataset({ paths: archive, ext: upTo(n).map((i) => `e${i}`) }) as unknown as DataNode[],
    of: (list) => new Uint16Array(Uint8Array.from(list.at(0).dataSync() as Uint8Array).buffer)[0]!,
  },
  {
    name: 'readers.tfrecord',
    arg: 'features',
    define: (n) =>
      Object.values(
        fn.readers.tfrecord({
          path: records,
          features: Object.fromEntries(upTo(n).map((i) => [`f${i}`, feature])),
        }),
      ) as DataNode[],
    of: (list) => Number(list.at(0).dataSync()[0]),
  },
]

describe.each(counted)('$name', ({ arg, define, of }) => {
  test('has 999 outputs', async () => {
    await using pipe = pipelineDef({ batchSize: 1, numThreads: 2 }, () => define(most))()
    const outputs = (await pipe.run()) as unknown as TensorList[]
    expect(outputs.map(of)).toEqual(upTo(most))
  })

  test('is refused at its line with more', () => {
    const build = () => pipelineDef({ batchSize: 1 }, () => define(most + 1))()
    expect(build).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining(
          `Expected 1 to ${most} values for ${arg}, one per output, but received ${most + 1}`,
        ),
        callSite: expect.stringContaining('many-outputs.test.ts:'),
      }),
    )
  })
})

test('readers are refused in imperative mode with more', async () => {
  const ext = upTo(most + 1).map((i) => `e${i}`)
  const read = async () => {
    await using reader = nd.readers.webdataset({ paths: archive, ext })
    for await (const _ of reader.nextEpoch({ batchSize: 1 })) break
  }
  expect(await failure(read)).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(
      /1 to 999 values for ext, one per output, but received 1000 — at .*many-outputs\.test/,
    ),
  })
})

test('in imperative mode a call makes 999 values, alone and among others', () => {
  const frames = nd.tensor(Float32Array.from(upTo(most)))
  const other = nd.math.add(frames, 1)
  const parts = nd.elementExtract(frames, { elementMap: upTo(most) }) as unknown as nd.Tensor[]
  const sum = nd.math.add(parts[997]!, parts[998]!)
  expect(sum.dataSync()[0]).toBe(997 + 998)
  expect(parts.map((part) => part.dataSync()[0])).toEqual(upTo(most))
  expect(other.dataSync()[3]).toBe(4)
})

/** As functions of any number of inputs. */
const { cat, jsFunction } = fn as unknown as Record<'cat' | 'jsFunction', (...given: unknown[]) => DataNode[]>

test('a source and a user function have 999 outputs, and no more', async () => {
  const module = '../util/functions/samples.mjs'
  const define = (n: number) =>
    pipelineDef({ batchSize: 2, numThreads: 2 }, () => {
      const source = () => upTo(n).map((i) => Int32Array.of(i))
      const xs = fn.externalSource({ source, numOutputs: n as number, batch: false })
      return jsFunction(...xs, { module, export: 'same', outputs: n as number })
    })
  await using pipe = define(most)()
  const outputs = (await pipe.run()) as unknown as TensorList[]
  expect(outputs.map((list) => list.at(1).dataSync()[0])).toEqual(upTo(most))
  const report = pipe.statistics()
  expect(JSON.stringify(report)).toContain('jsFunction')
  expect(define(most + 1)).toThrow(/an integer from 1 to 999 for numOutputs but received 1000/)
})

test('a pipeline has 999 outputs, and no more', async () => {
  const define = (n: number) =>
    pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
      const x = fn.externalSource({ source: () => [Int32Array.from(upTo(most))], dtype: 'int32' })
      const parts = fn.elementExtract(x, { elementMap: upTo(most) }) as unknown as DataNode[]
      return n > most ? [...parts, x] : parts
    })
  expect(define(most + 1)).toThrow(/at most 999 different outputs but received 1000/)
})

test('more inputs than an operator can have are refused at their line', () => {
  const x = nd.tensor(Int32Array.of(1))
  const all = Array<nd.Tensor>(most + 1).fill(x)
  expect(() => (nd.stack as (...inputs: nd.Tensor[]) => nd.Tensor)(...all)).toThrow(
    expect.objectContaining({
      op: 'stack',
      message: expect.stringMatching(
        /^\[stack\] Expected at most 999 inputs but received 1000 — at .*many-outputs\.test/,
      ),
    }),
  )
  const define = pipelineDef({ batchSize: 1 }, () => {
    const y = fn.externalSource({ source: () => [Int32Array.of(1)] })
    return cat(...Array<DataNode>(most + 1).fill(y))
  })
  expect(define).toThrow(
    expect.objectContaining({
      op: 'cat',
      message: expect.stringMatching(/Expected at most 999 inputs but received 1000 — at .*many-outputs\.test/),
    }),
  )
})
