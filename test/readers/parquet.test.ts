// readers.parquet: files of pyarrow against what pyarrow reads from them, what is refused and in which words, and files
// that are damaged.
// @module-tag property
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothWays, check, portion } from '../util/soak.js'
import { eachOnce, goesOn, type ReadSet, refusesChanged } from './containers.js'
import { parquet } from './parquet.js'
import { type Output, recordsOf } from './records.js'

type Options = Parameters<typeof fn.readers.parquet>[0]

interface Case {
  name: string
  file: string
  columns: Options['columns']
  /** A text names a case with equal samples. */
  samples: Output[][] | string | null
}
const { cases } = JSON.parse(readFileSync(new URL('./golden/parquet.json', import.meta.url), 'utf8')) as {
  cases: Case[]
}
const byName = new Map(cases.map((one) => [one.name, one]))
const bytesOf = (name: string) => inflateSync(Buffer.from(byName.get(name)!.file, 'base64'))
const samplesOf = ({ samples }: Case): Output[][] | null =>
  typeof samples === 'string' ? samplesOf(byName.get(samples)!) : samples

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-parquet-'))
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

/** All rows of an epoch, and their sources. */
async function readAll(args: Partial<Options>, onError: 'throw' | 'skip' = 'throw') {
  const given = { path: 'a.parquet', columns: {}, ...args } as Options
  await using pipe = pipelineDef({ batchSize: 16, onError }, () => fn.readers.parquet(given))()
  return await recordsOf(pipe, Object.keys(given.columns))
}
const read = async (args: Partial<Options>, onError: 'throw' | 'skip' = 'throw') =>
  (await readAll(args, onError)).samples

async function refusal(args: Partial<Options>): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'readers.parquet', hint: expect.stringMatching(/.{10}/) })
  return error as PipelineError
}

/** What is refused, with its code. */
const refused: Record<string, [code: string, words: string]> = {
  'no rows': ['EMPTY_DATASET', "Expected rows in 'a.parquet' but found none"],
  UINT_64: ['UNSUPPORTED', 'has the type UINT_64'],
  DECIMAL: ['UNSUPPORTED', 'has the type DECIMAL'],
  INT96: ['UNSUPPORTED', 'has the type INT96'],
  'lists of lists': ['UNSUPPORTED', 'has lists of lists'],
  'a null in a list': ['BAD_SAMPLE', "Expected a value in the column 'n' but it has a null in its list"],
  'a null without a default': ['BAD_SAMPLE', "Expected a value in the column 'word' but it is null"],
}

describe('pyarrow', () => {
  const numbered = bothWays(cases).map(([one, other]) => [one.name, one, other] as const)
  it.each(numbered)('agrees: %s', async (name, one, other) => {
    writeFileSync('a.parquet', bytesOf(name))
    const refusedAs = refused[name]
    if (refusedAs) {
      const error = await refusal({ columns: one.columns })
      expect(error.code).toBe(refusedAs[0])
      expect(error.message).toContain(refusedAs[1])
      return
    }
    const expected = samplesOf(one)!
    const { samples, sources } = await readAll({ columns: one.columns, dontUseMmap: other, shuffleAfterEpoch: other })
    const rows = new Map(sources.map((source, i) => [source, samples[i]]))
    expect(expected.map((_, row) => rows.get(`a.parquet:${row}`))).toEqual(expected)
    if (!other) expect(samples).toEqual(expected)
  })
})

const label: Options['columns'] = { label: { dtype: 'int64' } }
const word: Options['columns'] = { word: { dtype: 'string' } }

describe('files', () => {
  it('takes files, folders and patterns, in the order of their names', async () => {
    mkdirSync('set')
    for (const name of ['b.parquet', 'a.parquet', '.hidden.parquet', 'note.txt']) {
      writeFileSync(join('set', name), bytesOf('one row in a group'))
    }
    const five = (name: string) => Array.from({ length: 5 }, (_, row) => `${name}:${row}`)
    const both = [...five('set/a.parquet'), ...five('set/b.parquet')]
    expect((await readAll({ path: 'set', columns: label })).sources).toEqual(both)
    expect((await readAll({ path: ['set/b*', 'set/a.parquet'], columns: label })).sources).toEqual([
      ...five('set/b.parquet'),
      ...five('set/a.parquet'),
    ])
    expect((await refusal({ path: 'set/*.pq', columns: label })).code).toBe('EMPTY_DATASET')
  })

  it('skips rows that are null', async () => {
    writeFileSync('a.parquet', bytesOf('one page'))
    const all = samplesOf(byName.get('one page')!)!.map((sample) => sample[4]!)
    const filled = all.filter(([, , bytes]) => bytes !== Buffer.from('none').toString('base64'))
    expect(await read({ columns: word }, 'skip')).toEqual(filled.map((one) => [one]))
  })

  const wrong: [Partial<Options>, string, string][] = [
    [{ path: [] }, 'INVALID_ARGUMENT', 'Expected at least one path'],
    [{ path: '' }, 'INVALID_ARGUMENT', "Expected a path for path[0] but received ''"],
    [{ path: 'none.parquet' }, 'FILE_NOT_FOUND', 'none.parquet'],
    [{ columns: { other: { dtype: 'string' } } }, 'INVALID_ARGUMENT', "for columns but received 'other'"],
    [
      { columns: { label: { dtype: 'string' } } },
      'INVALID_ARGUMENT',
      "columns.label: the column of 'a.parquet' is INT64",
    ],
    [{ columns: { word: { dtype: 'int32' } } }, 'INVALID_ARGUMENT', "the column of 'a.parquet' is BYTE_ARRAY"],
    [{ columns: { label: { dtype: 'int32' } } }, 'INVALID_ARGUMENT', "the column of 'a.parquet' is INT64"],
    [
      { columns: { word: { dtype: 'string', default: 3 } } },
      'INVALID_ARGUMENT',
      'Expected a text as default for columns.word',
    ],
  ]
  it.each(portion(wrong, 2))('refuses %j', async (args, code, words) => {
    writeFileSync('a.parquet', bytesOf('one page'))
    const error = await refusal({ columns: label, ...args })
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
  })

  it.each([
    ['nothing', Buffer.alloc(0), 'it has only 0 bytes'],
    ['a text', Buffer.from('a text that is no Parquet file'), 'it does not begin and end with PAR1'],
    ['an encrypted file', Buffer.from('PARE........PARE'), 'it is encrypted'],
    ['a length beyond the file', Buffer.from('PAR1\0\xff\0\0\0PAR1', 'latin1'), 'its metadata is cut off'],
  ])('refuses %s', async (_, bytes, words) => {
    writeFileSync('a.parquet', bytes)
    const error = await refusal({ columns: label })
    expect(error.code).toBe('FILE_UNREADABLE')
    expect(error.message).toContain(words)
  })

  it('gives a typed error for files that are damaged anywhere', async () => {
    const names = [
      'snappy 1.0 dictionary',
      'lz4 2.0 dictionary',
      'none 1.0 differences',
      'zstd 2.0 differences',
      'gzip 1.0 others',
    ]
    const sound = names.map(bytesOf)
    const property = fc.asyncProperty(
      fc.constantFrom(...sound),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(255)), {
        minLength: 1,
        maxLength: 4,
      }),
      async (bytes, changes) => {
        const damaged = Buffer.from(bytes)
        for (const [place, byte] of changes) damaged[Math.floor(place * damaged.length)] = byte
        writeFileSync('a.parquet', damaged)
        const { columns } = byName.get('one page')!
        const codes = ['FILE_UNREADABLE', 'BAD_SAMPLE', 'UNSUPPORTED', 'INVALID_ARGUMENT', 'EMPTY_DATASET']
        await read({ columns }).catch((e: PipelineError) => expect(codes).toContain(e.code))
      },
    )
    await check(200, 5, property, 6)
  })
})

it('has blocks of as many bytes as the columns take that are read', async () => {
  // Rows of 104 and of 1,004 bytes, and a little for the heads of pages, in two groups.
  const data = Array.from({ length: 400 }, (_, i) => Buffer.alloc(i < 200 ? 100 : 1000, `${i} `))
  const other = data.map(() => Buffer.alloc(2000))
  writeFileSync('blocks.parquet', parquet({ data, other }, 50, 4))
  const blocks = { shuffleBlocks: true, blockBytes: 5000, blockWindow: 1 }
  const seen = await read({ path: 'blocks.parquet', columns: { data: { dtype: 'string' } }, ...blocks })
  const order = seen.map(([row]) => Number.parseInt(Buffer.from(row![2], 'base64').toString(), 10))
  // The rows of a block come one behind the other, in an order of their own.
  const edges = [0, 48, 96, 144, 192, 205, ...Array.from({ length: 39 }, (_, i) => 210 + 5 * i)]
  const spans = edges.slice(1).map((end, i) => {
    const places = order.flatMap((row, place) => (row >= edges[i]! && row < end ? [place] : []))
    return [end, places.length, places.at(-1)! - places[0]! + 1]
  })
  expect(spans).toEqual(edges.slice(1).map((end, i) => [end, end - edges[i]!, end - edges[i]!]))
  expect(order).not.toEqual([...order].sort((a, b) => a - b))
  expect(new Set(order).size).toBe(400)
})

it('reads in imperative mode', async () => {
  writeFileSync('a.parquet', bytesOf('small numbers'))
  await using reader = nd.readers.parquet({ path: 'a.parquet', columns: { n: { dtype: 'int32' } } })
  const seen: number[] = []
  for await (const { n } of reader.nextEpoch()) seen.push(Number(n!.item()))
  expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => 1000 + i))
})

/** As many files of one row as the set has samples. */
const readSet: ReadSet = (size, options, shift) => {
  const n = Array.from({ length: size }, (_, i) => BigInt(i))
  const data = n.map((_, i) => Buffer.alloc((i * 37 + shift) % 900, i))
  const path = [0, 1].map((half) => {
    const rows = half ? [Math.ceil(size / 3)] : [0, Math.ceil(size / 3)]
    const file = join(folder, `set${half}.parquet`)
    writeFileSync(file, parquet({ n: n.slice(...rows), data: data.slice(...rows) }, 3, 2))
    return file
  })
  const columns = { n: { dtype: 'int64' }, data: { dtype: 'string' } } as const
  return Object.values(fn.readers.parquet({ path, columns, ...options }))
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))

describe('where and weights', () => {
  const texts = (samples: Output[][], output: number) =>
    samples.map((sample) => Buffer.from(sample[output]![2], 'base64').toString())
  const numbersOf = (samples: Output[][], output: number) =>
    samples.map((sample) => Number(Buffer.from(sample[output]![2], 'base64').readBigInt64LE()))
  // Every sixth row has no score.
  const names = Array.from({ length: 50 }, (_, i) => Buffer.from(['cat', 'dog', 'fox'][i % 3]!))
  const write = () =>
    writeFileSync(
      'a.parquet',
      parquet({ name: names, n: names.map((_, i) => BigInt(i)), weight: names.map((_, i) => BigInt(i % 5)) }, 7, 2),
    )
  const columns = { n: { dtype: 'int64' } } as const

  it('rows are kept by columns that are no outputs', async () => {
    write()
    const rows = async (where: NonNullable<Options['where']>) => numbersOf(await read({ columns, where }), 0)
    const all = names.map((_, i) => i)
    expect(await rows({ name: { equals: 'dog' } })).toEqual(all.filter((i) => i % 3 === 1))
    expect(await rows({ name: { notIn: ['dog', 'cat'] }, n: { gte: 10, lt: 30 } })).toEqual(
      all.filter((i) => i % 3 === 2 && i >= 10 && i < 30),
    )
    expect(await rows({ weight: { in: [0, 4] } })).toEqual(all.filter((i) => i % 5 === 0 || i % 5 === 4))
  })

  it('rows come by a column of weights, and by the values of a column as classes', async () => {
    write()
    const epochSize = 100
    const counted = numbersOf(await read({ columns, weights: { samples: 'weight', epochSize } }), 0)
    expect(counted).toEqual(names.flatMap((_, i) => Array<number>(i % 5).fill(i)))
    const classes = await read({
      columns: { name: { dtype: 'string' } },
      weights: { classes: 'balanced', column: 'name', epochSize: 60 },
    })
    for (const name of ['cat', 'dog', 'fox']) expect(texts(classes, 0).filter((x) => x === name).length).toBe(20)
  })

  it('a null fulfils no condition, and is no weight', async () => {
    writeFileSync('a.parquet', bytesOf('jumps'))
    const { samples } = byName.get('jumps')!
    const column = { i: { dtype: 'int32', default: 7 } } as const
    const ints = (rows: Output[][]) => rows.map(([, i]) => Buffer.from(i![2], 'base64').readInt32LE())
    const rows = await read({ columns: { n: { dtype: 'int64' }, ...column }, where: { i: { lt: 3e9 } } })
    const whole = ints(samples as Output[][])
    const kept = ints(rows)
    // 7 stands for the null.
    expect(whole).toContain(7)
    expect(kept).toEqual(whole.filter((i) => i !== 7))
    const error = await refusal({ columns: column, weights: { samples: 'i' } })
    expect(error.message).toMatch(/weights of at least 0 in the column 'i' but a\.parquet:\d+ has (none|-\d+)/)
  })

  it.each([
    [{ where: { gone: { gt: 1 } } }, 'INVALID_ARGUMENT', "for where or weights but received 'gone'"],
    [{ where: { name: { gt: 1 } } }, 'INVALID_ARGUMENT', 'no bounds for where.name'],
    [{ where: { name: { in: [1] } } }, 'INVALID_ARGUMENT', 'texts for where.name but received numbers'],
    [{ weights: { samples: 'name' } }, 'INVALID_ARGUMENT', "a column of numbers for weights.samples but 'name'"],
  ] as const)('%j is refused', async (args, code, words) => {
    write()
    const error = await refusal({ columns, ...(args as Partial<Options>) })
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
  })

  it('files have columns of one kind', async () => {
    mkdirSync('two', { recursive: true })
    writeFileSync('two/a.parquet', parquet({ n: [1n], x: [Buffer.from('a')] }, 1))
    writeFileSync('two/b.parquet', parquet({ n: [2n], x: [2n] }, 1))
    const error = await refusal({ path: 'two', columns, where: { x: { not: 'b' } } })
    expect(error.message).toMatch(/'x' for where or weights to have texts in all files but it has numbers in 'two\/b/)
  })
})
