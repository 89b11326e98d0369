// penstock-data check: what it finds, exit codes, files, the circle through skipList, signals, and what is refused.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fn, pipelineDef, type TensorList } from 'penstock-data'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CheckReport } from '../../src/cli/check/types.js'
import { Exit } from '../../src/cli/failure.js'
import { createProgram } from '../../src/cli/program.js'
import { flatPng } from '../util/png.js'
import { cli, emptyFolder, packageRoot, photos } from './cli.js'

const timeout = 60_000
const data = (name: string) => join(packageRoot, 'data', name)

/** Writes a folder of files, by their paths: bytes, or names of files in data/. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = emptyFolder()
  for (const [name, from] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    if (typeof from === 'string') copyFileSync(data(from), path)
    else writeFileSync(path, from)
  }
  return folder
}

const cwd = emptyFolder()
beforeAll(() => {
  vi.stubEnv('COLUMNS', '200')
  vi.stubEnv('NO_COLOR', '1')
})
afterAll(() => vi.unstubAllEnvs())
/** Runs the command in this process; paths of files are names in `cwd`. */
async function check(...args: string[]) {
  let [stdout, code] = ['', 0]
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += text
    return true
  })
  const given = args.map((arg, i) => (/^--(html|json|skip-list)$/.test(args[i - 1] ?? '') ? join(cwd, arg) : arg))
  try {
    const command = ['check', ...given, '--no-progress', '--json', join(cwd, 'report.json')]
    await createProgram().parseAsync(command, { from: 'user' })
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    code = error.code
  } finally {
    write.mockRestore()
  }
  const text = readFileSync(join(cwd, 'report.json'), 'utf8')
  const report = JSON.parse(text) as CheckReport
  const found = Object.fromEntries(report.findings.map((finding) => [finding.name, finding]))
  const names = (name: string) => found[name]?.examples.map(({ source }) => source.split('/').slice(-2).join('/'))
  return { code, stdout, report, found, names }
}

const cat = 'photos/animals/cat.jpg'
const face = 'photos/animals/cat_face.jpg'

describe('check', { timeout }, () => {
  it('finds what is bad and odd in a folder, and says what to do', async () => {
    const folder = folderOf({
      ...{
        'a/1.jpg': cat,
        'a/2.jpg': face,
        'a/3.jpg': 'photos/animals/raccoon.jpg',
        'a/4.jpg': 'photos/animals/raccoon_face.jpg',
      },
      ...{
        'b/again.jpg': cat,
        'a/same.jpg': face,
        'b/half.jpg': 'broken/truncated_half.jpg',
        'b/no.jpg': Buffer.from('no image'),
      },
      ...{
        'b/png.jpg': 'broken/png_named.jpg',
        'b/turned.jpg': 'photos/animals/raccoon_turned.jpg',
        'b/flat.png': flatPng(400, 300, 9),
      },
      ...{
        'b/tiny.png': flatPng(8, 8, 3),
        'b/strip.png': flatPng(2000, 90),
        'b/cmyk.jpg': 'formats/cmyk_adobe.jpg',
        'none/x.txt': Buffer.from('.'),
      },
    })
    const { code, stdout, report, found, names } = await check(folder)
    expect(code).toBe(1)
    expect(report).toMatchObject({
      samples: 14,
      read: 14,
      good: 12,
      bad: 2,
      duplicates: 2,
      kind: 'image',
      interrupted: null,
    })
    expect(names('bad')).toEqual(['b/half.jpg', 'b/no.jpg'])
    expect(found.bad!.examples.map(({ note }) => note)).toEqual([
      expect.stringMatching(/a whole JPEG file but received a truncated one/),
      expect.stringMatching(/an image of a known format but received text/),
    ])
    expect(names('duplicates')).toEqual(['a/same.jpg', 'b/again.jpg'])
    expect(names('conflicting-labels')).toEqual(['b/again.jpg'])
    expect(found['conflicting-labels']!.examples[0]!.note).toMatch(/the same bytes as .*a\/1\.jpg$/)
    expect(names('one-colour')).toEqual(['b/flat.png', 'b/strip.png', 'b/tiny.png'])
    expect(names('small')).toContain('b/tiny.png')
    expect(names('aspect')).toEqual(['b/strip.png'])
    expect(names('ending')).toEqual(['b/png.jpg'])
    expect(names('orientation')).toEqual(['b/turned.jpg'])
    expect(names('cmyk')).toEqual(['b/cmyk.jpg'])
    expect(names('empty-classes')).toEqual(['none'])
    expect(found['ignored-files']).toMatchObject({
      count: 1,
      unit: 'file',
      todo: expect.stringContaining('docs/data/folders.md'),
    })
    expect(report.classes).toEqual([
      { label: 0, name: 'a', count: 5 },
      { label: 1, name: 'b', count: 7 },
      { label: 2, name: 'none', count: 0 },
    ])
    expect(report.formats).toEqual({ jpeg: 8, png: 4 })
    expect(report.findings.filter(({ fails }) => fails).map(({ name }) => name)).toEqual(['bad'])
    expect(stdout).toMatch(/Checked 14 images in .*images\/s/)
    expect(stdout).toMatch(/✗ bad: 2 images that cannot be read.*b\/half\.jpg +Expected a whole.*> Replace the files/s)
    expect(stdout).toMatch(/width +8 .*█.*channel +mean \(0\.\.255\).*3 classes.*none +0/s)
  })

  it('writes a skip list with which readers read all the rest', async () => {
    const bad = readdirSync(data('broken')).filter((name) => name !== 'README.md')
    const folder = folderOf({
      ...Object.fromEntries(bad.map((name) => [`x/${name}`, `broken/${name}`])),
      ...{ 'x/good.jpg': cat, 'y/again.jpg': cat, 'y/other.jpg': face },
    })
    const read = async (skipList: string) => {
      const define = pipelineDef({ batchSize: 2, onError: 'throw' }, () => {
        const [files] = fn.readers.file({ fileRoot: folder, skipList })
        return [fn.decoders.image(files)]
      })
      const pipe = define()
      const names: string[] = []
      for await (const [images] of pipe as AsyncIterable<[TensorList]>) {
        for (let i = 0; i < images.length; i++) names.push(images.sourceInfo(i).source.slice(folder.length + 1))
      }
      await pipe.close()
      return names
    }
    writeFileSync(join(cwd, 'nothing.txt'), '')
    await expect(read(join(cwd, 'nothing.txt'))).rejects.toMatchObject({ code: 'BAD_SAMPLE' })

    const first = await check(folder, '--skip-list', 'skip.txt')
    expect([first.code, first.report.skipped]).toEqual([1, first.report.bad])
    const rest = await read(join(cwd, 'skip.txt'))
    expect(rest).toHaveLength(first.report.good)
    expect(rest).toEqual(expect.arrayContaining(['x/good.jpg', 'y/again.jpg', 'y/other.jpg']))

    const all = await check(folder, '--skip-list', 'more.txt', '--skip', 'bad,duplicates')
    expect(all.report.skipped).toBe(first.report.bad + 1)
    expect(await read(join(cwd, 'more.txt'))).toEqual(rest.filter((name) => name !== 'y/again.jpg'))
    // Where nothing is to be skipped the list is empty, and readers take it.
    const clean = await check(photos, '--skip-list', 'empty.txt')
    expect([clean.code, readFileSync(join(cwd, 'empty.txt'), 'utf8')]).toEqual([0, ''])
  })

  it('finds leaks between two sets of any formats, and compares all bytes of large files', async () => {
    // They have one key: they differ in a byte between the pieces that it is made of.
    const [one, other] = [Buffer.from(bitmap()), Buffer.from(bitmap())]
    other[30_000] = 255
    const train = folderOf({
      'a/1.jpg': cat,
      'a/2.jpg': face,
      'a/3.jpg': face,
      'b/one.bmp': one,
      'b/same.bmp': one,
      'b/other.bmp': other,
    })
    const val = folderOf({ 'v/x.jpg': face, 'v/y.jpg': 'photos/animals/raccoon.jpg', 'v/z.bmp': other })
    const { code, found, names, report } = await check(
      train,
      '--against',
      val,
      '--skip-list',
      'leaks.txt',
      '--skip',
      'leaks',
    )
    expect([code, report.against]).toEqual([1, expect.objectContaining({ read: 3, samples: 3, data: val })])
    expect(names('leaks')).toEqual(['a/2.jpg', 'a/3.jpg', 'b/other.bmp'])
    expect(found.leaks!.examples.map(({ note }) => note.split('/').at(-1))).toEqual(['x.jpg', 'x.jpg', 'z.bmp'])
    expect(names('duplicates')).toEqual(['a/3.jpg', 'b/same.bmp'])
    expect(readFileSync(join(cwd, 'leaks.txt'), 'utf8')).toBe('a/2.jpg\na/3.jpg\nb/other.bmp\n')
    const none = await check(val, '--against', folderOf({ 'q.jpg': cat }))
    expect([none.code, none.found.leaks]).toEqual([0, undefined])
  })

  it('has the exit code that --fail-on asks for, and 2 for errors', async () => {
    const folder = folderOf({ 'a.jpg': cat, 'b.jpg': cat, 'c.jpg': Buffer.from('x') })
    expect((await check(folder, '--fail-on', 'none')).code).toBe(0)
    expect((await check(folder, '--fail-on', 'leaks')).code).toBe(0)
    const { code, report } = await check(folder, '--fail-on', 'leaks,duplicates')
    expect([code, report.findings.map(({ name, fails }) => [name, fails])]).toEqual([
      1,
      expect.arrayContaining([
        ['bad', false],
        ['duplicates', true],
      ]),
    ])
    const wrong: [string[], RegExp][] = [
      [['nowhere'], /for DATA but 'nowhere' does not exist/],
      [[photos, '--against', 'nowhere'], /for --against but 'nowhere' does not exist/],
      [
        [photos, '--fail-on', 'bad,worse'],
        /some of bad,duplicates,leaks,suspicious.* for --fail-on but received 'worse'/,
      ],
      [[photos, '--threads', '0'], /--threads/],
      [[photos, '--html', 'no/where.html'], /for --html but '.*no\/where.html' cannot: its folder does not exist/],
      [[photos, '--skip-list', '.'], /for --skip-list but '.*' cannot: it is a folder/],
      [[photos, '--html', 'x.html', '--skip-list', './x.html'], /another file for --skip-list than for --html/],
      [[photos, '--against', data('sounds')], /the kind of DATA.* for --against but received/],
    ]
    for (const [args, words] of wrong) await expect(check(...args)).rejects.toThrow(words)
    expect(readdirSync(cwd).filter((name) => /^x\.html|tmp$/.test(name))).toEqual([])
    const spawned: [string[], number, RegExp][] = [
      [['nowhere'], 2, /for DATA but 'nowhere'/],
      [[photos, '--what'], 2, /unknown option '--what'/],
      [['--help'], 0, /^$/],
    ]
    const results = await Promise.all(spawned.map(([args]) => cli(['check', ...args], { cwd })))
    for (const [i, [args, code, words]] of spawned.entries()) {
      expect([args, results[i]!.code, results[i]!.stderr]).toEqual([args, code, expect.stringMatching(words)])
    }
  })

  it('draws a page with pictures of the odd samples', async () => {
    const folder = folderOf({
      'a/1.jpg': cat,
      'a/2.jpg': cat,
      'a/bad.jpg': Buffer.from('x'),
      'b/<b>.png': flatPng(300, 200, 5),
    })
    await check(folder, '--html', 'page.html')
    const page = readFileSync(join(cwd, 'page.html'), 'utf8')
    const pictures = [...page.matchAll(/<img src="data:image\/jpeg;base64,([^"]+)"/g)].map(([, text]) =>
      Buffer.from(text!, 'base64'),
    )
    // The second of two equal ones, and the flat one.
    expect(pictures).toHaveLength(2)
    for (const picture of pictures) expect(picture.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect(page).toMatch(
      /Fails: 1 bad.*id="duplicates".*a\/2\.jpg.*id="one-colour".*b\/&#60;b&#62;\.png.*Sizes.*Classes/s,
    )
    expect(page).not.toContain('<b>.png')
  })

  it('ends soon after a signal, says what was read, and writes nothing', async () => {
    const folder = emptyFolder()
    for (let i = 0; i < 4000; i++) symlinkSync(data('photos/animals/cat.jpg'), join(folder, `${i}.jpg`))
    let sent = 0
    const args = [
      'check',
      folder,
      '--threads',
      '1',
      '--batch-size',
      '4',
      '--skip-list',
      'cut.txt',
      '--html',
      'cut.html',
    ]
    const { code, stdout } = await cli(args, {
      cwd,
      progress: true,
      started: (child) => {
        child.stderr!.once('data', () => {
          sent = performance.now()
          child.kill('SIGINT')
        })
      },
    })
    expect([code, performance.now() - sent < 3000]).toEqual([130, true])
    const read = Number(/Interrupted after ([\d,]+) of 4,000 images/.exec(stdout)?.[1]?.replace(',', ''))
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(4000)
    expect(stdout).toContain('Nothing was written')
    expect(readdirSync(cwd).filter((name) => name.startsWith('cut') || name.endsWith('.tmp'))).toEqual([])
  })

  it('lists no name that does not fit on a line', async () => {
    const folder = folderOf({ 'a\nb.jpg': Buffer.from('x'), 'c.jpg': Buffer.from('x'), 'd.jpg': cat })
    const { report, stdout } = await check(folder, '--skip-list', 'lines.txt')
    expect([report.skipped, report.notListed]).toEqual([1, 1])
    expect(readFileSync(join(cwd, 'lines.txt'), 'utf8')).toBe('c.jpg\n')
    expect(stdout).toContain('1 name on the skip list; 1 more have no name of their own that fits on a line')
  })

  it('reports a set without one good sample', async () => {
    const { code, report, stdout } = await check(folderOf({ 'a.jpg': Buffer.from('x'), 'b.jpg': new Uint8Array() }))
    expect([code, report.good, report.bad, report.sizes]).toEqual([1, 0, 2, {}])
    expect(stdout).toContain('bad: 2 images')
  })
})

/** A BMP file of 200 x 200 pixels, 24 bits each: what differs in it is a pixel. */
function bitmap(): Uint8Array {
  const bytes = Buffer.alloc(54 + 3 * 200 * 200)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(200, 18)
  bytes.writeInt32LE(200, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  for (let i = 54; i < bytes.length; i++) bytes[i] = (i * 7) & 0xff
  return bytes
}
