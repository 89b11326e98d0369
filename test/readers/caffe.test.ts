// readers.caffe: records of every kind against what DALI read from them, what is refused and in which words, and random
// records.
// @module-tag property
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { fn, type PipelineError } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothWays, check } from '../util/soak.js'
import { datum } from './caffe.js'
import { eachOnce, epochOf, goesOn, type Output, type ReadSet, refusesChanged } from './containers.js'
import { lmdb } from './lmdb.js'

interface Args {
  path?: string
  imageAvailable?: boolean
  labelAvailable?: boolean
  dontUseMmap?: boolean
}

interface Case {
  name: string
  records: string[]
  args: Args
  samples: Output[][] | null
  sources: string[] | null
}

const golden = JSON.parse(readFileSync(new URL('./golden/caffe.json', import.meta.url), 'utf8')) as { cases: Case[] }

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-caffe-'))
  process.chdir(folder)
  mkdirSync('set')
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

const write = (records: readonly Uint8Array[], path = 'set') =>
  writeFileSync(
    join(path, 'data.mdb'),
    lmdb(records.map((record, i) => [Buffer.from(String(i).padStart(8, '0')), record])),
  )

const read = ({ path = 'set', ...args }: Args = {}, onError?: 'skip') =>
  epochOf(() => fn.readers.caffe({ path, ...args }), onError)

async function refusal(args: Args = {}): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'readers.caffe', hint: expect.stringMatching(/.{10}/) })
  return error as PipelineError
}

describe('DALI', () => {
  const numbered = bothWays(golden.cases).map(([one, other]) => [one.name, one, other] as const)
  it.each(numbered)('agrees: %s', async (_, { records, args, ...expected }, dontUseMmap) => {
    write(records.map((record) => Buffer.from(record, 'base64')))
    if (!expected.samples) {
      expect((await refusal(args)).code).toBe('BAD_SAMPLE')
      return
    }
    // DALI gives the source to images only.
    const sources = expected.sources!.map((source, i) => source || `set at key 0000000${i}`)
    expect(await read({ ...args, dontUseMmap })).toEqual({ samples: expected.samples, sources })
  })
})

const image = (data: Uint8Array, label: number): Output[] => [
  ['uint8', [data.length], Buffer.from(data).toString('base64')],
  ['int32', [1], Buffer.from(Int32Array.of(label).buffer).toString('base64')],
]

describe('wrong data', () => {
  it('names path, key and byte, and skips the record', async () => {
    write([
      datum({ data: Buffer.from('a'), label: 1 }),
      Buffer.from([0xff]),
      datum({ data: Buffer.from('b'), label: 2 }),
    ])
    const error = await refusal()
    expect(error.code).toBe('BAD_SAMPLE')
    expect(error.message).toContain('set at key 00000001')
    expect(error.message).toContain('Expected a Datum of Caffe but at byte 0 of the record a number is cut off')
    const { samples } = await read({}, 'skip')
    expect(samples).toEqual([image(Buffer.from('a'), 1), image(Buffer.from('b'), 2)])
  })

  it.each([
    [{ channels: 3, height: 2, width: 2 }, 'a raw image of 2 x 2 x 3 has 5 bytes'],
    [{ channels: -1, height: -5, width: 1 }, 'a raw image of -5 x 1 x -1 has 5 bytes'],
    [{ channels: 2 ** 31 - 1, height: 2 ** 31 - 1, width: 2 ** 31 - 1 }, 'has 5 bytes'],
  ])('refuses a raw image with the extents %j', async (extents, text) => {
    write([datum({ ...extents, data: Buffer.alloc(5), encoded: false })])
    const error = await refusal()
    expect(error.code).toBe('BAD_SAMPLE')
    expect(error.message).toContain(text)
  })

  it('refuses a reader without outputs', () => {
    const none = { path: 'set', imageAvailable: false, labelAvailable: false } as const
    expect(() => nd.readers.caffe(none)).toThrow('Expected at least one output')
  })
})

it('gives labels alone in imperative mode', async () => {
  write([datum({ data: Buffer.from('a'), label: 1 }), datum({ label: 2 })])
  await using reader = nd.readers.caffe({ path: 'set', imageAvailable: false, batchSize: 2 })
  for await (const [labels, ...rest] of reader.nextEpoch()) {
    expect(rest).toEqual([])
    expect(await labels.at(1).data()).toEqual(Int32Array.of(2))
  }
})

it('gives what a model of the format gives', async () => {
  const one = fc.record({ data: fc.uint8Array({ maxLength: 3000 }), label: fc.integer() })
  const property = fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 30 }), async (records) => {
    write(records.map((record) => datum({ ...record, encoded: true })))
    expect((await read()).samples).toEqual(records.map(({ data, label }) => image(data, label)))
  })
  await check(100, 5, property, 8)
})

const readSet: ReadSet = (size, options, shift) => {
  mkdirSync('own', { recursive: true })
  write(
    Array.from({ length: size }, (_, i) => datum({ data: Buffer.alloc((i * 337 + shift) % 5000, i), label: i })),
    'own',
  )
  return fn.readers.caffe({ path: join(folder, 'own'), ...options })
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))
