// Finding files: against what DALI found in the same trees and lists, and every way to ask for it wrongly.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileDataset, type FileReaderArgs, scanFileDataset } from '../../src/readers/dataset.js'
import { nameFilter } from '../../src/readers/glob.js'
import { Sampler, type SamplerOptions } from '../../src/readers/sampler.js'
import { camelKeys, failure, golden, range } from './helpers.js'

type Entry = [label: number, source: string]

/**
 * What DALI found, with the two differences of docs/folders.md: a hidden folder is no class, so that the labels behind it
 * move up, and files below a class folder belong to it at any depth.
 */
function ours(args: FileReaderArgs, dali: readonly Entry[]): Entry[] {
  const hidden = nameFilter([args.dirFilters ?? '*'].flat(), args.caseSensitiveFilter ?? false)('.hid') ? 1 : 0
  const shown = dali.filter(([, source]) => !source.startsWith('.'))
  const entries = shown.map(([label, source]): Entry => [label - hidden, source])
  const matches = nameFilter([args.fileFilters ?? '*.jpg'].flat(), args.caseSensitiveFilter ?? false)
  for (const deep of ['a/sub/deep.jpg', 'c/dir.jpg/in.txt']) {
    const label = entries.find(([, source]) => source.startsWith(deep.slice(0, 2)))?.[0]
    if (label !== undefined && matches(deep.split('/').at(-1)!)) entries.push([label, deep])
  }
  const bytes = (text: string) => Buffer.from(text).toString('latin1')
  return entries.sort(([a, x], [b, y]) => a - b || (bytes(x) < bytes(y) ? -1 : 1))
}

const temp = mkdtempSync(join(tmpdir(), 'penstock-readers-'))
const start = process.cwd()
const tree = join(temp, 'tree')

function touch(path: string | Buffer): void {
  if (typeof path === 'string') mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'x')
}

beforeAll(() => {
  for (const path of golden.tree) touch(join(tree, path))
  for (const [link, target] of golden.links) symlinkSync(join(tree, target), join(tree, link))
  touch(join(temp, 'f'))
  touch(join(temp, 'g'))
  writeFileSync(join(temp, 'l'), 'f 1\n')
  process.chdir(temp)
})

afterAll(() => {
  process.chdir(start)
  rmSync(temp, { recursive: true })
})

const entries = (d: FileDataset): [number, string][] => range(d.count).map((i) => [d.label(i), d.path(i)])

/** A list file's entries below its own folder. */
function list(content: string | Buffer, args: FileReaderArgs = {}): [number, string][] {
  mkdirSync('lists', { recursive: true })
  writeFileSync('lists/list.txt', content)
  return entries(scanFileDataset({ fileList: 'lists/list.txt', ...args }))
}

describe('DALI', () => {
  it.each(golden.trees)(
    'finds the same files and labels in a tree, but for hidden and nested folders: %j',
    (args, expected) => {
      const given = camelKeys(args)
      const scan = () => scanFileDataset({ fileRoot: tree, ...given })
      const paths = expected && ours(given, expected).map(([label, source]) => [label, `${tree}/${source}`])
      if (paths) expect(entries(scan())).toEqual(paths)
      else expect(scan).toThrow(/fileFilters|dirFilters/)
    },
  )

  it.each(golden.lists)('reads the same entries from a list: %j', (text, expected) => {
    if (expected) expect(list(text)).toEqual(expected.map(([label, source]) => [label, `lists/${source}`]))
    else expect(() => list(text)).toThrow(/fileList/)
  })

  it.each(golden.arguments)('refuses the same arguments: %j', (args, refused) => {
    const given = camelKeys(args)
    const make = () => Sampler.fromArgs({ ...given, size: scanFileDataset(given).count }, 16, 0)
    if (refused) expect(make).toThrow(/^\[readers\.file\] Expected/)
    else expect(make().readerMeta().epochSize).toBeGreaterThan(0)
  })
})

describe('fileRoot', () => {
  it('names the classes, folders without files among them', () => {
    const { classes } = scanFileDataset({ fileRoot: tree })
    expect(classes).toEqual(['B', 'a', 'b', 'c', 'linked', 'none', 'é', '\uff5e', '\u{1f600}'])
    expect(scanFileDataset({ fileRoot: `${tree}/`, dirFilters: 'b' }).path(0)).toBe(`${tree}/B/q.png`)
  })

  it('keeps the bytes of names that are not UTF-8, in the order of bytes', () => {
    const odd = join(temp, 'odd')
    mkdirSync(odd)
    const folder = Buffer.concat([Buffer.from(`${odd}/c`), Buffer.from([0xff])])
    mkdirSync(folder)
    touch(Buffer.concat([folder, Buffer.from([0x2f, 0xfe]), Buffer.from('.jpg')]))
    touch(Buffer.concat([folder, Buffer.from([0x2f, 0xc3, 0xa9]), Buffer.from('.jpg')]))
    const { table } = scanFileDataset({ fileRoot: 'odd' })
    const text = Buffer.from(table.buffer, 8 + 8 * 3 + 4 * 2).toString('latin1')
    expect(text).toBe('odd/c\xff/\xc3\xa9.jpg\0odd/c\xff/\xfe.jpg\0')
  })

  it('fails on folders that are missing, no folders, or closed to the reader', () => {
    expect(failure(() => scanFileDataset({ fileRoot: 'nowhere' }), 'FILE_NOT_FOUND').message).toContain(
      "'nowhere' does not exist",
    )
    expect(failure(() => scanFileDataset({ fileRoot: 'f' }), 'INVALID_ARGUMENT').message).toContain(
      'a folder for fileRoot',
    )
    mkdirSync('closed/a', { recursive: true })
    touch('closed/a/1.jpg')
    chmodSync('closed/a', 0)
    // The superuser reads everything.
    if (process.getuid?.() !== 0) failure(() => scanFileDataset({ fileRoot: 'closed' }), 'FILE_UNREADABLE')
    chmodSync('closed/a', 0o700)
  })
})

describe('fileList', () => {
  it('is relative to fileRoot, else to its own folder; absolute entries stand', () => {
    expect(list('a.jpg 1\n/b.jpg 2\n')).toEqual([
      [1, 'lists/a.jpg'],
      [2, '/b.jpg'],
    ])
    expect(list('a.jpg 1\n/b.jpg 2\n', { fileRoot: '/r' })).toEqual([
      [1, '/r/a.jpg'],
      [2, '/b.jpg'],
    ])
    expect(list('a.jpg 1\n', { fileRoot: '' })).toEqual([[1, 'a.jpg']])
    expect(entries(scanFileDataset({ fileList: 'l' }))).toEqual([[1, 'f']])
  })

  it('may start with a byte order mark, and may have long lines and many chunks', () => {
    expect(list('\ufeffa.jpg 1\n')).toEqual([[1, 'lists/a.jpg']])
    const long = 'é/'.repeat(9000)
    const many = range(60_000).map((i) => `folder/name ${i}.jpg ${i % 1000}`)
    const found = list([...many, `${long}x.jpg 5`].join('\n'))
    expect(found.length).toBe(60_001)
    for (const i of [0, 1, 1023, 1024, 32_767, 59_999])
      expect(found[i]).toEqual([i % 1000, `lists/folder/name ${i}.jpg`])
    expect(found.at(-1)).toEqual([5, `lists/${long}x.jpg`])
  })

  it('names the bad line', () => {
    const error = failure(() => list('a.jpg 1\n\nb.jpg\n'), 'INVALID_ARGUMENT')
    expect(error.message).toContain(`"path label" on line 3 of 'lists/list.txt' for fileList but received 'b.jpg'`)
    expect(failure(() => list('a.jpg 2147483648\n'), 'INVALID_ARGUMENT').message).toContain('line 1 ')
  })

  it('fails when missing, a folder, or without entries', () => {
    failure(() => scanFileDataset({ fileList: 'nowhere.txt' }), 'FILE_NOT_FOUND')
    expect(failure(() => scanFileDataset({ fileList: tree }), 'INVALID_ARGUMENT').message).toContain('is a folder')
    failure(() => list(' \n\n'), 'EMPTY_DATASET')
  })
})

describe('files and labels', () => {
  it('labels are the positions unless given, and files need not exist', () => {
    expect(entries(scanFileDataset({ files: ['b', 'a', 'b'] }))).toEqual([
      [0, 'b'],
      [1, 'a'],
      [2, 'b'],
    ])
    const labels = Int32Array.of(-(2 ** 31), 2 ** 31 - 1)
    expect(entries(scanFileDataset({ files: ['x', '/y'], labels, fileRoot: 'r/' }))).toEqual([
      [-(2 ** 31), 'r/x'],
      [2 ** 31 - 1, '/y'],
    ])
    expect(entries(scanFileDataset({ files: 'x', labels: 3 }))).toEqual([[3, 'x']])
    expect(scanFileDataset({ files: 'x' }).classes).toEqual([])
  })

  it('reads no entry outside the data set', () => {
    const d = scanFileDataset({ files: ['x'] })
    for (const i of [-1, 1, 0.5, Number.NaN]) {
      failure(() => d.path(i), 'INVALID_ARGUMENT')
      failure(() => d.label(i), 'INVALID_ARGUMENT')
    }
  })

  const cases: [FileReaderArgs | object, RegExp][] = [
    [{ files: 5 }, /strings for files but received 5/],
    [{ files: ['a', 5] }, /a string for files\[1\] but received 5/],
    [{ files: ['a', ''] }, /a path for files\[1\] but received ''/],
    [{ files: ['a\0b'] }, /without NUL/],
    [{ files: ['a', 'b'], labels: [1] }, /2 labels, one per entry of files, for labels but received an array of 1/],
    [{ files: ['a'], labels: [1.5] }, /an integer in .* for labels\[0\] but received 1\.5/],
    [{ files: ['a'], labels: [2 ** 31] }, /for labels\[0\]/],
    [{ files: ['a'], labels: null }, /a list of integers for labels but received null/],
    [{ files: ['a'], labels: '1' }, /a list of integers for labels but received '1'/],
    [{ fileRoot: '' }, /a folder for fileRoot but received ''/],
    [{ fileList: '' }, /a path for fileList but received ''/],
    [{ fileRoot: 5 }, /a string for fileRoot but received 5/],
    [{ fileList: {} }, /a string for fileList but received an object/],
    [{ fileRoot: '.', fileFilters: [] }, /at least one string for fileFilters/],
    [{ fileRoot: '.', dirFilters: [1] }, /a string for dirFilters\[0\] but received 1/],
    [{ fileRoot: '.', caseSensitiveFilter: 'no' }, /a boolean for caseSensitiveFilter but received 'no'/],
  ]
  it.each(cases)('refuses %j', (args, text) => {
    expect(failure(() => scanFileDataset(args), 'INVALID_ARGUMENT').message).toMatch(text)
  })
})

it('the table has the layout that native code reads, in shared memory', () => {
  const d = scanFileDataset({ files: ['ab', 'ü'], labels: [7, -1] })
  expect(d.table.buffer).toBeInstanceOf(SharedArrayBuffer)
  const view = new DataView(d.table.buffer)
  expect([
    view.getBigUint64(0, true),
    view.getBigUint64(8, true),
    view.getBigUint64(16, true),
    view.getBigUint64(24, true),
  ]).toEqual([2n, 0n, 3n, 6n])
  expect([view.getInt32(32, true), view.getInt32(36, true)]).toEqual([7, -1])
  expect(Buffer.from(d.table.buffer, 40).toString()).toBe('ab\0ü\0')
})

it('a data set and its sampler take the same arguments', () => {
  const args: FileReaderArgs & Partial<SamplerOptions> = { fileRoot: tree, numShards: 2, shardId: 1 }
  const { count } = scanFileDataset(args)
  expect(Sampler.fromArgs({ ...args, size: count }, 4, 0).next('epoch').indices[0]).toBe(Math.floor(count / 2))
})
