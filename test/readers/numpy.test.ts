// readers.numpy: arrays of every dtype and order and windows of them against what DALI read, files that are odd, damaged or
// hostile, and which files there are. Random windows are in numpy.property.test.ts.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothWays } from '../util/soak.js'
import { type Args, npy, npyOf, type Output, read, readAll } from './npy.js'

interface Case {
  name: string
  file: string
  args: Record<string, unknown>
  sample: Output | null
}

const golden = JSON.parse(readFileSync(new URL('./golden/numpy.json', import.meta.url), 'utf8')) as { cases: Case[] }

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-numpy-'))
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

async function refusal(args: Args): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  const { code, hint } = error as PipelineError
  expect(error).toMatchObject({ op: 'readers.numpy' })
  // What is said of windows is what slice says.
  if (/FILE|SAMPLE|SUPPORTED|EMPTY/.test(code)) expect(hint).toMatch(/.{10}/)
  return error as PipelineError
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const six = Buffer.from(Float32Array.of(0, 1, 2, 3, 4, 5).buffer)
const sixth: Output = ['float32', [2, 3], six.toString('base64')]

/** Cases in which the two differ on purpose: docs/data/numpy.md lists them. A text is a code. */
const differs: Record<string, Output | string> = {
  'version 2': sixth,
  'version 3': sixth,
  'not padded': sixth,
  'another order of keys': sixth,
  'double quotes': sixth,
  'extents of Python 2': sixth,
  'an order of bytes': ['uint8', [2, 3], six.subarray(0, 6).toString('base64')],
  'seven dimensions': 'UNSUPPORTED',
  // Bytes of a bool are 0 or 1 here.
  'bytes that are no bools': ['bool', [6], Buffer.from([0, 1, 1, 1, 1, 0]).toString('base64')],
}
const codes: Record<string, string> = {
  'C window 14': 'INVALID_INPUT',
  'F window 14': 'INVALID_INPUT',
  'big-endian': 'UNSUPPORTED',
  complex: 'UNSUPPORTED',
  text: 'UNSUPPORTED',
  structured: 'UNSUPPORTED',
  objects: 'UNSUPPORTED',
  'long double': 'UNSUPPORTED',
  dates: 'UNSUPPORTED',
  'version 9': 'UNSUPPORTED',
}

const argsOf = ({ args }: Case): Args =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [camelCase(key), value]))
const expectedOf = ({ name, sample }: Case): Output | string =>
  differs[name] ?? sample ?? codes[name] ?? (/window/.test(name) ? 'INVALID_ARGUMENT' : 'BAD_SAMPLE')

describe('DALI', () => {
  // Files that are read with the same arguments are one set.
  const sets = new Map<string, Case[]>()
  const given = golden.cases.filter((one) => typeof expectedOf(one) !== 'string')
  for (const one of given) sets.set(JSON.stringify(one.args), [...(sets.get(JSON.stringify(one.args)) ?? []), one])

  const numbered = bothWays([...sets]).map(([[name, cases], other]) => [name, cases, other] as const)
  it.each(numbered)('agrees with %s', { tags: 'property' }, async (_, cases, dontUseMmap) => {
    for (const [i, { file }] of cases.entries()) writeFileSync(`${i}.npy`, Buffer.from(file, 'base64'))
    const args = { ...argsOf(cases[0]!), files: cases.map((_, i) => `${i}.npy`) }
    const found = await read({ ...args, dontUseMmap })
    expect(found.map((sample, i) => [cases[i]!.name, sample])).toEqual(cases.map((one) => [one.name, expectedOf(one)]))
  })

  const refused = golden.cases.filter((one) => typeof expectedOf(one) === 'string')
  it.each(refused.map((one) => [one.name, one] as const))('refuses too: %s', async (_, one) => {
    writeFileSync('0.npy', Buffer.from(one.file, 'base64'))
    expect((await refusal({ ...argsOf(one), files: ['0.npy'] })).code).toBe(expectedOf(one))
  })
})

describe('a file that is wrong', () => {
  const header = (text: string) => npyOf(text, six)
  const wrong: [string, Buffer, string][] = [
    ['no header', Buffer.from('\x93NUMPY\x01\0', 'latin1'), 'its header is cut off'],
    [
      'a header that is cut off',
      header("{'descr': '<f4'}").subarray(0, 30),
      'its header of 54 bytes is cut off: the file has 30',
    ],
    [
      'a header of 4 GB',
      Buffer.from('\x93NUMPY\x02\0\xff\xff\xff\xff{}', 'latin1'),
      'its header of 4294967295 bytes is cut off',
    ],
    ['an empty header', header(''), "at character 54 of its header there is its end in place of '{'"],
    ['an empty dict', header('{}'), 'its header has no descr'],
    ['a key twice', header("{'shape': (1,), 'shape': (1,)}"), "there is ''shape': (1,)}"],
    ['another key', header("{'descr': '<f4', 'order': 1}"), 'one of the keys descr, fortran_order and shape'],
    [
      'a word for an order',
      header("{'descr': '<f4', 'fortran_order': None, 'shape': (1,)}"),
      'in place of True or False',
    ],
    ['a number for a shape', header("{'descr': '<f4', 'fortran_order': False, 'shape': 6}"), "there is '6}"],
    [
      'a shape without a comma',
      header("{'descr': '<f4', 'fortran_order': False, 'shape': (6)}"),
      'in place of a comma',
    ],
    ['an extent of many digits', header(`{'shape': (${'9'.repeat(20)},)}`), 'in place of an extent below 2^63'],
    [
      'extents that overflow',
      header("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}"),
      'more than a file can hold',
    ],
    [
      'extents that overflow beside 0',
      header("{'descr': '<f4', 'fortran_order': True, 'shape': (0, 4294967296, 4294967296)}"),
      'more than a file can hold',
    ],
    [
      'an array beyond the file',
      header("{'descr': '<f4', 'fortran_order': False, 'shape': (7,)}"),
      'the shape [7] of float32, which takes 28 bytes, and 24 bytes follow it',
    ],
    ['text behind the dict', header("{'descr': '<f4', 'fortran_order': False, 'shape': (6,)} x"), "there is 'x"],
    ['a string without an end', header("{'descr"), 'in place of a string with an end'],
    ['bytes that are no text', header('{\x01\x80'), "there is '??"],
  ]
  it.each(wrong)('has %s', async (_, file, text) => {
    writeFileSync('0.npy', file)
    const error = await refusal({ files: ['0.npy'] })
    expect(error.code).toBe('BAD_SAMPLE')
    expect(error.message).toContain(text)
    expect(error.message).toContain('0.npy')
  })

  it('is left out by onError', async () => {
    for (const [i, [, file]] of wrong.entries()) writeFileSync(`${i}.npy`, file)
    writeFileSync('good.npy', npy({ shape: [2, 3], data: six }))
    const files = [...wrong.map((_, i) => `${i}.npy`), 'good.npy']
    expect(await read({ files }, 'skip')).toEqual([sixth])
  })

  const refused: [string, Buffer, string][] = [
    ['a long header', npyOf(`{${' '.repeat(9000)}}`, six, 2), 'at most 4084 bytes'],
    ['fields', npyOf("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,)}", six), 'a structured dtype'],
    [
      'big-endian elements',
      npy({ descr: '>f4', shape: [6], data: six }),
      "little-endian order but received dtype '>f4'",
    ],
    ['objects', npy({ descr: '|O', shape: [6], data: six }), 'an array of Python objects'],
  ]
  it.each(refused)('is refused for %s', async (_, file, text) => {
    writeFileSync('0.npy', file)
    const error = await refusal({ files: ['0.npy'] })
    expect(error.code).toBe('UNSUPPORTED')
    expect(error.message).toContain(text)
  })

  it('may be missing, a folder, or become shorter while it is open', async () => {
    mkdirSync('folder.npy', { recursive: true })
    expect((await refusal({ files: ['none.npy'] })).code).toBe('FILE_NOT_FOUND')
    expect((await refusal({ files: ['folder.npy'] })).code).toMatch(/BAD_SAMPLE|FILE_UNREADABLE/)
    const shape = [64, 1024]
    for (const [fortran, roi] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      writeFileSync('0.npy', npy({ shape, fortran, data: Buffer.alloc(4 * 65536, 7) }))
      const window = roi ? { roiStart: [60, 1000] } : {}
      await using pipe = pipelineDef({ batchSize: 1, prefetchQueueDepth: 1 }, () =>
        fn.readers.numpy({ files: ['0.npy'], ...window }),
      )()
      ;(await pipe.run())[0]!.release()
      truncateSync('0.npy', 8192)
      const more = async () => {
        for (;;) (await pipe.run())[0]!.release()
      }
      await expect(more()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    }
  })
})

describe('the files', () => {
  const files = [
    'set/b.npy',
    'set/a.npy',
    'set/c.NPY',
    'set/x.bin',
    'set/sub/d.npy',
    'set/sub/deep/e.npy',
    'set/.h.npy',
    'set/.hidden/f.npy',
    'set/B2.npy',
    'set/sub2.npy',
  ]
  beforeEach(() => {
    rmSync('set', { recursive: true, force: true })
    for (const file of files) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, npy({ shape: [2, 3], data: six }))
    }
  })
  const sources = async (args: Args) => (await readAll(args)).sources

  it('of a folder are its own, and then those of its sub-folders', async () => {
    const own = ['.h.npy', 'B2.npy', 'a.npy', 'b.npy', 'sub2.npy', 'sub/d.npy', 'sub/deep/e.npy']
    expect(await sources({ fileRoot: 'set' })).toEqual(own.map((name) => `set/${name}`))
    expect(await sources({ fileRoot: 'set/', fileFilter: '*.bin' })).toEqual(['set/x.bin'])
    expect(await sources({ fileRoot: 'set', fileFilter: '[ac].*' })).toEqual(['set/a.npy', 'set/c.NPY'])
  })

  it('of a folder do not go round in a circle', async () => {
    symlinkSync('..', 'set/sub/up')
    symlinkSync('nothing.npy', 'set/lost.npy')
    await using pipe = pipelineDef({ batchSize: 1 }, () => fn.readers.numpy({ fileRoot: 'set', name: 'r' }))()
    await pipe.build()
    expect(pipe.readerMeta('r')).toMatchObject({ epochSize: 7 })
  })

  it('come from a list or by name', async () => {
    writeFileSync('list.txt', '\ufeffset/b.npy\r\nset/a.npy  \n\nset/sub/d.npy')
    expect(await sources({ fileList: 'list.txt' })).toEqual(['set/b.npy', 'set/a.npy', 'set/sub/d.npy'])
    writeFileSync('set/list.txt', 'b.npy\na.npy\n')
    expect(await sources({ fileList: 'set/list.txt' })).toEqual(['set/b.npy', 'set/a.npy'])
    expect(await sources({ fileList: 'set/list.txt', fileRoot: join(folder, 'set') })).toHaveLength(2)
    expect(await sources({ files: ['b.npy', 'a.npy'], fileRoot: 'set' })).toEqual(['set/b.npy', 'set/a.npy'])
    expect(await sources({ files: [join(folder, 'set/b.npy')], fileRoot: 'other' })).toHaveLength(1)
  })

  const wrong: [Args, string, string][] = [
    [{}, 'INVALID_ARGUMENT', 'fileRoot'],
    [{ files: [] }, 'INVALID_ARGUMENT', 'at least one path for files'],
    [{ files: [''] }, 'INVALID_ARGUMENT', "Expected a path for files[0] but received ''"],
    [{ files: ['a'], fileList: 'b' }, 'INVALID_ARGUMENT', 'files'],
    [{ fileRoot: '' }, 'INVALID_ARGUMENT', "Expected a path for fileRoot but received ''"],
    [{ fileRoot: 'set', fileFilter: '' }, 'INVALID_ARGUMENT', "Expected a path for fileFilter but received ''"],
    [{ fileRoot: 'nope' }, 'FILE_NOT_FOUND', "'nope'"],
    [{ fileList: 'nope.txt' }, 'FILE_NOT_FOUND', "'nope.txt'"],
    [{ fileRoot: 'set', fileFilter: 'zzz' }, 'EMPTY_DATASET', "Expected files in fileRoot 'set'"],
    [
      { files: ['set/a.npy'], roiStart: [1], relRoiStart: [0.5] },
      'INVALID_ARGUMENT',
      'Expected roiStart or relRoiStart but received both',
    ],
    [
      { files: ['set/a.npy'], roiStart: [0, 0, 0] },
      'INVALID_ARGUMENT',
      'Expected 2 values (one per axis) for roiStart but received 3',
    ],
    [
      { files: ['set/a.npy'], roiAxes: [2], roiStart: 0 },
      'INVALID_ARGUMENT',
      'Expected -2 to 1 for roiAxes but received 2',
    ],
    [{ files: ['set/a.npy'], roiShape: [9, 9] }, 'INVALID_INPUT', "for outOfBoundsPolicy 'error'"],
  ]
  it.each(wrong)('%j are refused', async (args, code, text) => {
    const error = await refusal(args)
    expect(error.code).toBe(code)
    expect(error.message).toContain(text)
  })

  it('read in imperative mode', async () => {
    await using reader = nd.readers.numpy({ fileRoot: 'set', fileFilter: 'a.npy', roiStart: [0, 1] })
    const shapes: unknown[] = []
    for await (const [arrays] of reader.nextEpoch({ batchSize: 2 })) shapes.push(arrays.shape)
    expect(shapes).toEqual([[[2, 2]]])
  })
})
