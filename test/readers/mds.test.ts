// readers.mds: values of every encoding, in shards that are compressed and not, on disks; what is refused and in which words;
// indexes and shards that are damaged or claim too much; and random ones.
// @module-tag property
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { type DataNode, fn, type PipelineError } from 'penstock-data'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReadersMdsOptions } from '../../src/generated/fn.js'
import { failure } from '../util/collect.js'
import { check } from '../util/soak.js'
import { StoreServer } from '../util/store-server.js'
import { eachOnce, epochOf, goesOn, type Output, type ReadSet, refusesChanged } from './containers.js'
import { bytesOf, type MdsOptions, type MdsSample, mds, mdsShard, zstdFrame } from './mds.js'

let root = ''
let folder = ''
let number = 0
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'penstock-mds-'))
})
beforeEach(() => {
  folder = join(root, `${number++}`)
})
afterAll(() => rmSync(root, { recursive: true }))

function put(files: Record<string, Uint8Array>, to = folder): string {
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    writeFileSync(join(to, name), data)
  }
  return to
}

type Columns = ReadersMdsOptions['columns']
type Args = Omit<ReadersMdsOptions, 'path' | 'columns'>

/** The outputs of all samples, in the order of `columns`. */
const read = async (path: string | string[], columns: Columns, args: Args = {}, onError: 'throw' | 'skip' = 'throw') =>
  epochOf(() => Object.values(fn.readers.mds({ path, columns, ...args })) as DataNode[], onError)

async function refusal(path: string | string[], columns: Columns, args: Args = {}): Promise<PipelineError> {
  const error = await failure(() => read(path, columns, args))
  expect(error).toMatchObject({ op: 'readers.mds' })
  return error as unknown as PipelineError
}

const typed = (dtype: string, data: NodeJS.TypedArray, shape: number[] = []): Output => [
  dtype,
  shape,
  bytesOf(data).toString('base64'),
]
const bytes = (data: string | Uint8Array): Output => typed('uint8', Buffer.from(data as string), [data.length])
const text = (value: string) => Buffer.from(value)
const uint32s = (...values: number[]) => bytesOf(Uint32Array.from(values))

/** An encoding, a value as it is stored, the dtype that it is read with, and what comes of it. */
const encodings: [encoding: string, stored: Buffer, dtype: Columns[string]['dtype'], made: Output][] = [
  ['bytes', text('ab'), 'string', bytes('ab')],
  ['bytes', text(''), 'string', bytes('')],
  ['str', text('é'), 'string', bytes(text('é'))],
  ['json', text('{"a":1}'), 'string', bytes('{"a":1}')],
  ['jpeg', text('JPEG'), 'string', bytes('JPEG')],
  ['jpeg:90', text('JPEG'), 'string', bytes('JPEG')],
  ['png', text('PNG'), 'string', bytes('PNG')],
  ['int', bytesOf(BigInt64Array.of(-7n)), 'int64', typed('int64', BigInt64Array.of(-7n))],
  ['int8', bytesOf(Int8Array.of(-8)), 'int8', typed('int8', Int8Array.of(-8))],
  ['int16', bytesOf(Int16Array.of(-9)), 'int16', typed('int16', Int16Array.of(-9))],
  ['int32', bytesOf(Int32Array.of(-9)), 'int32', typed('int32', Int32Array.of(-9))],
  ['int64', bytesOf(BigInt64Array.of(9n)), 'int64', typed('int64', BigInt64Array.of(9n))],
  ['uint8', bytesOf(Uint8Array.of(200)), 'uint8', typed('uint8', Uint8Array.of(200))],
  ['uint16', bytesOf(Uint16Array.of(60_000)), 'uint16', typed('uint16', Uint16Array.of(60_000))],
  ['uint32', uint32s(4e9), 'uint32', typed('uint32', Uint32Array.of(4e9))],
  ['uint64', bytesOf(BigUint64Array.of(2n ** 63n)), 'uint64', typed('uint64', BigUint64Array.of(2n ** 63n))],
  ['float16', bytesOf(Uint16Array.of(0x3c00)), 'float16', typed('float16', Uint16Array.of(0x3c00))],
  ['float32', bytesOf(Float32Array.of(1.5)), 'float32', typed('float32', Float32Array.of(1.5))],
  ['float64', bytesOf(Float64Array.of(-2.5)), 'float64', typed('float64', Float64Array.of(-2.5))],
  ['str_int', text('-123'), 'int64', typed('int64', BigInt64Array.of(-123n))],
  ['str_int', text('12'), 'string', bytes('12')],
  ['str_float', text('1e-3'), 'float64', typed('float64', Float64Array.of(1e-3))],
  ['str_decimal', text('4.25'), 'float64', typed('float64', Float64Array.of(4.25))],
  ['ndarray:int16:2,1', bytesOf(Int16Array.of(1, 2)), 'int16', typed('int16', Int16Array.of(1, 2), [2, 1])],
  // The dtype's code and the shape, whose words have 1, 2, 4 or 8 bytes, stand in front of the elements.
  ['ndarray:uint8', Buffer.of((2 << 2) | 0, 1, 3, 7, 8, 9), 'uint8', typed('uint8', Uint8Array.of(7, 8, 9), [1, 3])],
  ['ndarray', Buffer.of(17, (1 << 2) | 1, 2, 0, 1, 0, 2, 0), 'int16', typed('int16', Int16Array.of(1, 2), [2])],
  ['ndarray', Buffer.of(8, (1 << 2) | 3, 1, 0, 0, 0, 0, 0, 0, 0, 5), 'uint8', typed('uint8', Uint8Array.of(5), [1])],
  ['pil', Buffer.concat([uint32s(2, 1, 3), text('RGB123456')]), 'uint8', typed('uint8', text('123456'), [1, 2, 3])],
  ['pil', Buffer.concat([uint32s(2, 1, 1), text('Lab')]), 'uint8', typed('uint8', text('ab'), [1, 2, 1])],
]

describe('a value', () => {
  it.each(encodings)('of %s, %o, is read as %s', async (encoding, stored, dtype, made) => {
    put(mds({ v: encoding, other: 'str' }, [[{ v: stored, other: text('beside') }]]))
    expect((await read(folder, { v: { dtype } })).samples).toEqual([[made]])
  })

  it('of each encoding is read beside the others, in every kind of shard', async () => {
    const columns = Object.fromEntries(encodings.map(([encoding], i) => [`c${i}`, encoding]))
    const sample = Object.fromEntries(encodings.map(([, stored], i) => [`c${i}`, stored]))
    const wanted = Object.fromEntries(encodings.map(([, , dtype], i) => [`c${i}`, { dtype }]))
    const made = encodings.map(([, , , output]) => output)
    for (const compression of [undefined, 'zstd:7', 'gz'] as const) {
      const files = mds(columns, [[sample, sample], [sample]], { ...(compression && { compression }) })
      const { samples } = await read(put(files, join(folder, `${compression}`)), wanted)
      expect(samples).toEqual([made, made, made])
    }
  })

  const wrong: [encoding: string, stored: Buffer, dtype: Columns[string]['dtype'], words: RegExp][] = [
    ['ndarray:int16', Buffer.of(4, 3, 0), 'int16', /array is larger than its bytes/],
    ['ndarray:int16', Buffer.of(4, 1, 0, 0, 0), 'int16', /array is smaller than its bytes/],
    ['ndarray:int16', Buffer.of(), 'int16', /ends within its dtype and shape/],
    ['ndarray:int16', Buffer.of(4), 'int16', /ends within its dtype and shape/],
    ['ndarray', Buffer.of(99), 'int16', /no dtype that is known/],
    ['ndarray', Buffer.of(9, 4, 1, 0), 'int16', /an array of int8, and columns says int16/],
    ['ndarray:uint8', Buffer.of(63 << 2), 'uint8', /array of 63 dimensions, and a sample has 1 to 5/],
    ['ndarray:uint8', Buffer.of(0), 'uint8', /array of 0 dimensions/],
    [
      'ndarray:uint8',
      Buffer.concat([Buffer.of((5 << 2) | 3), Buffer.alloc(40, 255)]),
      'uint8',
      /larger than its bytes/,
    ],
    [
      'ndarray:uint8',
      Buffer.concat([Buffer.of((5 << 2) | 2), Buffer.alloc(20, 127)]),
      'uint8',
      /larger than its bytes/,
    ],
    ['pil', text('abc'), 'uint8', /image ends within its size/],
    ['pil', Buffer.concat([uint32s(2, 1, 4), text('CMYK12345678')]), 'uint8', /a mode that is not read; L, RGB/],
    ['pil', Buffer.concat([uint32s(2, 1, 99), text('RGB123456')]), 'uint8', /a mode that is not read/],
    ['pil', Buffer.concat([uint32s(2, 2, 3), text('RGB123456')]), 'uint8', /other bytes than its size says/],
    ['pil', Buffer.concat([uint32s(2 ** 31, 2 ** 31, 3), text('RGB123456')]), 'uint8', /other bytes than its size/],
    ['str_int', text('one'), 'int64', /column 'v'/],
    ['str_int', Buffer.alloc(5000, '1'), 'int64', /longer than a number's/],
  ]
  it.each(wrong)('of %s that is %o is a bad sample', async (encoding, stored, dtype, words) => {
    put(mds({ v: encoding }, [[{ v: stored }]]))
    const error = await refusal(folder, { v: { dtype } })
    expect(error).toMatchObject({ code: 'BAD_SAMPLE', message: expect.stringMatching(words) })
  })

  it.each([
    ['pkl', 'string', /'pkl', which runs code of whoever has written it/],
    ['jpeg_array', 'string', /'jpeg_array', whose values are lists/],
    ['list[jpeg]', 'string', /'list\[jpeg\]', whose values are lists/],
    ['float128', 'float64', /'float128', which is no encoding that is read/],
    ['ndarray:int16:0', 'int16', /no encoding/],
    ['ndarray:int16:1,x', 'int16', /no encoding/],
    ['ndarray:int16:99999,99999', 'int16', /no encoding/],
    ['ndarray:int16:1,1,1,1,1,1', 'int16', /more than 5 dimensions/],
    ['ndarray:complex64', 'int16', /no encoding/],
  ] as const)('of the encoding %s is refused, but only where it is asked for', async (encoding, dtype, words) => {
    const files = mds({ v: 'str', w: 'int8' }, [[{ v: text('x'), w: Buffer.of(1) }]])
    files['index.json'] = text(files['index.json']!.toString().replace('"str"', JSON.stringify(encoding)))
    put(files)
    const error = await refusal(folder, { v: { dtype } })
    expect(error).toMatchObject({ code: 'UNSUPPORTED', message: expect.stringMatching(words) })
    expect((await read(folder, { w: { dtype: 'int8' } })).samples).toEqual([[typed('int8', Int8Array.of(1))]])
  })

  it.each([
    ['int', 'int32', "Its dtype is 'int64'"],
    ['str', 'int64', "Its dtype is 'string'"],
    ['int', 'string', "Its dtype is 'int64'"],
    ['ndarray:float32', 'float64', "Its dtype is 'float32'"],
    ['str_float', 'float32', "Its dtype is 'float64'"],
    ['pil', 'string', "Its dtype is 'uint8'"],
  ] as const)('of %s as %s is refused with its dtype', async (encoding, dtype, hint) => {
    put(mds({ v: encoding }, [[{ v: Buffer.alloc(8) }]]))
    expect(await refusal(folder, { v: { dtype } })).toMatchObject({ code: 'INVALID_ARGUMENT', hint })
  })
})

const numbers = (values: readonly number[]): MdsSample[] =>
  values.map((i) => ({ n: bytesOf(Int32Array.of(i)), t: text(`t${i}`) }))
const columns = { n: 'int32', t: 'str' }
const wanted = { n: { dtype: 'int32' } } as const
const ints = async (path: string | string[], args: Args = {}) =>
  (await read(path, wanted, args)).samples.map(([one]) => Buffer.from(one![2], 'base64').readInt32LE())

describe('a data set', () => {
  it('has the shards of all indexes, in their order, with their names', async () => {
    put(mds(columns, [numbers([0, 1]), [], numbers([2])]), join(folder, 'a'))
    put(mds(columns, [numbers([3])], { folder: 'deep/er/' }), join(folder, 'b'))
    const { sources } = await read([`${folder}/{a,b}`], wanted)
    expect(await ints([`${folder}/a/index.json`, `${folder}/b/`])).toEqual([0, 1, 2, 3])
    expect(sources).toEqual([
      `${folder}/a/shard.00000.mds:33`,
      `${folder}/a/shard.00000.mds:43`,
      `${folder}/a/shard.00002.mds:29`,
      `${folder}/b/deep/er/shard.00000.mds:29`,
    ])
  })

  it('of compressed shards has their numbers as places, and reads a local copy without compression', async () => {
    const samples = numbers([5, 6])
    const files = mds(columns, [samples], { compression: 'zstd' })
    put(files)
    const { sources } = await read(folder, wanted)
    expect(sources).toEqual([0, 1].map((i) => `${folder}/shard.00000.mds.zstd:${i}`))
    writeFileSync(join(folder, 'shard.00000.mds'), mdsShard(columns, samples))
    expect((await read(folder, wanted)).sources[0]).toBe(`${folder}/shard.00000.mds:33`)
    expect(await refusal([folder, put(files, join(folder, 'zip'))], wanted)).toMatchObject({
      code: 'UNSUPPORTED',
      hint: expect.stringContaining('readers.mixture'),
    })
  })

  it('whose shards have columns of their own is read by their names', async () => {
    const one = mds({ n: 'int32', a: 'str' }, [[{ n: bytesOf(Int32Array.of(1)), a: text('long text') }]])
    const two = mds({ n: 'int32', z: 'int8' }, [[{ n: bytesOf(Int32Array.of(2)), z: Buffer.of(0) }]])
    expect(await ints([put(one, join(folder, '1')), put(two, join(folder, '2')), put(one, join(folder, '3'))])).toEqual(
      [1, 2, 1],
    )
    expect(await refusal(`${folder}/1`, { x: { dtype: 'int32' } })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      hint: 'It has a, n',
    })
  })

  it('in a store is read by the bytes of its samples, and a compressed shard once', async () => {
    const big = Buffer.alloc(300_000, 'x')
    const samples = (from: number) => [0, 1, 2, 3].map((i) => ({ b: big, n: bytesOf(Int32Array.of(from + i)) }))
    const kinds: [string, MdsOptions][] = [
      ['raw', {}],
      ['zip', { compression: 'zstd' }],
    ]
    for (const [name, options] of kinds)
      put(mds({ b: 'bytes', n: 'int32' }, [samples(0), samples(4)], options), join(folder, name))
    const server = await StoreServer.open(folder)
    try {
      for (const [name] of kinds) {
        await server.faults({})
        expect(await ints(`${server.url}/${name}`)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
        const { bytes, requests } = await server.facts()
        // The index, a byte of each shard for its version, and offsets; then the samples, or the shards.
        expect(requests).toBeLessThan(16)
        expect(bytes).toBeLessThan(2_450_000)
        await server.faults({ latencyMs: 1, busyEvery: 5, cutEvery: 4 })
        expect(await ints(`${server.url}/${name}`)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
      }
    } finally {
      await server.close()
    }
  })
})

describe('an index', () => {
  const changed = (change: (index: { shards: Record<string, unknown>[]; version: unknown }) => void) => {
    const files = mds(columns, [numbers([0, 1, 2])])
    const index = JSON.parse(files['index.json']!.toString())
    change(index)
    return put({ ...files, 'index.json': text(JSON.stringify(index)) })
  }
  const cases: [string, (shard: Record<string, unknown>) => void, RegExp][] = [
    ['another format', (s) => (s.format = 'json'), /has the format 'json', and 'mds' is read/],
    ['another version of a shard', (s) => (s.version = 3), /another version than 2/],
    ['no file', (s) => delete s.raw_data, /a shard has no raw_data/],
    ['a file elsewhere', (s) => (s.raw_data = { basename: '/etc/passwd', bytes: 99 }), /does not lie beside the index/],
    ['a file above', (s) => (s.raw_data = { basename: 'a/../../b', bytes: 99 }), /does not lie beside the index/],
    ['a file of a store', (s) => (s.raw_data = { basename: 'http://evil/x', bytes: 99 }), /does not lie beside/],
    ['a negative number', (s) => (s.samples = -1), /samples is no such number/],
    ['a broken number', (s) => (s.samples = 1.5), /samples is no such number/],
    ['more samples than bytes', (s) => (s.samples = 1e9), /more samples than its bytes hold/],
    ['more samples than the shard', (s) => (s.samples = 4), /it has 3 samples, and the index says 4/],
    ['another size', (s) => (s.raw_data = { basename: 'shard.00000.mds', bytes: 1000 }), /and the index says 1000/],
    ['fewer names than encodings', (s) => (s.column_names = ['n']), /name, encoding and size of each column/],
    ['a wrong size of a column', (s) => (s.column_sizes = [5, null]), /the column 'n' of int32 has another size/],
    ['a size of a column that is a text', (s) => (s.column_sizes = ['4', null]), /size of a column is no such number/],
  ]
  it.each(cases)('with %s is refused', async (_, change, words) => {
    const path = changed(({ shards }) => void change(shards[0]!))
    expect(await refusal(path, wanted)).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(words),
    })
  })

  it.each([
    ['[]', /no JSON object/],
    ['{', /no JSON object/],
    ['{"version":1,"shards":[]}', /another version than 2/],
    ['{"version":2}', /has no shards/],
    ['{"version":2,"shards":[7]}', /a shard is no object/],
    ['['.repeat(200_000), /no JSON object/],
  ])('that is %s is refused', async (index, words) => {
    put({ 'index.json': text(index) })
    expect(await refusal(folder, wanted)).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(words),
    })
  })

  it('that is not there, or has nothing, is refused', async () => {
    expect(await refusal(join(folder, 'none'), wanted)).toMatchObject({ code: 'FILE_NOT_FOUND' })
    put(mds(columns, [[]]))
    expect(await refusal(folder, wanted)).toMatchObject({ code: 'EMPTY_DATASET' })
    rmSync(join(folder, 'shard.00000.mds'))
    expect(await refusal(folder, wanted)).toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect(await refusal([], wanted)).toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('of a compression that is not read is refused by its name', async () => {
    put(mds(columns, [numbers([1])], { compression: 'bz2' }))
    expect(await refusal(folder, wanted)).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(/is compressed with bz2/),
    })
  })
})

describe('a shard', () => {
  const damaged = (at: number, value: number) => {
    const files = mds(columns, [numbers([0, 1])])
    files['shard.00000.mds']!.writeUInt32LE(value, at)
    return put(files)
  }
  it.each([
    [4, 3, /first sample lies in its offsets/],
    [8, 30, /not in order, or lead beyond its end/],
    [12, 4e9, /not in order, or lead beyond its end/],
  ])('with the word %i as %i is refused', async (at, value, words) => {
    expect(await refusal(damaged(at, value), wanted)).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(words),
    })
  })

  it.each([
    [33, 99, /columns are larger than the sample/],
    [33, 1, /sample is larger than its columns/],
  ])('whose sample has a column of other bytes gives the others', async (at, value, words) => {
    const path = damaged(at, value)
    expect(await refusal(path, wanted)).toMatchObject({ code: 'BAD_SAMPLE', message: expect.stringMatching(words) })
    expect((await read(path, wanted, {}, 'skip')).samples).toEqual([[typed('int32', Int32Array.of(1))]])
  })

  it('that is compressed is refused where it has other bytes than its index says', async () => {
    const samples = numbers([0, 1])
    const raw = mdsShard(columns, samples)
    const name = 'shard.00000.mds.zstd'
    const withShard = (
      zip: Buffer,
      change: (shard: { zip_data: { bytes: number }; samples: number }) => void = () => {},
    ) => {
      const files = mds(columns, [samples], { compression: 'zstd' })
      const index = JSON.parse(files['index.json']!.toString())
      index.shards[0].zip_data.bytes = zip.length
      change(index.shards[0])
      return put({ [name]: zip, 'index.json': text(JSON.stringify(index)) })
    }
    const shorter = zstdFrame(raw.subarray(0, 30))
    const cases: [Buffer, RegExp][] = [
      [text('no frame'), /cannot be unpacked to as many bytes/],
      [shorter, /cannot be unpacked to as many bytes/],
      [zstdFrame(raw, 2 ** 40), /cannot be unpacked to as many/],
      [zstdFrame(Buffer.concat([raw, raw])), /cannot be unpacked to as many/],
      [zstdFrame(Buffer.alloc(raw.length)), /its shard is damaged: it has 0 samples/],
    ]
    for (const [zip, words] of cases) {
      const error = await refusal(withShard(zip), wanted)
      expect(error).toMatchObject({ code: 'BAD_SAMPLE', message: expect.stringMatching(words) })
    }
    expect(
      await refusal(
        withShard(zstdFrame(raw), (s) => (s.zip_data.bytes += 1)),
        wanted,
      ),
    ).toMatchObject({
      code: 'FILE_UNREADABLE',
    })
    const fine = withShard(zstdFrame(raw))
    expect(await refusal(fine, wanted, { maxUnpackedBytes: 10 })).toMatchObject({
      code: 'BAD_SAMPLE',
      hint: expect.stringContaining('maxUnpackedBytes'),
    })
    expect(await ints(fine, { maxUnpackedBytes: 0, shardCacheBytes: 0 })).toEqual([0, 1])
    const many = withShard(zstdFrame(raw), (s) => {
      s.samples = 1e8
      ;(s as unknown as { raw_data: { bytes: number } }).raw_data.bytes = 4e9
    })
    expect(await refusal(many, wanted)).toMatchObject({ message: expect.stringContaining('maxPackedSamples') })
  })
})

describe('every reader’s ways', () => {
  /** Sets of one size with other shifts have other offsets. */
  const set =
    (compression?: 'zstd'): ReadSet =>
    (size, options, shift) => {
      const samples = Array.from({ length: size }, (_, i) => ({
        n: bytesOf(Int32Array.of(i)),
        t: Buffer.alloc(i % (5 + shift)),
      }))
      const shards = [samples.slice(0, size >> 1), samples.slice(size >> 1)]
      const path = put(
        mds(columns, shards, { ...(compression && { compression }) }),
        join(root, `set-${compression}-${size}-${shift}`),
      )
      const { n, t } = fn.readers.mds({ path, columns: { n: { dtype: 'int32' }, t: { dtype: 'string' } }, ...options })
      return [n!, t!]
    }
  it.each(['raw', 'zstd'] as const)('hold, for shards that are %s', async (kind) => {
    const reading = set(kind === 'zstd' ? 'zstd' : undefined)
    await eachOnce(reading)
    await goesOn(reading)
    await refusesChanged(reading)
  })

  it('hold for random samples, whatever is compressed', async () => {
    const sample = fc.record({
      n: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      t: fc.uint8Array({ maxLength: 40 }),
    })
    const drawn = fc.record({
      shards: fc.array(fc.array(sample, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      compression: fc.constantFrom(undefined, 'zstd', 'gz'),
    })
    let run = 0
    await check(
      60,
      5,
      fc.asyncProperty(drawn, async ({ shards, compression }) => {
        const flat = shards.flat()
        fc.pre(flat.length > 0)
        const stored = shards.map((one) => one.map(({ n, t }) => ({ n: bytesOf(Int32Array.of(n)), t })))
        const path = put(
          mds(columns, stored, { ...(compression && { compression: compression as 'gz' }) }),
          join(folder, `${run++}`),
        )
        const { samples } = await read(path, { t: { dtype: 'string' }, n: { dtype: 'int32' } })
        expect(samples).toEqual(flat.map(({ n, t }) => [bytes(t), typed('int32', Int32Array.of(n))]))
      }),
      15,
    )
  })
})
