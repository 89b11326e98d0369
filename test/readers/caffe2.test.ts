// readers.caffe2: records of every kind against what DALI read from them, labels that DALI refuses, and what is wrong with
// a record.
// @module-tag property
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothWays, check, portion } from '../util/soak.js'
import { protos, type TensorFields, tensor } from './caffe.js'
import { eachOnce, epochOf, goesOn, type Output, type ReadSet, refusesChanged } from './containers.js'
import { lmdb } from './lmdb.js'

interface Args {
  imageAvailable?: boolean
  labelType?: number
  numLabels?: number
  additionalInputs?: number
  bbox?: boolean
  dontUseMmap?: boolean
}

interface Case {
  name: string
  record: string
  args: Args
  outputs: Output[] | 'refuses' | 'dies'
}

const golden = JSON.parse(readFileSync(new URL('./golden/caffe2.json', import.meta.url), 'utf8')) as { cases: Case[] }

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-caffe2-'))
  process.chdir(folder)
  mkdirSync('set')
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

const write = (records: readonly Uint8Array[]) =>
  writeFileSync('set/data.mdb', lmdb(records.map((record, i) => [Buffer.from(String(10 + i)), record])))
const read = (args: Args = {}, onError?: 'skip') => epochOf(() => fn.readers.caffe2({ path: 'set', ...args }), onError)

async function refusal(args: Args): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'readers.caffe2', hint: expect.stringMatching(/.{10}/) })
  return error as PipelineError
}

const output = (dtype: string, values: Float32Array | Int32Array): Output => [
  dtype,
  [values.length],
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64'),
]
const image = { strings: ['abc'] }
const imageOutput: Output = ['uint8', [3], Buffer.from('abc').toString('base64')]

/** DALI refuses labelType 1 and 3 whatever a record has. */
const differs: Record<string, Output[]> = {
  sparse: [imageOutput, output('int32', Int32Array.of(1, 0, 1, 0, 0, 1))],
  weighted: [imageOutput, output('float32', Float32Array.of(0.5, 0, 0.25, 0, 0, -0.125))],
  'sparse floats': [imageOutput, output('float32', Float32Array.of(0, 0, 0, 1, 1, 0))],
  'sparse and a tensor': [
    imageOutput,
    output('int32', Int32Array.of(1, 0, 1, 0, 0, 1)),
    output('float32', Float32Array.of(3, 4)),
  ],
}

describe('DALI', () => {
  const numbered = bothWays(golden.cases).map(([one, other]) => [one.name, one, other] as const)
  it.each(numbered)('agrees: %s', async (name, { record, args, outputs }, dontUseMmap) => {
    write([Buffer.from(record, 'base64')])
    const expected = differs[name] ?? outputs
    if (typeof expected === 'string') {
      const error = await refusal(args)
      expect(error.code).toBe('BAD_SAMPLE')
      expect(error.message).toContain('set at key 10')
      return
    }
    expect(await read({ ...args, dontUseMmap })).toEqual({ samples: [expected], sources: ['set at key 10'] })
  })
})

describe('wrong data', () => {
  const label = { ints: [7] }
  const wrong: [string, TensorFields[], Args, string][] = [
    ['no tensor', [], {}, 'tensor 0 is due, and there are 0'],
    ['a label that is none', [image, { floats: [Number.NaN] }], { labelType: 1 }, 'label nan is there'],
    ['a label below 0', [image, { ints: [-1] }], { labelType: 1 }, 'label -1 is there, and numLabels is 1'],
    [
      'fewer weights',
      [image, { ints: [0, 1] }, { floats: [1] }],
      { labelType: 3, numLabels: 2 },
      'no tensor of 2 float32',
    ],
    [
      'weights of ints',
      [image, { ints: [0] }, { ints: [1] }],
      { labelType: 3 },
      'the weights are no tensor of 1 float32',
    ],
    ['a raw image below 0', [{ data: 'ab', dims: [-1, -2] }, label], {}, 'a raw image of -1 x -2 x 1 has 2 bytes'],
    ['a raw image of 2^62', [{ data: 'ab', dims: [2 ** 31, 2 ** 31, 2 ** 31] }, label], {}, 'has 2 bytes'],
    [
      'a box before the last',
      [image, label, label, label],
      { bbox: true },
      'the box is tensor 2, which is not the last of 4',
    ],
  ]
  it.each(portion(wrong, 2))('is named: %s', async (_, tensors, args, text) => {
    write([protos(tensors.map(tensor))])
    const error = await refusal(args)
    expect(error.code).toBe('BAD_SAMPLE')
    expect(error.message).toContain(text)
  })

  it('skips the record', async () => {
    const good = protos([image, label].map(tensor))
    write([good, good.subarray(0, -1), good])
    expect((await read({}, 'skip')).sources).toEqual(['set at key 10', 'set at key 12'])
  })

  it('leaves out tensors that are not asked for', async () => {
    write([protos([image, label, label, image].map(tensor))])
    expect((await read()).samples).toEqual([[imageOutput, output('int32', Int32Array.of(7))]])
  })
})

it('has as many outputs as are asked for', async () => {
  write([protos([image, { ints: [7] }, { floats: [1] }, { floats: [2] }, { ints: [1, 2, 3, 4] }].map(tensor))])
  const define = () => {
    const [images, labels, first, second, boxes] = fn.readers.caffe2({ path: 'set', additionalInputs: 2, bbox: true })
    return { images, labels, first, second, boxes }
  }
  await using pipe = pipelineDef({ batchSize: 1 }, define)()
  for await (const batch of pipe) expect(await batch.second.at(0).data()).toEqual(Float32Array.of(2))
  await using reader = nd.readers.caffe2({ path: 'set', additionalInputs: 2 })
  for await (const [, , first, second] of reader.nextEpoch()) {
    expect(await first!.data()).toEqual(Float32Array.of(1))
    expect(await second!.data()).toEqual(Float32Array.of(2))
  }
})

it('gives what a model of the format gives', async () => {
  const numbers = fc.array(fc.integer(), { minLength: 1, maxLength: 40 })
  const record = fc.record({
    data: fc.string({ maxLength: 900 }),
    labels: numbers,
    more: numbers,
    packed: fc.boolean(),
  })
  const property = fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 9 }), async (records) => {
    write(
      records.map(({ data, labels, more, packed }) =>
        protos([{ strings: [data] }, { ints: labels, packed }, { floats: more, packed }].map(tensor)),
      ),
    )
    const { samples } = await read({ labelType: 2, additionalInputs: 1 })
    expect(samples.map(([, ...rest]) => rest)).toEqual(
      records.map(({ labels, more }) => [
        output('int32', Int32Array.from(labels)),
        output('float32', Float32Array.from(more)),
      ]),
    )
  })
  await check(100, 5, property, 8)
})

const readSet: ReadSet = (size, options, shift) => {
  mkdirSync('own', { recursive: true })
  const records = Array.from({ length: size }, (_, i) =>
    protos([{ strings: ['x'.repeat((i * 337 + shift) % 5000)] }, { ints: [i] }].map(tensor)),
  )
  writeFileSync('own/data.mdb', lmdb(records.map((record, i) => [Buffer.from(String(100 + i)), record])))
  return fn.readers.caffe2({ path: join(folder, 'own'), ...options })
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))
