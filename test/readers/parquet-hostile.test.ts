// readers.parquet with files that lie: what does not fit together is refused, and what a file claims beyond its own bytes
// is limited by arguments.
// @module-tag shared
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../util/files.js'
import { list } from './parquet.js'
import { chunk, element, fields, file, group, levels, listOf, page, schema, word } from './parquet-hostile.js'
import { varint } from './protobuf.js'

type Options = Parameters<typeof fn.readers.parquet>[0]

const folder = tempFolder()
const path = join(folder, 'a.parquet')

async function read(bytes: Buffer | readonly Buffer[], options: Partial<Options> = {}): Promise<number[][]> {
  const files = (Array.isArray(bytes) ? bytes : [bytes]).map((one: Buffer, i) => {
    const name = `${path}${i || ''}`
    writeFileSync(name, one)
    return name
  })
  const given = { path: files, columns: { a: { dtype: 'int32' } }, ...options } as Options
  await using pipe = pipelineDef({ batchSize: 4 }, () => [fn.readers.parquet(given).a!])()
  const rows: number[][] = []
  for await (const [batch] of pipe) for (const one of batch!) rows.push([...(one.dataSync() as Int32Array)])
  return rows
}

const numbers = page(4, word(1, 2, 3, 4))
const sound = chunk({ type: 1, values: 4, size: numbers.length, at: 4 })
const groups = listOf([group(4, sound)])
const rowsOf = [[1], [2], [3], [4]]
const dictionary = page(1, word(7), { kind: 2 })
/** Rows of one page that repeats the only entry of its dictionary, or of one row that is a list of it. */
const repeated = (count: number, asList: boolean) => {
  const body = asList ? [levels([0, 1], [1, count - 1]), levels([1, count]), Buffer.of(0)] : [Buffer.of(0)]
  const data = page(count, Buffer.concat(body), { encoding: 8 })
  const size = dictionary.length + data.length
  const own = chunk({ type: 1, values: count, size, at: 4 + dictionary.length, dictionary: 4 })
  return file([dictionary, data], [2, schema(1, asList ? 2 : 0)], [4, listOf([group(asList ? 1 : count, own)])])
}
const sizes = (pages: readonly Buffer[]) => pages.reduce((sum, one) => sum + one.length, 0)
/** A file of these pages in one chunk. */
const paged = (pages: readonly Buffer[], values: number, codec = 0, type = 1, length = 0) =>
  file(
    pages,
    [2, schema(type, 0, length)],
    [4, listOf([group(values, chunk({ type, values, size: sizes(pages), at: 4, codec }))])],
  )
/** A number with its sign in the lowest bit. */
const zigzag = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value)
/** `count` numbers as differences: the first one, and then each by `step` more. */
const steps = (count: number, first: number, step: number) =>
  Buffer.concat([
    varint(128),
    varint(4),
    varint(count),
    zigzag(first),
    ...Array.from({ length: Math.ceil((count - 1) / 128) }, () => Buffer.concat([zigzag(step), Buffer.alloc(4)])),
  ])

describe('metadata', () => {
  it('may have its fields in any order', async () => {
    expect(await read(file([numbers], [4, groups], [2, schema()]))).toEqual(rowsOf)
  })

  const twice = [sound, sound]
  const wide = page(500, Buffer.alloc(2000))
  const whole = chunk({ type: 1, values: 500, size: wide.length, at: 4 })
  const two = list([element('schema', { children: 2 }), ...['a', 'b'].map((name) => element(name, { type: 1 }))])
  const lying: [string, Buffer, string][] = [
    [
      'groups without columns, in front of the schema',
      file([numbers], [4, listOf([group(4)])], [2, schema()]),
      'list of columns',
    ],
    [
      'groups of more columns, in front of the schema',
      file([numbers], [4, listOf([group(4, ...twice)])], [2, schema()]),
      'has 2 columns and the schema 1',
    ],
    ['two schemas', file([numbers], [2, schema()], [4, groups], [2, two]), 'two schemas'],
    ['two lists of groups', file([numbers], [2, schema()], [4, groups], [4, groups]), 'two lists of row groups'],
    ['no schema', file([numbers], [4, groups]), 'no schema'],
    ['columns that overlap', file([wide], [2, schema()], [4, listOf(Array(9).fill(group(500, whole)))]), 'overlap'],
    [
      'an element without a name',
      file([numbers], [2, list([element('s', { children: 1 }), fields()])], [4, groups]),
      'without a name',
    ],
    [
      'more rows than values',
      file([numbers], [2, schema(1, 2)], [4, listOf([group(5, sound)])]),
      '4 values for 5 rows',
    ],
  ]
  it.each(lying)('is refused: %s', async (_, bytes, words) => {
    const error = await read(bytes).catch((e: PipelineError) => e)
    expect(error).toMatchObject({ code: 'FILE_UNREADABLE', message: expect.stringContaining(words) })
  })

  it('holds a long name of many columns once', async () => {
    const columns = Array.from({ length: 2000 }, (_, i) => element(`c${i}`, { type: 1 }))
    const outer = element(Buffer.alloc(100_000, 'N'), { children: columns.length })
    const chunks = columns.map(() => chunk({ type: 1, values: 0, size: 0, at: 4 }))
    const bytes = file(
      [numbers],
      [2, list([element('schema', { children: 1 }), outer, ...columns])],
      [4, listOf([group(0, ...chunks)])],
    )
    const error = await read(bytes).catch((e: PipelineError) => e)
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect((error as PipelineError).hint!.length).toBeLessThan(6000)
  })

  it('is at most so large', async () => {
    const error = await read(file([numbers], [2, schema()], [4, groups]), { maxMetadataBytes: 20 }).catch((e) => e)
    expect(error).toMatchObject({ code: 'FILE_UNREADABLE', hint: expect.stringContaining('Raise maxMetadataBytes') })
  })
})

describe('rows', () => {
  it('are at most maxRows, and eight for each byte of all files', async () => {
    const bytes = repeated(2000, false)
    const refused = { code: 'FILE_UNREADABLE', hint: expect.stringContaining('Raise maxRows') }
    const enough = 2000 - 8 * bytes.length
    expect(enough).toBeGreaterThan(1)
    expect(await read(bytes, { maxRows: enough })).toEqual(Array(2000).fill([7]))
    expect(await read(bytes, { maxRows: enough - 1 }).catch((e) => e)).toMatchObject(refused)
    expect(await read([bytes, bytes], { maxRows: 2 * enough - 1 }).catch((e) => e)).toMatchObject(refused)
  })
})

describe('pages', () => {
  it('are at most maxUnpackedBytes, beside twice their bytes', async () => {
    const bytes = repeated(10_000, true)
    expect(await read(bytes)).toEqual([Array(10_000).fill(7)])
    expect(await read(bytes, { maxUnpackedBytes: 0 })).toEqual([Array(10_000).fill(7)])
    // A text of 100 bytes for each text before it, and one byte more.
    const grown = Buffer.concat([steps(5000, 0, 1), steps(5000, 1, 0), Buffer.alloc(5000)])
    const claims: [Buffer, Partial<Options>][] = [
      [bytes, {}],
      [paged([page(10_000, gzipSync(Buffer.alloc(40_000)), { unpacked: 40_000 })], 10_000, 2), {}],
      [paged([page(5000, grown, { encoding: 7 })], 5000, 0, 6), { columns: { a: { dtype: 'string' } } }],
    ]
    for (const [file, options] of claims) {
      const error = await read(file, { ...options, maxUnpackedBytes: 10_000 }).catch((e) => e)
      expect(error).toMatchObject({ code: 'BAD_SAMPLE', hint: expect.stringContaining('Raise maxUnpackedBytes') })
    }
  })

  /** A frame of Zstandard that says its size, with one block of equal bytes. */
  const frame = (said: number, size: number) =>
    Buffer.concat([Buffer.from('28b52ffda0', 'hex'), word(said), word((size << 3) | 3).subarray(0, 3), Buffer.of(0)])
  const two = Buffer.concat([gzipSync(word(1, 2)), gzipSync(word(3, 4))])
  const squeezed: [string, number, Buffer, unknown][] = [
    ['a frame of Zstandard', 6, frame(16, 16), [[0], [0], [0], [0]]],
    ['a frame of Zstandard that is larger', 6, frame(1 << 30, 16), 'cannot be unpacked'],
    ['a frame of Zstandard that is smaller', 6, frame(12, 12), 'cannot be unpacked'],
    ['no frame of Zstandard', 6, word(1, 2), 'cannot be unpacked'],
    ['GZIP', 2, gzipSync(word(1, 2, 3, 4)), rowsOf],
    ['GZIP of two members', 2, two, rowsOf],
    ['GZIP that is smaller', 2, gzipSync(word(1, 2, 3)), 'cannot be unpacked'],
    ['GZIP that is larger', 2, gzipSync(word(1, 2, 3, 4, 5)), 'cannot be unpacked'],
    ['GZIP that is cut off', 2, two.subarray(0, -1), 'cannot be unpacked'],
    ['GZIP with more after it', 2, Buffer.concat([two, Buffer.of(1)]), 'cannot be unpacked'],
    ['Brotli', 4, brotliCompressSync(word(1, 2, 3, 4)), rowsOf],
    ['Brotli that is smaller', 4, brotliCompressSync(word(1, 2, 3)), 'cannot be unpacked'],
    ['Brotli that is larger', 4, brotliCompressSync(Buffer.alloc(1 << 20)), 'cannot be unpacked'],
    ['Brotli that is cut off', 4, brotliCompressSync(word(1, 2, 3, 4)).subarray(0, -1), 'cannot be unpacked'],
    ['a codec that is not read', 3, word(1, 2, 3, 4), 'has the codec LZO'],
  ]
  it.each(squeezed)('are unpacked: %s', async (_, codec, body, expected) => {
    const result = await read(paged([page(4, body, { unpacked: 16 })], 4, codec)).catch((e: PipelineError) => e)
    if (typeof expected !== 'string') return expect(result).toEqual(expected)
    const code = codec === 3 ? 'UNSUPPORTED' : 'BAD_SAMPLE'
    expect(result).toMatchObject({ code, message: expect.stringContaining(expected) })
  })

  /** The head of numbers as differences. */
  const head = (...numbers: number[]) => Buffer.concat(numbers.map(varint))
  const text: Partial<Options> = { columns: { a: { dtype: 'string' } } }
  const differences: [string, number, Buffer, string, Partial<Options>?][] = [
    ['other numbers than values', 5, steps(5, 1, 1), '5 numbers in place of 4'],
    ['blocks of no numbers', 5, head(0, 1, 4, 0), 'blocks of another size'],
    ['miniblocks that are no multiple of 32', 5, head(128, 8, 4, 0), 'blocks of another size'],
    ['differences of too many bits', 5, Buffer.concat([head(128, 1, 4, 0, 0), Buffer.alloc(600, 33)]), 'too many bits'],
    [
      'an end within a block',
      5,
      Buffer.concat([head(128, 1, 4, 0, 0), Buffer.of(32), word(1)]),
      'ends within its values',
    ],
    ['a negative length', 6, steps(4, -1, 0), 'negative length', text],
    ['texts beyond their bytes', 6, Buffer.concat([steps(4, 3, 0), word(1)]), 'ends within its values', text],
    [
      'more of the text before than it has',
      7,
      Buffer.concat([steps(4, 1, 0), steps(4, 1, 0), word(1)]),
      'than the one before',
      text,
    ],
  ]
  it.each(differences)('of differences are refused: %s', async (_, encoding, body, words, options) => {
    const bytes = paged([page(4, body, { encoding })], 4, 0, options ? 6 : 1)
    const error = await read(bytes, options).catch((e: PipelineError) => e)
    expect(error).toMatchObject({ code: 'BAD_SAMPLE', message: expect.stringContaining(words) })
  })

  it('may have levels that are BIT_PACKED, as old writers have them', async () => {
    // Repetitions 0 1 1 0, definitions 1 1 1 1: four bits each, the first one highest.
    const body = Buffer.concat([Buffer.of(0b0110_0000, 0b1111_0000), word(1, 2, 3, 4)])
    const data = page(4, body, { levels: 4 })
    const own = chunk({ type: 1, values: 4, size: data.length, at: 4, encodings: [0, 4] })
    expect(await read(file([data], [2, schema(1, 2)], [4, listOf([group(2, own)])]))).toEqual([[1, 2, 3], [4]])
  })

  it('of an encoding that is not read are refused when the file is opened', async () => {
    const data = page(4, word(1, 2, 3, 4), { encoding: 6 })
    const lists = chunk({ type: 1, values: 4, size: data.length, at: 4, encodings: [3, 6] })
    const asList = file([data], [2, schema(1, 2)], [4, listOf([group(4, lists)])])
    for (const bytes of [paged([data], 4), asList]) {
      writeFileSync(path, bytes)
      const given: Options = { path, columns: { a: { dtype: 'int32' } } }
      await using pipe = pipelineDef({ batchSize: 4 }, () => fn.readers.parquet(given).a!)()
      const error = await pipe.build().catch((e) => e)
      expect(error).toMatchObject({
        code: 'UNSUPPORTED',
        message: expect.stringMatching(/columns\.a but .* has the encoding DELTA_LENGTH_BYTE_ARRAY/),
        hint: expect.stringContaining("column_encoding={'a': 'PLAIN'}"),
      })
    }
  })

  it('of lists that say that they are too large are refused when the file is opened', async () => {
    const own = chunk({ type: 1, values: 4, size: numbers.length, at: 4, unpacked: 2 ** 31 })
    const error = await read(file([numbers], [2, schema(1, 2)], [4, listOf([group(4, own)])])).catch((e) => e)
    expect(error).toMatchObject({ code: 'UNSUPPORTED', hint: expect.stringContaining('row_group_size') })
  })
})
