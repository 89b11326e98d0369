// penstock-data index: indexes have the bytes that DALI's and MXNet's tools write, and give the samples that there are without
// one; what becomes of files that are there, of damaged ones, of signals.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { fn } from 'penstock-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sameBytes, writeIndex } from '../../src/readers/container-index.js'
import { epochOf } from '../readers/containers.js'
import { image, record } from '../readers/record-io.js'
import { tar } from '../readers/tar.js'
import { example, record as tfrecord } from '../readers/tfrecord.js'
import { StoreServer } from '../util/store-server.js'
import { cli, emptyFolder } from './cli.js'

const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`../readers/golden/${name}.json`, import.meta.url), 'utf8'))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-index-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const signal = new AbortController().signal
/** The index of a container, or the code of the error. */
async function indexOf(data: Buffer): Promise<string> {
  const [path, index] = [join(folder, 'set'), join(folder, 'set.idx')]
  writeFileSync(path, data)
  rmSync(index, { force: true })
  try {
    await writeIndex(path, index, { signal })
    return readFileSync(index, 'utf8')
  } catch (error) {
    expect([existsSync(index), error]).toEqual([
      false,
      expect.objectContaining({ hint: expect.stringMatching(/.{10}/) }),
    ])
    return (error as { code: string }).code
  }
}

/**
 * Cases in which the two differ on purpose, by format and name: docs/reference/cli.md lists them. What wds2idx takes of damaged
 * archives is what GNU tar has said before it failed.
 */
const differs: Record<string, (tool: string) => string> = {
  // wds2idx takes the extended header of a long name in GNU's format for the file's own.
  'tar GNU long names 0': (tool) => tool.replace('jpg 1536 ', 'jpg 2560 ').replace('cls 3584 ', 'cls 4608 '),
  // Names are as readers know them.
  'tar hostile names 0': (tool) => tool.replace('/abs/q', 'abs/q').replace('../up', 'up').replace('a/../../etc', 'etc'),
  // A line of wds2idx has no extension there, and neither reader takes it.
  'tar names 0': () => 'UNSUPPORTED',
  'tar a sparse file 0': () => 'UNSUPPORTED',
  // Both readers take contiguous files, and go on behind one block of zeros.
  'tar kinds of entries 0': (tool) =>
    tool.replace('v1.2 3', 'v1.2 4').replace('jpg 6144', 'jpg 5120 1 c.jpg\njpg 6144'),
  'tar a zero block amid 0': (tool) => `${tool.replace('v1.2 1', 'v1.2 2')}jpg 3072 1 b.jpg cls 4096 1 b.cls\n`,
  'tar no archive 0': () => 'INVALID_ARGUMENT',
  'tar an empty file 0': () => 'INVALID_ARGUMENT',
  'tar an empty archive before another 0': () => 'INVALID_ARGUMENT',
}
for (const name of [
  'cut off in data',
  'cut off in a header',
  'a damaged header',
  'a size of 63 bits',
  'a negative size',
]) {
  differs[`tar ${name} 0`] = () => 'FILE_UNREADABLE'
}
differs['tar a size that is no number 0'] = () => 'FILE_UNREADABLE'

describe('the bytes of an index', () => {
  const sets: [string, Buffer][] = []
  const add = (format: string, name: string, i: number, data: Buffer) => {
    const key = `${name} ${i}`
    if (key in indexes[format]!) sets.push([`${format} ${key}`, data])
  }
  const indexes = golden('indexes') as Record<string, Record<string, string | null>>
  for (const { name, tars } of golden('webdataset').cases) {
    for (const [i, one] of tars.entries()) add('tar', name, i, inflateSync(Buffer.from(one, 'base64')))
  }
  for (const { name, file } of golden('tfrecord').cases) add('tfrecord', name, 0, Buffer.from(file, 'base64'))
  for (const { name, files } of golden('mxnet').cases) {
    for (const [i, one] of files.entries()) add('recordio', name, i, Buffer.from(one, 'base64'))
  }

  it.each(sets)('are those of the tool: %s', async (key, data) => {
    const [format, ...name] = key.split(' ')
    const tool = indexes[format!]![name.join(' ')]!
    const expected = differs[key]?.(tool) ?? tool
    expect(await indexOf(data)).toBe(expected ?? 'FILE_UNREADABLE')
  })
})

const pair = [0, 1, 2].flatMap(
  (i) =>
    [
      [`d/${i}.jpg`, `data ${i}`],
      [`d/${i}.cls`, `${i}`],
    ] as const,
)
const features = (i: number) => ({ x: { ints: [i, i] } })
const containers = {
  'a.tar': tar(pair),
  'b.tfrecord': Buffer.concat([0, 1, 2].map((i) => tfrecord(example(features(i))))),
  'c.rec': Buffer.concat([0, 1, 2].map((i) => record(image(i, Buffer.from(`data ${i}`))))),
}
function written(names = Object.keys(containers) as (keyof typeof containers)[]): string {
  const cwd = emptyFolder()
  for (const name of names) writeFileSync(join(cwd, name), containers[name])
  return cwd
}

describe('penstock-data index', { timeout: 60_000 }, () => {
  it('writes beside the files, and the epochs are those without an index', async () => {
    const cwd = written()
    const { code, stdout, stderr } = await cli(['index', '*.tar', 'b.tfrecord', 'c.rec', '--no-progress'], { cwd })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(
      'a.idx: 3 samples, tar, written\nb.idx: 3 records, tfrecord, written\nc.idx: 3 records, recordio, written\n',
    )
    expect(readdirSync(cwd).sort()).toEqual(['a.idx', 'a.tar', 'b.idx', 'b.tfrecord', 'c.idx', 'c.rec'])
    const at = (name: string) => join(cwd, name)
    const spec = { x: { kind: 'fixed', dtype: 'int64', shape: [2] } } as const
    const pairs = [
      [{}, { indexPaths: at('a.idx') }].map(
        (more) => () => fn.readers.webdataset({ paths: at('a.tar'), ext: ['jpg', 'cls'], ...more }),
      ),
      [{}, { indexPath: at('b.idx') }].map(
        (more) => () => fn.readers.tfrecord({ path: at('b.tfrecord'), features: spec, ...more }).x,
      ),
      [{}, { indexPath: at('c.idx') }].map((more) => () => fn.readers.mxNet({ path: at('c.rec'), ...more })),
    ]
    for (const [plain, indexed] of pairs) {
      const epoch = await epochOf(plain as never)
      expect(epoch.samples.length).toBe(3)
      expect(await epochOf(indexed as never)).toEqual(epoch)
    }
  })

  it('leaves what is there: the same stays, another file needs --force, a link stays one', async () => {
    const cwd = written(['a.tar', 'c.rec'])
    const run = (...args: string[]) => cli(['index', ...args], { cwd })
    writeFileSync(join(cwd, 'c.idx'), '17\t0\n')
    mkdirSync(join(cwd, 'far'))
    symlinkSync('far/real.idx', join(cwd, 'a.idx'))
    writeFileSync(join(cwd, 'far/real.idx'), '')
    const refused = await run('c.rec')
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/INVALID_ARGUMENT: .*'c\.idx'[\s\S]*--force/),
    ])
    expect(readFileSync(join(cwd, 'c.idx'), 'utf8')).toBe('17\t0\n')
    const wrong = await run('.', '--check', '--json')
    expect(JSON.parse(wrong.stdout).map((one: { error: { code: string } }) => one.error.code)).toEqual([
      'FILE_UNREADABLE',
      'FILE_UNREADABLE',
    ])
    expect((await run('.', '--force')).stdout).toBe(
      'a.idx: 3 samples, tar, replaced\nc.idx: 3 records, recordio, replaced\n',
    )
    expect(readFileSync(join(cwd, 'far/real.idx'), 'utf8')).toMatch(/^v1\.2 3\n/)
    for (const args of [['.'], ['.', '--check']])
      expect((await run(...args)).stdout).toMatch(/unchanged\n.*unchanged\n$/)
    expect(readdirSync(cwd).sort()).toEqual(['a.idx', 'a.tar', 'c.idx', 'c.rec', 'far'])
  })

  it('says of each file what is wrong, and writes the others', async () => {
    const cwd = written()
    writeFileSync(join(cwd, 'd.tar'), tar([['with space.jpg', 'x']]))
    writeFileSync(join(cwd, 'e.tar'), containers['a.tar'].subarray(0, 515))
    writeFileSync(join(cwd, 'f.rec'), containers['c.rec'].subarray(0, 100))
    writeFileSync(join(cwd, 'g.rec'), '')
    writeFileSync(join(cwd, 'h.jpg'), 'no container')
    const { code, stdout, stderr } = await cli(['index', 'a.tar', '{d,e}.tar', 'f.rec', 'g.rec', 'h.jpg'], {
      cwd,
      env: { COLUMNS: '500' },
    })
    expect([code, stdout]).toEqual([1, 'a.idx: 3 samples, tar, written\n'])
    expect(stderr.split('\n').filter((line) => line.startsWith('error'))).toEqual([
      expect.stringMatching(/UNSUPPORTED: .*'with space\.jpg' of 'd\.tar' at offset 512 has white space/),
      expect.stringMatching(/FILE_UNREADABLE: .* for FILE but 'e\.tar' is damaged at offset 512, behind 'd\/0\.jpg'/),
      expect.stringMatching(/FILE_UNREADABLE: .* for FILE but 'f\.rec' is damaged at offset \d+: .*cut off/),
      expect.stringMatching(/INVALID_ARGUMENT: .*'g\.rec' is empty/),
      expect.stringMatching(/INVALID_ARGUMENT: .*'h\.jpg' begins as none of them/),
    ])
    expect(readdirSync(cwd).filter((name) => !/^[a-h]\.(tar|tfrecord|rec|jpg)$/.test(name))).toEqual(['a.idx'])
  })

  it.each<[string, string[], RegExp]>([
    [
      'two files of one name',
      ['a.tar', 'sub/a.tar', '--out', 'idx'],
      /indexes of different names.*'a\.tar' and 'sub\/a\.tar'/,
    ],
    ['a URL without --out', ['http://127.0.0.1:9/x.tar'], /Expected --out/],
    ['--check beside --force', ['a.tar', '--check', '--force'], /received both/],
    ['a file as --out', ['a.tar', '--out', 'a.tar'], /folder for --out but 'a\.tar'/],
    ['a file that is not there', ['no.tar'], /'no\.tar' does not exist/],
    ['numbers of which one is missing', ['{0..1}.tar'], /'0\.tar' does not exist/],
    ['an index that is not there', ['a.tar', '--check'], /'a\.idx' of 'a\.tar' but it does not exist/],
  ])('refuses %s', async (_, args, words) => {
    const cwd = written(['a.tar'])
    mkdirSync(join(cwd, 'sub'))
    writeFileSync(join(cwd, 'sub/a.tar'), containers['a.tar'])
    const { code, stderr } = await cli(['index', ...args], { cwd, env: { COLUMNS: '500' } })
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)])
  })

  it('reads objects of stores, by braces too, and a signal leaves nothing', async () => {
    const store = emptyFolder()
    for (const i of [0, 1]) writeFileSync(join(store, `${i}.tar`), containers['a.tar'])
    const server = await StoreServer.open(store)
    try {
      const cwd = emptyFolder()
      const args = ['index', `${server.url}/{0..1}.tar`, '--out', 'new/idx']
      const done = await cli(args, { cwd })
      // What takes more than a second tells how far it is.
      expect([done.code, done.stderr.replaceAll(/^\d+ samples \(.*\n/gm, '')]).toEqual([0, ''])
      for (const i of [0, 1])
        expect(await indexOf(containers['a.tar'])).toBe(readFileSync(join(cwd, `new/idx/${i}.idx`), 'utf8'))
      expect(await sameBytes(join(cwd, 'new/idx/0.idx'), join(cwd, 'new/idx/1.idx'))).toBe(true)

      rmSync(join(cwd, 'new'), { recursive: true })
      await server.faults({ silent: true })
      const ended = await cli(args, {
        cwd,
        started: async (child) => {
          while ((await server.facts()).requests === 0) await new Promise((later) => setTimeout(later, 20))
          child.kill('SIGINT')
        },
      })
      expect([ended.code, ended.stdout]).toEqual([130, ''])
      expect(readdirSync(join(cwd, 'new/idx'))).toEqual([])
    } finally {
      await server.close()
    }
  })
})
