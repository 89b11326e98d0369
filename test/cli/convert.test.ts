// penstock-data convert: the images of a folder under the same paths, their sizes and formats; bad files; what is there already;
// signals; what is refused.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOut, planned } from '../../src/cli/convert/plan.js'
import { cli, packageRoot, photos } from './cli.js'

const timeout = 60_000
let cwd = ''
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'penstock-convert-'))
})
afterAll(() => rmSync(cwd, { recursive: true }))

const convert = (...args: string[]) => cli(['convert', ...args, '--no-progress'], { cwd, env: { COLUMNS: '200' } })

/** All files of a folder but hidden ones. */
const filesIn = (folder: string) =>
  (readdirSync(join(cwd, folder), { recursive: true }) as string[])
    .filter((name) => statSync(join(cwd, folder, name)).isFile() && !/(^|\/)\./.test(name))
    .sort()

const source = (files: Readonly<Record<string, string | Buffer>>, folder: string) => {
  for (const [name, from] of Object.entries(files)) {
    const path = join(cwd, folder, name)
    mkdirSync(dirname(path), { recursive: true })
    if (typeof from === 'string') copyFileSync(join(packageRoot, 'data', from), path)
    else writeFileSync(path, from)
  }
}

const shapes = (folder: string, names: readonly string[]) =>
  nd.decoders.image(nd.batch(names.map((name) => readFileSync(join(cwd, folder, name)))), { outputType: 'any' }).shape

describe('convert', { timeout }, () => {
  it('keeps folders and names, makes images smaller, and does not enlarge', async () => {
    const { code, stdout, stderr } = await convert(photos, 'small', '--size', '64')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/24 images written to .*small: .* MB became .* images\/s/)
    const names = filesIn('small')
    const from = readdirSync(photos, { recursive: true }) as string[]
    expect(names).toEqual(from.filter((name) => name.endsWith('.jpg')).sort())
    for (const shape of shapes('small', names)) expect(Math.min(...shape.slice(0, 2))).toBe(64)
    await convert('small', 'same', '--size', '1000', '--format', 'png')
    const again = filesIn('same')
    expect(again).toEqual(names.map((name) => name.replace(/jpg$/, 'png')))
    expect(shapes('same', again)).toEqual(shapes('small', names))
  })

  it('writes the formats, and images whose names differ in their endings alone', async () => {
    source({ 'a.png': 'formats/rgba.png', 'a.gif': 'formats/palette.gif', 'b/c.webp': 'formats/lossy.webp' }, 'kinds')
    for (const [format, ending] of [
      ['jpeg', 'jpg'],
      ['webp', 'webp'],
      ['png', 'png'],
    ] as const) {
      const { code, stderr } = await convert('kinds', `kinds-${format}`, '--format', format)
      expect([code, stderr]).toEqual([0, ''])
      expect(filesIn(`kinds-${format}`)).toEqual([`a.gif.${ending}`, `a.png.${ending}`, `b/c.${ending}`])
    }
    // Transparency stays where the format has it.
    expect(shapes('kinds-png', ['a.png.png'])[0]![2]).toBe(4)
    expect(shapes('kinds-jpeg', ['a.png.jpg'])[0]![2]).toBe(3)
  })

  it('names bad files at the end and converts the others', async () => {
    const good = 'photos/animals/cat_face.jpg'
    source(
      {
        'x/good.jpg': good,
        'x/bad.jpg': Buffer.from('no image'),
        'y.png': Buffer.alloc(0),
        'notes.txt': Buffer.from('.'),
      },
      'some',
    )
    const { code, stdout } = await convert('some', 'rest', '--size', '32')
    expect(code).toBe(1)
    expect(stdout).toMatch(/1 image written.*1 other file .*Not converted: 2 files/s)
    expect(stdout).toMatch(/y\.png +Expected .*x\/bad\.jpg +Expected /s)
    expect(filesIn('rest')).toEqual(['x/good.jpg'])
    const json = JSON.parse((await convert('some', 'rest', '--size', '32', '--json')).stdout)
    expect(json).toMatchObject({ images: 3, kept: 1, written: 0, others: 1, interrupted: null })
    expect(json.bad.map(({ path }: { path: string }) => path)).toEqual([
      join(cwd, 'some/y.png'),
      join(cwd, 'some/x/bad.jpg'),
    ])
  })

  it('a signal leaves whole files alone, and the same command goes on', async () => {
    mkdirSync(join(cwd, 'many'))
    for (let i = 0; i < 600; i++) symlinkSync(join(photos, 'animals/cat_face.jpg'), join(cwd, 'many', `${i}.jpg`))
    const args = ['convert', 'many', 'part', '--size', '200', '--batch-size', '4', '--threads', '1']
    let child: { kill(signal: NodeJS.Signals): boolean } | undefined
    const timer = setInterval(() => {
      try {
        if (filesIn('part').length && child?.kill('SIGINT')) child = undefined
      } catch {}
    }, 5)
    const { code, stdout } = await cli(args, {
      cwd,
      started: (one) => {
        child = one
      },
    })
    clearInterval(timer)
    expect([code, stdout.includes('Interrupted: the same command goes on')]).toEqual([130, true])
    const files = filesIn('part')
    expect(files.length).toBeGreaterThan(0)
    expect(files.length).toBeLessThan(600)
    for (const name of files)
      expect(readFileSync(join(cwd, 'part', name)).subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
    expect(readdirSync(join(cwd, 'part')).filter((name) => name.endsWith('.tmp'))).toEqual([])
    const rest = await cli([...args, '--json'], { cwd })
    expect(JSON.parse(rest.stdout)).toMatchObject({ images: 600, kept: files.length, written: 600 - files.length })
    expect(filesIn('part').length).toBe(600)
  })

  it('refuses a folder of another origin, other options, and folders in each other', async () => {
    source({ 'a.jpg': 'photos/animals/cat_face.jpg' }, 'one')
    source({ 'mine.txt': Buffer.from('.') }, 'taken')
    expect((await convert('one', 'done', '--size', '8')).code).toBe(0)
    const settings = { format: 'jpeg', quality: 80, subsampling: '4:2:0' } as const
    const at = (name: string) => join(cwd, name)
    const attempt = async (from: string, to: string, size: number) => {
      await planned(at(from), { ...settings, size })
      openOut(at(from), at(to), { ...settings, size })
    }
    const wrong: [string, string, number, RegExp][] = [
      ['one', 'taken', 8, /an empty or a new folder for OUT/],
      ['one', 'done', 9, /size was 8 and is 9/],
      ['one', 'one/small', 8, /a folder apart from SRC/],
      ['one/.', 'one', 8, /a folder apart from SRC/],
      ['one', 'one/a.jpg', 8, /a folder apart from SRC/],
      ['one', 'taken/mine.txt', 8, /mine.txt' is a file/],
      ['none', 'new', 8, /'.*none' does not exist/],
      ['one/a.jpg', 'new', 8, /a.jpg' is a file/],
      ['taken', 'new', 8, /Expected images in '.*taken'/],
    ]
    for (const [from, to, size, message] of wrong) await expect(attempt(from, to, size)).rejects.toThrow(message)
    const { code, stderr } = await convert('one', 'new', '--quality', '0')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/from 1 to 100 for --quality/)])
    expect(filesIn('taken')).toEqual(['mine.txt'])
    expect(filesIn('done')).toEqual(['a.jpg'])
  })
})
