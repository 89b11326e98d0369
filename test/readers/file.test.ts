// Finding files: against what DALI found in the same trees and lists, and every way to ask for it wrongly.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Sampler, type SamplerOptions } from '../util/sampler.js'
import { camelKeys, entries, type FileArgs, failure, golden, range, scanned } from './helpers.js'

type Entry = [label: number, source: string]

/** Whether one of the filters of the golden trees matches these names, none of which has a letter where case counts. */
function matches(filters: string | readonly string[], name: string): boolean {
  const known: Record<string, RegExp> = {
    '*': /./,
    '*.jpg': /\.jpg$/,
    '*.png': /\.png$/,
    '*.zzz': /\.zzz$/,
    'a*': /^a/,
    '[!.]*': /^[^.]/,
    '[12].jp?': /^[12]\.jp.$/,
    '[!a-z]*': /^[^a-z]/,
    '[[:digit:]]*': /^\d/,
  }
  return [filters].flat().some((filter) => known[filter]?.test(name))
}

/**
 * What DALI found, with the two differences of docs/data/folders.md: a hidden folder is no class, so that the labels behind it
 * move up, and files below a class folder belong to it at any depth.
 */
function ours(args: FileArgs, dali: readonly Entry[]): Entry[] {
  const hidden = matches(args.dirFilters ?? '*', '.hid') ? 1 : 0
  const shown = dali.filter(([, source]) => !source.startsWith('.'))
  const entries = shown.map(([label, source]): Entry => [label - hidden, source])
  for (const deep of ['a/sub/deep.jpg', 'c/dir.jpg/in.txt']) {
    const label = entries.find(([, source]) => source.startsWith(deep.slice(0, 2)))?.[0]
    if (label !== undefined && matches(args.fileFilters ?? '*.jpg', deep.split('/').at(-1)!))
      entries.push([label, deep])
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

/** A list file's entries below its own folder. */
function list(content: string | Buffer, args: FileArgs = {}): [number, string][] {
  mkdirSync('lists', { recursive: true })
  writeFileSync('lists/list.txt', content)
  return entries(scanned({ fileList: 'lists/list.txt', ...args }))
}

describe('DALI', () => {
  it.each(golden.trees)(
    'finds the same files and labels in a tree, but for hidden and nested folders: %j',
    (args, expected) => {
      const given = camelKeys(args)
      const scan = () => scanned({ fileRoot: tree, ...given })
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
    // Without a shuffle a sampler does not look at initialFill; fn does.
    const { initialFill: _, ...others } = given
    const make = () => Sampler.fromArgs('readers.file', { ...given, size: scanned(others).count }, 16, 0)
    if (refused) expect(make).toThrow(/^\[readers\.file\] Expected/)
    else expect(make().readerMeta().epochSize).toBeGreaterThan(0)
  })
})

describe('fileRoot', () => {
  it('names the classes, folders without files among them', () => {
    const { classes } = scanned({ fileRoot: tree })
    expect(classes).toEqual(['B', 'a', 'b', 'c', 'linked', 'none', 'é', '\uff5e', '\u{1f600}'])
    expect(scanned({ fileRoot: `${tree}/`, dirFilters: 'b' }).samples[0]!.source).toBe(`${tree}/B/q.png`)
  })

  it('fails on folders that are missing, no folders, or closed to the reader', () => {
    expect(failure(() => scanned({ fileRoot: 'nowhere' }), 'FILE_NOT_FOUND').message).toContain(
      "'nowhere' does not exist",
    )
    expect(failure(() => scanned({ fileRoot: 'f' }), 'INVALID_ARGUMENT').message).toContain('a folder for fileRoot')
    mkdirSync('closed/a', { recursive: true })
    touch('closed/a/1.jpg')
    chmodSync('closed/a', 0)
    // The superuser reads everything.
    if (process.getuid?.() !== 0) failure(() => scanned({ fileRoot: 'closed' }), 'FILE_UNREADABLE')
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
    expect(entries(scanned({ fileList: 'l' }))).toEqual([[1, 'f']])
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
    expect(error.message).toContain(
      `"path label" on line 3 of 'lists/list.txt' for fileList but received a line of another form`,
    )
    expect(failure(() => list('a.jpg 2147483648\n'), 'INVALID_ARGUMENT').message).toContain('line 1 ')
  })

  it('fails when missing, a folder, or without entries', () => {
    failure(() => scanned({ fileList: 'nowhere.txt' }), 'FILE_NOT_FOUND')
    expect(failure(() => scanned({ fileList: tree }), 'INVALID_ARGUMENT').message).toContain('is a folder')
    failure(() => list(' \n\n'), 'EMPTY_DATASET')
  })
})

describe('files and labels', () => {
  it('labels are the positions unless given, and files need not exist', () => {
    expect(entries(scanned({ files: ['b', 'a', 'b'] }))).toEqual([
      [0, 'b'],
      [1, 'a'],
      [2, 'b'],
    ])
    const labels = Int32Array.of(-(2 ** 31), 2 ** 31 - 1) as unknown as number[]
    expect(entries(scanned({ files: ['x', '/y'], labels, fileRoot: 'r/' }))).toEqual([
      [-(2 ** 31), 'r/x'],
      [2 ** 31 - 1, '/y'],
    ])
    expect(entries(scanned({ files: 'x', labels: 3 }))).toEqual([[3, 'x']])
    expect(scanned({ files: 'x' }).classes).toEqual([])
  })

  // Types are fn's to check.
  const cases: [FileArgs, RegExp][] = [
    [{ files: ['a', ''] }, /a path for files\[1\] but received ''/],
    [{ files: [] }, /at least one string for files/],
    [{ files: ['a\0b'] }, /without NUL characters for files\[0\]/],
    [{ fileRoot: 'a\0b' }, /without NUL characters for fileRoot/],
    [{ files: ['a', 'b'], labels: [1] }, /2 values for labels \(one per file\) but received 1/],
    [{ fileRoot: '' }, /a folder for fileRoot but received ''/],
    [{ fileList: '' }, /a path for fileList but received ''/],
    [{ fileRoot: '.', fileFilters: [] }, /at least one string for fileFilters/],
    [{ fileRoot: '.', dirFilters: [] }, /at least one string for dirFilters/],
  ]
  it('labels have 32 bits', () => {
    expect(() => scanned({ files: ['a'], labels: [2 ** 31] })).toThrow(/list of 32-bit integers for labels/)
  })

  it.each(cases)('refuses %j', (args, text) => {
    expect(failure(() => scanned(args), 'INVALID_ARGUMENT').message).toMatch(text)
  })
})

it('a data set and its sampler take the same arguments', () => {
  const args: FileArgs & Partial<SamplerOptions> = { fileRoot: tree, numShards: 2, shardId: 1 }
  const { count } = scanned(args)
  expect(Sampler.fromArgs('readers.file', { ...args, size: count }, 4, 0).next('epoch').indices[0]).toBe(
    Math.floor(count / 2),
  )
})
