// readers.mxNet: records of every kind against what DALI read from them, what is refused and in which words, files that
// are damaged, and random records.
// @module-tag property
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { fn, type PipelineError } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothWays, check, portion } from '../util/soak.js'
import { eachOnce, epochOf, goesOn, type Output, type ReadSet, refusesChanged } from './containers.js'
import { image, record } from './record-io.js'

interface Case {
  name: string
  files: string[]
  index: string
  samples: Output[][] | null
}

interface Args {
  path?: string | string[]
  indexPath?: string | string[]
  dontUseMmap?: boolean
}

const golden = JSON.parse(readFileSync(new URL('./golden/mxnet.json', import.meta.url), 'utf8')) as { cases: Case[] }

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-mxnet-'))
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

const readAll = ({ path = '0.rec', ...args }: Args, onError?: 'throw' | 'skip') =>
  epochOf(() => fn.readers.mxNet({ path, ...args }), onError)
const read = async (args: Args, onError: 'throw' | 'skip' = 'throw') => (await readAll(args, onError)).samples

async function refusal(args: Args): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'readers.mxNet', hint: expect.stringMatching(/.{10}/) })
  return error as PipelineError
}

const sample = (labels: readonly number[], data: Uint8Array): Output[] => [
  ['uint8', [data.length], Buffer.from(data).toString('base64')],
  ['float32', [labels.length], Buffer.from(Float32Array.from(labels).buffer).toString('base64')],
]

/** Writes the files of a case; returns the arguments without an index. */
function files(one: Case): { path: string[] } {
  writeFileSync('0.idx', one.index)
  for (const [i, data] of one.files.entries()) writeFileSync(`${i}.rec`, Buffer.from(data, 'base64'))
  return { path: one.files.map((_, i) => `${i}.rec`) }
}

const photo = Buffer.from(Array.from({ length: 801 }, (_, i) => (i * 7) % 251))

/** Cases in which the two differ on purpose: docs/data/mxnet.md lists them. A text is a code. */
const differs: Record<string, Output[][] | string> = {
  // DALI ends with an error where the magic number lies among the labels.
  'split among the labels': [
    sample([1, Buffer.from([0x0a, 0x23, 0xd7, 0xce]).readFloatLE(), 3], photo.subarray(0, 40)),
    sample([2], Buffer.from('next')),
  ],
  // DALI ends an index at the first word that is no number.
  'an index with words': [sample([3], photo), sample([-1.5], Buffer.alloc(0)), sample([0], Buffer.from('abc'))],
  'an empty index': 'EMPTY_DATASET',
  'an index beyond the file': 'FILE_UNREADABLE',
}
/** The index of these does not say what the file says. */
const own = new Set([
  'an index in another order',
  'an index of some records',
  'an index with a record twice',
  'an empty index',
  'an index beyond the file',
  'a magic number is wrong',
  'cut off in data',
])

describe('DALI', () => {
  const numbered = bothWays(golden.cases).map(([one, other]) => [one.name, one, other] as const)
  it.each(numbered)('agrees: %s', async (name, one, other) => {
    const expected = differs[name] ?? one.samples ?? 'BAD_SAMPLE'
    const { path } = files(one)
    if (typeof expected === 'string') {
      expect((await refusal({ path, indexPath: '0.idx' })).code).toBe(expected)
      return
    }
    const found = await readAll({ path, indexPath: '0.idx', dontUseMmap: other })
    expect(found.samples).toEqual(expected)
    if (!own.has(name)) expect(await readAll({ path })).toEqual(found)
  })
})

const one = (label: number) => record(image(label, Buffer.from([label]), label))
const labels = async (args: Args, onError: 'throw' | 'skip' = 'throw') =>
  (await read(args, onError)).map(([, label]) => Buffer.from(label![2], 'base64').readFloatLE())
const indexOf = (...offsets: number[]) => offsets.map((offset, i) => `${i}\t${offset}\n`).join('')

describe('files that are damaged', () => {
  it('names the file and the offset where records are listed', async () => {
    const bytes = Buffer.concat([one(1), one(2)])
    bytes.writeUInt8(0, one(1).length)
    writeFileSync('0.rec', bytes)
    const error = await refusal({})
    expect(error.code).toBe('FILE_UNREADABLE')
    expect(error.message).toContain(`'0.rec' is damaged at offset ${one(1).length}: there is no magic number`)
  })

  it('with an index reads the records beside a damaged one', async () => {
    const bytes = Buffer.concat([one(1), one(2), one(3)])
    bytes.writeUInt8(0, one(1).length)
    writeFileSync('0.rec', bytes)
    writeFileSync('0.idx', indexOf(0, one(1).length, 2 * one(1).length))
    expect(await labels({ indexPath: '0.idx' }, 'skip')).toEqual([1, 3])
    const error = await refusal({ indexPath: '0.idx' })
    expect(error.code).toBe('BAD_SAMPLE')
    expect(error.message).toContain(`0.rec:${one(1).length}`)
  })

  it.each([1, 5, one(3).length - 8, one(3).length - 2])('skips a last record that lacks %i bytes', async (less) => {
    writeFileSync('0.rec', Buffer.concat([one(1), one(2), one(3)]).subarray(0, -less))
    // A record of one byte is padded with three.
    expect(await labels({}, 'skip')).toEqual(less < 4 ? [1, 2, 3] : [1, 2])
  })

  it('skips a split record whose end is missing', async () => {
    const split = record(image(3, Buffer.concat([photo.subarray(0, 8), Buffer.from([10, 0x23, 0xd7, 0xce]), photo])))
    writeFileSync('0.rec', Buffer.concat([one(1), split.subarray(0, 48)]))
    expect(await labels({}, 'skip')).toEqual([1])
  })

  it('refuses parts of a record in a wrong order', async () => {
    const middle = one(1)
    middle.writeUInt8(middle[7]! | 0x40, 7)
    writeFileSync('0.rec', Buffer.concat([one(1), middle]))
    expect((await refusal({})).message).toContain(`damaged at offset ${middle.length}: this is another part`)
  })

  it.each([
    ['more labels than bytes', 0x3fffffff],
    ['labels of 16 GiB', 0xffffffff],
  ])('finds a header of %s', async (_, flag) => {
    const bad = one(2)
    bad.writeUInt32LE(flag, 8)
    writeFileSync('0.rec', Buffer.concat([one(1), bad, one(3)]))
    const error = await refusal({})
    expect(error.code).toBe('BAD_SAMPLE')
    expect(error.message).toContain(`its header gives ${flag} labels, but the record 2`)
    expect(await labels({}, 'skip')).toEqual([1, 3])
  })

  it('finds a record without a header', async () => {
    writeFileSync('0.rec', Buffer.concat([record(Buffer.alloc(23)), one(3)]))
    expect((await refusal({})).message).toContain('a record of 23 bytes has no header of 24')
  })
})

describe('arguments', () => {
  it('takes an index for each file, or one for all', async () => {
    writeFileSync('0.rec', Buffer.concat([one(1), one(2)]))
    writeFileSync('1.rec', Buffer.concat([one(3), one(4)]))
    const next = one(1).length
    writeFileSync('0.idx', indexOf(next))
    writeFileSync('1.idx', indexOf(0))
    expect(await labels({ path: ['0.rec', '1.rec'], indexPath: ['0.idx', '1.idx'] })).toEqual([2, 3])
    writeFileSync('0.idx', indexOf(next, 3 * next))
    // A record lasts up to the next one that the index names.
    expect(await labels({ path: ['0.rec', '1.rec'], indexPath: '0.idx' })).toEqual([2, 4])
  })

  const wrong: [Args, string, string][] = [
    [{ path: [] }, 'INVALID_ARGUMENT', 'at least one path'],
    [{ path: '' }, 'INVALID_ARGUMENT', "Expected a path for path[0] but received ''"],
    [{ path: ['a', 'b', 'c'], indexPath: ['a', 'b'] }, 'INVALID_ARGUMENT', 'Expected 3 values for indexPath'],
    [{ path: 'none.rec' }, 'FILE_NOT_FOUND', "Expected a RecordIO file for path but 'none.rec' does not exist"],
    [{ indexPath: 'none.idx' }, 'FILE_NOT_FOUND', "Expected an index of im2rec for indexPath but 'none.idx'"],
    [{ indexPath: 'bad.idx' }, 'INVALID_ARGUMENT', "line 2 of 'bad.idx' has another form"],
    [{ path: 'empty.rec' }, 'EMPTY_DATASET', "Expected records in 'empty.rec' but found none"],
  ]
  it.each(portion(wrong, 2))('refuses %j', async (args, code, text) => {
    writeFileSync('0.rec', one(1))
    writeFileSync('bad.idx', '0\t0\n1 2 3\n')
    writeFileSync('empty.rec', '')
    const error = await refusal(args)
    expect(error.code).toBe(code)
    expect(error.message).toContain(text)
  })

  it('reads in imperative mode', async () => {
    writeFileSync('0.rec', Buffer.concat([one(1), one(2)]))
    await using reader = nd.readers.mxNet({ path: '0.rec' })
    const seen: number[] = []
    for await (const [, label] of reader.nextEpoch({ batchSize: 2 })) seen.push(label.length)
    expect(seen).toEqual([2])
  })
})

it('gives what a model of the format gives', async () => {
  const word = fc.oneof(
    { weight: 2, arbitrary: fc.constant([0x0a, 0x23, 0xd7, 0xce]) },
    fc.uint8Array({ maxLength: 9 }),
  )
  const data = fc.array(word, { maxLength: 12 }).map((words) => Buffer.from(words.flatMap((w) => [...w])))
  const given = fc.oneof(fc.float({ noNaN: true }), fc.array(fc.float({ noNaN: true }), { minLength: 1, maxLength: 5 }))
  const list = fc.array(fc.tuple(given, data), { minLength: 1, maxLength: 8 })
  const property = fc.asyncProperty(list, fc.boolean(), async (records, dontUseMmap) => {
    writeFileSync('0.rec', Buffer.concat(records.map(([label, bytes]) => record(image(label, bytes)))))
    expect(await read({ dontUseMmap })).toEqual(records.map(([label, bytes]) => sample([label].flat(), bytes)))
  })
  await check(150, 5, property, 8)
})

const readSet: ReadSet = (size, options, shift) => {
  const records = Array.from({ length: size }, (_, i) => record(image(i, Buffer.alloc((i * 37 + shift) % 900, i))))
  writeFileSync('set.rec', Buffer.concat(records))
  return fn.readers.mxNet({ path: join(folder, 'set.rec'), ...options })
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))
