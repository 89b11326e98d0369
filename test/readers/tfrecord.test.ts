// readers.tfrecord: records of every kind against what DALI read from them, what is refused and in which words, files
// that are damaged, and random records.
// @module-tag property
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type DataNode, fn, type PipelineError, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { record as recorded } from '../../src/definition/record.js'
import type { ReadersTfrecordOptions } from '../../src/generated/fn.js'
import { knownDtype } from '../../src/graph/dtypes.js'
import { schemas } from '../../src/graph/schema.js'
import { bothWays, check, portion } from '../util/soak.js'
import { eachOnce, goesOn, type ReadSet, refusesChanged } from './containers.js'
import { example, record, type Values } from './tfrecord.js'

type Output = [dtype: string, shape: number[], base64: string]
type Features = ReadersTfrecordOptions['features']

interface Case {
  name: string
  file: string
  features: Features
  index?: string
  samples: Output[][] | null
}

const golden = JSON.parse(readFileSync(new URL('./golden/tfrecord.json', import.meta.url), 'utf8')) as { cases: Case[] }

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-tfrecord-'))
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

interface Args {
  path?: string
  indexPath?: string
  features: Features
  checkCrc?: boolean
  dontUseMmap?: boolean
}

/** All samples of an epoch, with their features in the order of `features`. */
async function read({ path = '0.tfrecord', ...args }: Args, onError: 'throw' | 'skip' = 'throw'): Promise<Output[][]> {
  const define = pipelineDef({ batchSize: 3, onError }, () => fn.readers.tfrecord({ path, ...args }))
  await using pipe = define()
  const samples: Output[][] = []
  for await (const batch of pipe) {
    const outputs = Object.keys(args.features).map((name) => (batch as unknown as Record<string, TensorList>)[name]!)
    for (let i = 0; i < outputs[0]!.length; i++) {
      samples.push(
        outputs.map((output): Output => {
          const { dtype, shape } = output.at(i)
          const data = output.at(i).dataSync()
          return [dtype, [...shape], Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')]
        }),
      )
    }
  }
  return samples
}

async function refusal(args: Args): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'readers.tfrecord' })
  return error as PipelineError
}

function files(one: Case): Args {
  writeFileSync('0.tfrecord', Buffer.from(one.file, 'base64'))
  if (one.index === undefined) return { features: one.features }
  writeFileSync('0.idx', one.index)
  return { features: one.features, indexPath: '0.idx' }
}

const typed = (data: NodeJS.TypedArray, shape: number[] = [data.length], dtype = 'int64'): Output => [
  dtype,
  shape,
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
]

/** Cases in which the two differ on purpose: docs/data/tfrecord.md lists them. A text is a code. */
const differs: Record<string, Output[][] | string> = {
  // DALI leaves what is missing as it finds the memory.
  'too few values': 'BAD_SAMPLE',
  'another dtype': 'BAD_SAMPLE',
  'another dtype, var': 'BAD_SAMPLE',
  'a missing feature': 'BAD_SAMPLE',
  'a missing feature with a default': [
    [
      typed(BigInt64Array.of(5n), []),
      typed(Float32Array.of(1.5, 2), [2], 'float32'),
      typed(Buffer.from('none'), [4], 'uint8'),
    ],
  ],
  'a missing feature, var': [[typed(new BigInt64Array()), typed(new Float32Array(), [0, 3], 'float32')]],
  'an empty record': [[typed(new BigInt64Array())], [typed(BigInt64Array.of(1n))]],
  // DALI takes the first of several strings, ends the process for none, and refuses 'var' for strings.
  'two strings': 'BAD_SAMPLE',
  'no string': 'BAD_SAMPLE',
  'a string, var': [[typed(Buffer.from('ab'), [2], 'uint8')], [typed(Buffer.alloc(0), [0], 'uint8')]],
  // DALI passes over groups, which proto3 does not have.
  'a group': 'BAD_SAMPLE',
  // DALI ends an index at the first word that is no number.
  'an index with words': 'INVALID_ARGUMENT',
  'an index beyond the file': 'FILE_UNREADABLE',
  'an empty index': 'EMPTY_DATASET',
}

describe('DALI', () => {
  const numbered = bothWays(golden.cases).map(([one, other]) => [one.name, one, other] as const)
  it.each(numbered)('agrees: %s', async (name, one, other) => {
    const expected = differs[name] ?? one.samples ?? 'BAD_SAMPLE'
    const args = files(one)
    if (typeof expected === 'string') {
      expect((await refusal(args)).code).toBe(expected)
      return
    }
    expect(await read({ ...args, dontUseMmap: other, checkCrc: other })).toEqual(expected)
  })
})

const one = (value: number) => record(example({ i: { ints: [value] } }))
const features: Features = { i: { kind: 'fixed', dtype: 'int64' } }
const numbers = async (args: Args, onError: 'throw' | 'skip' = 'throw') =>
  (await read(args, onError)).map(([output]) => Number(Buffer.from(output![2], 'base64').readBigInt64LE()))

describe('files that are damaged', () => {
  it('names the file and the offset of a wrong length', async () => {
    const bytes = Buffer.concat([one(1), one(2)])
    bytes.writeUInt8(bytes[one(1).length]! ^ 1, one(1).length)
    writeFileSync('0.tfrecord', bytes)
    const error = await refusal({ features })
    expect(error.code).toBe('FILE_UNREADABLE')
    expect(error.message).toContain(`damaged at offset ${one(1).length}: the checksum of a record's length is wrong`)
  })

  it('says that a file is compressed', async () => {
    writeFileSync('0.tfrecord', gzipSync(one(1)))
    expect((await refusal({ features })).hint).toContain('compressed')
  })

  it('skips a record that is cut off, and reads the others', async () => {
    writeFileSync('0.tfrecord', Buffer.concat([one(1), one(2), one(3)]).subarray(0, -5))
    expect((await refusal({ features })).code).toBe('FILE_UNREADABLE')
    expect(await numbers({ features }, 'skip')).toEqual([1, 2])
  })

  it('finds damaged data with checkCrc alone', async () => {
    const bytes = Buffer.concat([one(1), one(2), one(3)])
    bytes.writeUInt8(6, 2 * one(1).length - 5)
    writeFileSync('0.tfrecord', bytes)
    expect(await numbers({ features })).toEqual([1, 6, 3])
    expect((await refusal({ features, checkCrc: true })).message).toContain('the checksum of the record')
    expect(await numbers({ features, checkCrc: true }, 'skip')).toEqual([1, 3])
  })

  it('finds an index of another file', async () => {
    writeFileSync('0.tfrecord', Buffer.concat([one(1), one(2)]))
    writeFileSync('0.idx', `0 ${one(1).length}\n7 ${one(1).length}\n`)
    expect((await refusal({ features, indexPath: '0.idx' })).code).toBe('BAD_SAMPLE')
    expect(await numbers({ features, indexPath: '0.idx' }, 'skip')).toEqual([1])
  })
})

describe('features', () => {
  const wrong: [unknown, RegExp][] = [
    [{}, /at least one/],
    [5, /an object/],
    [{ i: { kind: 'fixed' } }, /dtype/],
    [{ i: { kind: 'some', dtype: 'int64' } }, /'fixed'/],
    [{ i: { kind: 'fixed', dtype: 'int64', size: 1 } }, /"size"/],
    [{ i: { kind: 'fixed', dtype: 'int64', shape: [-1] } }, /shape/],
    [{ i: { kind: 'fixed', dtype: 'int64', shape: [3], default: [1, 2] } }, /1 or 3 numbers as default/],
    [{ i: { kind: 'var', dtype: 'int64', default: 1 } }, /no default/],
    [{ i: { kind: 'fixed', dtype: 'string', default: 1 } }, /a text as default/],
    [{ i: { kind: 'fixed', dtype: 'string', shape: [2] } }, /no shape/],
  ]
  it.each(portion(wrong, 2))('refuses %j', async (given, text) => {
    writeFileSync('0.tfrecord', one(1))
    const error = await refusal({ features: given as Features })
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toMatch(text)
  })

  it('gives an object of outputs, in imperative mode too', async () => {
    writeFileSync('0.tfrecord', record(example({ z: { ints: [1] }, a: { floats: [2] } })))
    const asked = { z: { kind: 'fixed', dtype: 'int64' }, a: { kind: 'fixed', dtype: 'float32' } } as const
    const define = pipelineDef({ batchSize: 1 }, () => {
      const { z, a } = fn.readers.tfrecord({ path: '0.tfrecord', features: asked })
      return { z, a }
    })
    await using pipe = define()
    for await (const { z, a } of pipe) expect([z.dtype, a.dtype]).toEqual(['int64', 'float32'])
    await using reader = nd.readers.tfrecord({ path: '0.tfrecord', features: asked })
    for await (const { z, a } of reader.nextEpoch({ batchSize: 1 }))
      expect([z!.dtype, a!.dtype]).toEqual(['int64', 'float32'])
  })
})

it('says the dtypes that a run gives', () => {
  const asked = {
    z: { kind: 'fixed', dtype: 'int64' },
    a: { kind: 'var', dtype: 'float32' },
    m: { kind: 'fixed', dtype: 'string' },
  } as const
  const { nodes } = recorded(() => Object.values(fn.readers.tfrecord({ path: 'x', features: asked })))
  const said = [0, 1, 2].map((output) => knownDtype({ node: 0, output }, (id) => nodes[id], schemas))
  // Outputs are in the order of their names.
  expect(said).toEqual(['float32', 'uint8', 'int64'])
})

const values: fc.Arbitrary<Values> = fc.oneof(
  fc.record({ ints: fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { maxLength: 300 }) }),
  fc.record({ floats: fc.array(fc.float({ noNaN: true }), { maxLength: 300 }) }),
  fc.record({ bytes: fc.uint8Array({ maxLength: 1500 }).map((bytes) => [bytes]) }),
)

/** What a feature of that name gives. */
function model(given: Values | undefined, dtype: 'int64' | 'float32' | 'string'): Output | 'bad' {
  const empty = typed(new Uint8Array(), [0], dtype === 'string' ? 'uint8' : dtype)
  if (!given) return empty
  const own = 'ints' in given ? 'int64' : 'floats' in given ? 'float32' : 'string'
  if (own !== dtype) return 'bad'
  if ('ints' in given) return typed(BigInt64Array.from(given.ints.map(BigInt)))
  if ('floats' in given) return typed(Float32Array.from(given.floats), undefined, 'float32')
  return typed(Buffer.from(given.bytes[0]!), undefined, 'uint8')
}

it('gives what a model of the format gives', async () => {
  const names = ['a', 'b', 'longer name']
  const records = fc.array(fc.dictionary(fc.constantFrom(...names, 'other'), values), { minLength: 1, maxLength: 8 })
  const dtypes = fc.array(fc.constantFrom('int64', 'float32', 'string'), { minLength: 3, maxLength: 3 })
  const property = fc.asyncProperty(records, dtypes, fc.boolean(), async (list, kinds, dontUseMmap) => {
    writeFileSync('0.tfrecord', Buffer.concat(list.map((one) => record(example(one)))))
    const asked = Object.fromEntries(names.map((name, i) => [name, { kind: 'var' as const, dtype: kinds[i]! }]))
    const expected = list.map((one) => names.map((name, i) => model(one[name], kinds[i] as 'int64')))
    const good = expected.filter((sample) => !sample.includes('bad'))
    const got = await read({ features: asked, dontUseMmap }, 'skip').catch((error: { code?: string }) => error.code)
    // An epoch may end with an error when no sample is good.
    if (good.length || got !== 'BAD_SAMPLE') expect(got).toEqual(good)
  })
  await check(150, 5, property, 8)
})

const readSet: ReadSet = (size, options, shift) => {
  const records = Array.from({ length: size }, (_, i) =>
    record(example({ i: { ints: [i] }, data: { bytes: [Buffer.alloc((i * 37 + shift) % 900, i)] } })),
  )
  writeFileSync('set.tfrecord', Buffer.concat(records))
  const asked = { i: { kind: 'fixed', dtype: 'int64' }, data: { kind: 'fixed', dtype: 'string' } } as const
  return Object.values(
    fn.readers.tfrecord({ path: join(folder, 'set.tfrecord'), features: asked, ...options }),
  ) as DataNode[]
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))
