// readers.lmdb: files of every kind against what the reference library read from them, pages that are damaged or form
// a cycle, databases by name, and random entries.
// @module-tag property
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothWays, check, portion } from '../util/soak.js'
import { eachOnce, goesOn, type ReadSet, refusesChanged } from './containers.js'
import { lmdb } from './lmdb.js'

interface Case {
  name: string
  database: string
  file: string
  entries: number
  sha256: string
}

interface Args {
  path?: string | string[]
  database?: string
  dontUseMmap?: boolean
}

const golden = JSON.parse(readFileSync(new URL('./golden/lmdb.json', import.meta.url), 'utf8')) as { cases: Case[] }
const fileOf = (name: string) => inflateSync(Buffer.from(golden.cases.find((c) => c.name === name)!.file, 'base64'))

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-lmdb-'))
  process.chdir(folder)
  mkdirSync('db')
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

const write = (data: Uint8Array) => writeFileSync('db/data.mdb', data)

/** All entries of an epoch, and their sources. */
async function read({ path = 'db', ...args }: Args = {}, onError: 'throw' | 'skip' = 'throw') {
  const define = () => fn.readers.lmdb({ path, outputKeys: true, ...args })
  await using pipe = pipelineDef({ batchSize: 64, onError }, define)()
  const entries: [key: Buffer, value: Buffer][] = []
  const sources: string[] = []
  for await (const [values, keys] of pipe) {
    for (let i = 0; i < values.length; i++) {
      sources.push(values.sourceInfo(i).source)
      entries.push([Buffer.from(keys.at(i).dataSync()), Buffer.from(values.at(i).dataSync())])
    }
  }
  return { entries, sources }
}

async function refusal(args: Args = {}): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'readers.lmdb', hint: expect.stringMatching(/.{10}/) })
  return error as PipelineError
}

function digest(entries: readonly (readonly Buffer[])[]): string {
  const sum = createHash('sha256')
  const length = Buffer.alloc(4)
  for (const text of entries.flat()) {
    length.writeUInt32LE(text.length)
    sum.update(length).update(text)
  }
  return sum.digest('hex')
}

describe('the reference library', () => {
  const numbered = bothWays(golden.cases).map(([one, other]) => [one.name, one, other] as const)
  it.each(numbered)('agrees: %s', async (_, { database, file, ...expected }, other) => {
    write(inflateSync(Buffer.from(file, 'base64')))
    const { entries } = await read(other ? { database, path: 'db/data.mdb', dontUseMmap: true } : { database })
    expect({ entries: entries.length, sha256: digest(entries) }).toMatchObject({
      entries: expected.entries,
      sha256: expected.sha256,
    })
  })
})

describe('sources', () => {
  it('are the path and the key, in hexadecimal digits where it is no text', async () => {
    write(fileOf('keys that are no text'))
    const { sources } = await read({ path: ['db', 'db/data.mdb'] })
    expect(sources).toEqual([
      ...['db at key 0x0a', 'db at key 0x610062', 'db at key \ufffd\ufffd'],
      ...['db/data.mdb at key 0x0a', 'db/data.mdb at key 0x610062', 'db/data.mdb at key \ufffd\ufffd'],
    ])
  })
})

const some = (count: number, size: number) =>
  lmdb(Array.from({ length: count }, (_, i) => [Buffer.from(String(1000 + i)), Buffer.alloc(size, i + 1)]))
const names = (count: number) => Array.from({ length: count }, (_, i) => String(1000 + i))

const uneven = [1500, ...Array<number>(60).fill(9)].map(
  (size, i) => [Buffer.from(String(1000 + i)), Buffer.alloc(size, i)] as const,
)

/** Changes bytes of a file of one leaf page (page 2), or of a root (the last page) above leaf pages. */
const damages: [name: string, data: () => Buffer, text: string | RegExp][] = [
  ['another file', () => Buffer.alloc(9000, 7), "'db' is damaged at offset 0: it does not begin with a meta page"],
  ['an empty file', () => Buffer.alloc(0), 'it does not begin with a meta page of LMDB'],
  ['another version', () => patch(some(3, 9), (b) => b.writeUInt32LE(2, 20)), 'it has version 2 of LMDB'],
  [
    'a root beyond the file',
    () => patch(some(3, 9), (b) => b.writeBigUInt64LE(2n ** 40n, 4096 + 128)),
    'it leads to page 1099511627776, and the file has 3',
  ],
  ['a tree of 40 levels', () => patch(some(3, 9), (b) => b.writeUInt16LE(40, 4096 + 94)), 'a tree has no valid depth'],
  [
    'fewer entries than the root says',
    () => patch(some(3, 9), (b) => b.writeUInt32LE(9, 4096 + 120)),
    'where 9 are due',
  ],
  [
    'a page of another number',
    () => patch(some(3, 9), (b) => b.writeUInt32LE(7, 8192)),
    /offset 8192: a page has another/,
  ],
  ['a page of another kind', () => patch(some(3, 9), (b) => b.writeUInt16LE(4, 8192 + 10)), 'a page of another kind'],
  ['a page of 3000 entries', () => patch(some(3, 9), (b) => b.writeUInt16LE(6016, 8192 + 12)), 'no valid number'],
  ['an entry in the head', () => patch(some(3, 9), (b) => b.writeUInt16LE(8, 8192 + 16)), 'outside of its page'],
  ['an entry at the end', () => patch(some(3, 9), (b) => b.writeUInt16LE(4092, 8192 + 16)), 'outside of its page'],
  [
    'a key of 60000 bytes',
    () => patch(some(3, 9), (b) => b.writeUInt16LE(60000, at(b, 8192) + 6)),
    'longer than its page',
  ],
  [
    'a value of 4 GiB',
    () => patch(some(3, 9), (b) => b.writeUInt32LE(2 ** 32 - 1, at(b, 8192))),
    'longer than its page',
  ],
  ['a value at a page beyond the file', () => patch(some(3, 3000), beyond), /value of key 1000 is at page 999/],
  ['a cycle', () => patch(some(900, 9), (b) => toPage(b, b.readUInt32LE(4096 + 128))), 'is in the tree already'],
  ['a leaf page twice', () => patch(some(900, 9), (b) => toPage(b, 3)), 'page 3 is in the tree already'],
  [
    'entries that overlap',
    () => patch(lmdb(uneven), (b) => repeat(b, 8192)),
    'offset 8192: the entries of a page overlap',
  ],
  ['values that share their pages', () => patch(some(3, 3000), shared), 'page 2 is in the tree already'],
  [
    'a long key of many values',
    () => patch(lmdb([[Buffer.alloc(512, 1), Buffer.alloc(99)]]), (b) => b.writeUInt16LE(4, at(b, 8192) + 4)),
    'a key of 512 bytes has several values, and one of at most 511 can',
  ],
  ['a meta page in the tree', () => patch(some(900, 9), (b) => toPage(b, 0)), 'a page of another kind'],
]
function patch(data: Buffer, change: (data: Buffer) => void): Buffer {
  change(data)
  return data
}
/** The place of the first entry of a page. */
const at = (data: Buffer, page: number) => page + data.readUInt16LE(page + 16)
/** Gives the first entry of the root another child. */
const toPage = (data: Buffer, page: number) => data.writeUInt32LE(page, at(data, 4096 * data.readUInt32LE(4096 + 128)))
/** Gives all entries of a page the place of the first. */
function repeat(data: Buffer, page: number): void {
  for (let i = 16; i < data.readUInt16LE(page + 12); i += 2) data.writeUInt16LE(data.readUInt16LE(page + 16), page + i)
}
/** Gives the second value the pages of the first. */
function shared(data: Buffer): void {
  const page = 4096 * data.readUInt32LE(4096 + 128)
  const [first, second] = [16, 18].map((i) => page + data.readUInt16LE(page + i) + 12)
  data.writeUInt32LE(data.readUInt32LE(first!), second!)
}
function beyond(data: Buffer): void {
  const entry = at(data, 4096 * data.readUInt32LE(4096 + 128))
  data.writeUInt32LE(999, entry + 8 + 4)
}

describe('files that are damaged', () => {
  it.each(portion(damages, 3))('names file and offset: %s', async (_, data, text) => {
    write(data())
    const error = await refusal()
    expect(error.code).toBe('FILE_UNREADABLE')
    if (typeof text === 'string') expect(error.message).toContain(text)
    else expect(error.message).toMatch(text)
  })

  it('takes the older commit where the newer one is cut off', async () => {
    const data = fileOf('several commits')
    const newer = data.readUInt32LE(144) > data.readUInt32LE(4096 + 144) ? 0 : 4096
    expect(newer).toBe(4096)
    write(patch(data, (b) => b.fill(0, newer, newer + 160)))
    // The pages of the older commit are still there.
    expect((await read()).entries.length).toBeGreaterThan(2)
  })

  it('skips values whose pages are not theirs any more', async () => {
    const data = some(3, 3000)
    data.writeUInt32LE(77, 8192)
    write(data)
    expect((await read({}, 'skip')).entries.map(([key]) => String(key))).toEqual(['1001', '1002'])
    const error = await refusal()
    expect(error.code).toBe('BAD_SAMPLE')
    expect(error.message).toContain('db at key 1000')
  })

  it('skips values after the end of a file that was cut off after it was listed', async () => {
    write(some(300, 900))
    const define = () => fn.readers.lmdb({ path: 'db', outputKeys: true })
    await using pipe = pipelineDef({ batchSize: 50, onError: 'skip', prefetchQueueDepth: 1 }, define)()
    await pipe.build()
    truncateSync('db/data.mdb', 40960)
    let count = 0
    for await (const [values] of pipe) count += values.length
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(300)
  })
})

describe('arguments', () => {
  it('reads a named database, and names those that there are', async () => {
    write(fileOf('a named database'))
    expect((await read({ database: 'train' })).entries.length).toBe(80)
    const error = await refusal({ database: 'test' })
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toContain("Expected the name of a database for database but 'db' has no 'test'")
    expect(error.hint).toBe("It has 'train'")
    const main = await refusal()
    expect(main.code).toBe('EMPTY_DATASET')
    expect(main.hint).toContain("Give database the name of one: 'train'")
  })

  const wrong: [Args, string, string][] = [
    [{ path: [] }, 'INVALID_ARGUMENT', 'at least one path'],
    [{ path: '' }, 'INVALID_ARGUMENT', "Expected a path for path[0] but received ''"],
    [{ path: 'none' }, 'FILE_NOT_FOUND', "Expected an LMDB database for path but 'none' does not exist"],
    [{ path: 'empty' }, 'FILE_NOT_FOUND', "Expected an LMDB database for path but 'empty/data.mdb' does not exist"],
    [{ path: '/dev/null' }, 'INVALID_ARGUMENT', "Expected an LMDB database for path but '/dev/null' is not a file"],
    [{}, 'EMPTY_DATASET', "Expected values in 'db' but found none"],
  ]
  it.each(portion(wrong, 2))('refuses %j', async (args, code, text) => {
    write(lmdb([]))
    mkdirSync('empty', { recursive: true })
    const error = await refusal(args)
    expect(error.code).toBe(code)
    expect(error.message).toContain(text)
  })

  it('gives values alone without outputKeys', async () => {
    write(some(3, 9))
    await using pipe = pipelineDef({ batchSize: 3 }, () => fn.readers.lmdb({ path: 'db' }))()
    for await (const batch of pipe) expect(batch.length).toBe(1)
  })

  it('reads in imperative mode, with keys and without', async () => {
    write(some(3, 9))
    await using both = nd.readers.lmdb({ path: ['db'], outputKeys: true, batchSize: 2 })
    const keys: string[] = []
    for await (const [value, key] of both.nextEpoch()) {
      expect(value.length).toBe(key.length)
      keys.push(
        ...(await Promise.all(Array.from(key, async (one) => String(Buffer.from((await one.data()) as Uint8Array))))),
      )
    }
    expect(keys).toEqual(names(3))
    await using one = nd.readers.lmdb({ path: 'db' })
    for await (const item of one.nextEpoch()) expect(item.length).toBe(1)
  })
})

it('gives what a model of the format gives', async () => {
  const key = fc.uint8Array({ minLength: 1, maxLength: 400 })
  const value = fc.oneof({ weight: 3, arbitrary: fc.nat(60) }, fc.nat(9000))
  const list = fc.uniqueArray(fc.tuple(key, value), {
    maxLength: 150,
    selector: ([k]) => Buffer.from(k).toString('hex'),
  })
  const size = fc.constantFrom(1024, 4096, 32768)
  const property = fc.asyncProperty(list, size, fc.boolean(), async (drawn, pageSize, dontUseMmap) => {
    const entries = drawn
      .map(([k, bytes], i) => [Buffer.from(k), Buffer.alloc(bytes, i + 1)] as const)
      .sort(([a], [b]) => Buffer.compare(a, b))
    const kept = entries.filter(([k]) => k.length < pageSize / 4)
    if (!kept.length) return
    write(lmdb(kept, pageSize))
    expect((await read({ dontUseMmap })).entries).toEqual(kept)
  })
  await check(100, 6, property, 8)
})

const readSet: ReadSet = (size, options, shift) => {
  mkdirSync('set', { recursive: true })
  const entries = Array.from({ length: size }, (_, i) => [
    Buffer.from(`k${100 + i}`),
    Buffer.alloc((i * 337 + shift) % 5000, i),
  ])
  writeFileSync('set/data.mdb', lmdb(entries as never))
  return fn.readers.lmdb({ path: join(folder, 'set'), ...options })
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))
