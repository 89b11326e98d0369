// Tests the rules for folders: which files are samples, of which class, which are left out, and how that is reported.
// The reader and the command line ask the same function.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure as thrown } from '../util/collect.js'
import { entries, type FileArgs, failure, scanned } from './helpers.js'

const temp = mkdtempSync(join(tmpdir(), 'penstock-folder-'))
afterAll(() => rmSync(temp, { recursive: true }))

interface Case {
  name: string
  /** Paths of files; a path that ends in a slash is an empty folder. */
  files: string[]
  /** Target by path. */
  links?: Record<string, string>
  args?: FileArgs
  classes: string[]
  /** Paths by label. */
  samples: [label: number, path: string][]
  ignored?: [why: RegExp, count: number, example: string][]
}

const cases: Case[] = [
  {
    name: 'files alone are a flat folder: one label, no classes',
    files: ['b.jpg', 'a.PNG', 'c.gif', '.keep'],
    classes: [],
    samples: [
      [0, 'a.PNG'],
      [0, 'b.jpg'],
      [0, 'c.gif'],
    ],
  },
  {
    name: 'sub-folders are classes, sorted by name; empty ones keep their label',
    files: ['dog/1.jpg', 'cat/2.jpg', 'bird/', 'cat/1.jpg'],
    classes: ['bird', 'cat', 'dog'],
    samples: [
      [1, 'cat/1.jpg'],
      [1, 'cat/2.jpg'],
      [2, 'dog/1.jpg'],
    ],
  },
  {
    name: 'files at any depth belong to the class folder above them',
    files: ['cat/2019/may/1.jpg', 'cat/0.jpg', 'cat/zoo.jpg', 'dog/a/b/c/d/1.jpg'],
    classes: ['cat', 'dog'],
    samples: [
      [0, 'cat/0.jpg'],
      [0, 'cat/2019/may/1.jpg'],
      [0, 'cat/zoo.jpg'],
      [1, 'dog/a/b/c/d/1.jpg'],
    ],
  },
  {
    name: 'files beside class folders are ignored; others there are no concern',
    files: ['cat/1.jpg', 'z.jpg', 'cover.jpg', 'README.md'],
    classes: ['cat'],
    samples: [[0, 'cat/1.jpg']],
    ignored: [[/beside/, 2, 'cover.jpg']],
  },
  {
    name: 'sub-folders without a sample do not hide the files beside them',
    files: ['1.jpg', 'raw/1.cr2', 'empty/'],
    classes: [],
    samples: [[0, '1.jpg']],
    ignored: [[/no fileFilters/, 1, 'raw/1.cr2']],
  },
  {
    name: 'hidden folders are no classes, at any depth, also where dirFilters names them',
    files: ['.git/1.jpg', '.ipynb_checkpoints/1.jpg', 'cat/1.jpg', 'cat/.thumbs/1.jpg'],
    args: { dirFilters: ['.git', '*'] },
    classes: ['cat'],
    samples: [[0, 'cat/1.jpg']],
  },
  {
    name: 'files that match no fileFilters are counted',
    files: ['cat/1.jpg', 'cat/notes.txt', 'cat/deep/x.json', 'cat/.DS_Store'],
    classes: ['cat'],
    samples: [[0, 'cat/1.jpg']],
    ignored: [[/no fileFilters/, 2, 'cat/notes.txt']],
  },
  {
    name: 'what macOS writes beside files is no data, and no class',
    files: [
      '__MACOSX/cat/._1.jpg',
      'cat/1.jpg',
      'cat/._1.jpg',
      'dog/__MACOSX/._2.jpg',
      'dog/2.jpg',
      '._dog',
      'dog/.DS_Store',
    ],
    classes: ['cat', 'dog'],
    samples: [
      [0, 'cat/1.jpg'],
      [1, 'dog/2.jpg'],
    ],
    ignored: [[/is what macOS keeps beside a file/, 1, 'cat/._1.jpg']],
  },
  {
    name: 'but not where fileFilters was chosen',
    files: ['cat/1.jpg', 'cat/notes.txt'],
    args: { fileFilters: '*.jpg' },
    classes: ['cat'],
    samples: [[0, 'cat/1.jpg']],
  },
  {
    name: 'links are followed; those to nothing are ignored, wherever they are',
    files: ['cat/1.jpg', 'dog/1.jpg'],
    links: {
      'cat/2.jpg': 'cat/1.jpg',
      tiger: 'cat',
      'dog/gone.jpg': 'nowhere',
      'gone.jpg': 'nowhere',
      gone: 'nowhere',
    },
    classes: ['cat', 'dog', 'tiger'],
    samples: [
      [0, 'cat/1.jpg'],
      [0, 'cat/2.jpg'],
      [1, 'dog/1.jpg'],
      [2, 'tiger/1.jpg'],
      [2, 'tiger/2.jpg'],
    ],
    ignored: [[/to nothing/, 3, 'gone']],
  },
  {
    name: 'links to a folder above, in a circle and to themselves end',
    files: ['cat/1.jpg', 'dog/1.jpg'],
    links: { 'cat/all': '.', 'cat/far': '..', 'cat/friend': 'dog', 'dog/friend': 'cat', 'cat/me': 'cat/me' },
    classes: ['cat', 'dog'],
    samples: [
      [0, 'cat/1.jpg'],
      [0, 'cat/friend/1.jpg'],
      [1, 'dog/1.jpg'],
      [1, 'dog/friend/1.jpg'],
    ],
  },
]

function make(root: string, { files, links = {} }: Pick<Case, 'files' | 'links'>): string {
  for (const path of files) {
    const full = join(root, path)
    mkdirSync(path.endsWith('/') ? full : dirname(full), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(full, 'x')
  }
  for (const [link, target] of Object.entries(links)) symlinkSync(join(root, target), join(root, link))
  return root
}

describe('a folder', () => {
  it.each(cases.map((one, i) => ({ ...one, i })))('$name', ({ i, args, classes, samples, ignored, ...tree }) => {
    const root = make(join(temp, `case${i}`), tree)
    const found = scanned({ fileRoot: root, ...args })
    expect(found.classes).toEqual(classes)
    expect(entries(found)).toEqual(samples.map(([label, path]) => [label, `${root}/${path}`]))
    if (tree.links && !ignored) return
    expect(found.ignored).toEqual(
      (ignored ?? []).map(([why, count, example]) => ({
        why: expect.stringMatching(why),
        count,
        // Which link is met first, the file system decides.
        example: tree.links ? expect.any(String) : example,
      })),
    )
  })

  const empty: [string, Pick<Case, 'files' | 'links' | 'args'>, RegExp][] = [
    ['nothing', { files: ['./'] }, /by its ending: fileFilters is \*\.jpg, .*\*\.gif/],
    ['files of other kinds', { files: ['a.txt', 'b.txt'] }, /, which 2 files in it do not match$/],
    ['a link to nothing', { files: ['./'], links: { 'a.jpg': 'b.jpg' } }, /A link in it leads to nothing$/],
    [
      'no class by the filter',
      { files: ['cat/1.jpg', '1.jpg'], args: { dirFilters: 'dog' } },
      /No sub-folder matches dirFilters \["dog"\]: change dirFilters, or leave it out to read the files directly/,
    ],
    ['classes without files by the filter', { files: ['cat/1.txt', '1.jpg'], args: { dirFilters: 'cat' } }, /ending/],
  ]
  it.each(empty)('with %s is EMPTY_DATASET with a cure', (name, { args, ...tree }, hint) => {
    const root = make(join(temp, `empty ${name}`), tree)
    const error = failure(() => scanned({ fileRoot: root, ...args }), 'EMPTY_DATASET')
    expect(error.message).toContain(`fileRoot '${root}'`)
    expect(error.hint).toMatch(hint)
  })
})

describe('a reader', () => {
  const root = join(temp, 'reader')
  beforeAll(() => {
    make(root, { files: ['cat/1.jpg', 'dog/2.jpg', '3.jpg', '4.jpg'], links: { 'dog/gone.jpg': 'nowhere' } })
  })
  const define = pipelineDef({ batchSize: 2, numThreads: 1, seed: 1 }, (args: object) =>
    fn.readers.file({ name: 'r', ...args }),
  )

  it('knows its classes, and tells what it ignores once per process', async () => {
    const warnings: Error[] = []
    const listen = (warning: Error) => warnings.push(warning)
    process.on('warning', listen)
    try {
      for (let i = 0; i < 2; i++) {
        await using pipe = define({ fileRoot: root })
        await pipe.build()
        expect(pipe.readerMeta('r')).toMatchObject({ classes: ['cat', 'dog'], ignoredFiles: 3, epochSize: 2 })
        await using again = await pipe.replay(0).then((out) => out[0])
        expect(again.length).toBe(1)
      }
      await using reader = nd.readers.file({ fileRoot: root, batchSize: 2 })
      expect(reader.getMetadata()).toMatchObject({ classes: ['cat', 'dog'], ignoredFiles: 3 })
      await new Promise((resolve) => setImmediate(resolve))
    } finally {
      process.off('warning', listen)
    }
    expect(warnings.map(({ message }) => message)).toEqual([
      `3 files in '${root}' are ignored: 2 lie beside the class folders ('3.jpg'), 1 is a link to nothing or to a folder above ('dog/gone.jpg')`,
    ])
    expect(warnings[0]).toMatchObject({ name: 'PenstockWarning', code: 'FILES_IGNORED' })
  })

  it('without a folder has no classes', async () => {
    await using pipe = define({ files: ['a.jpg'] })
    expect(pipe.readerMeta('r')).toMatchObject({ classes: [], ignoredFiles: 0 })
  })

  const wrong: [string, object, Partial<PipelineError>, RegExp][] = [
    ['an empty folder', { fileRoot: temp, fileFilters: '*.zzz' }, { code: 'EMPTY_DATASET' }, /fileFilters is \*\.zzz/],
    ['a folder that is not there', { fileRoot: '/no/where' }, { code: 'FILE_NOT_FOUND' }, /working folder, \//],
    ['a file', { fileRoot: join(root, '3.jpg') }, { code: 'INVALID_ARGUMENT' }, /single files go to the option files/],
    ['a list that is not there', { fileList: 'no.txt' }, { code: 'FILE_NOT_FOUND' }, /Check the path/],
    ['more shards than samples', { fileRoot: root, numShards: 3 }, { code: 'INVALID_ARGUMENT' }, /lower numShards/],
    ['a missing file', { files: 'no.jpg' }, { code: 'FILE_NOT_FOUND' }, /counts from the working folder, \/.*'skip'/],
    [
      'a missing file below fileRoot',
      { fileRoot: root, files: 'no.jpg' },
      { code: 'FILE_NOT_FOUND' },
      /^Check the path; /,
    ],
    ['a folder for a file', { fileRoot: root, files: 'cat' }, { code: 'FILE_UNREADABLE' }, /a folder of files goes to/],
  ]
  it.each(wrong)('names the line of its call, and a cure, for %s', async (_, args, expected, hint) => {
    const at = { ...expected, op: 'readers.file', callSite: expect.stringMatching(/folder\.test\.ts:\d+:\d+$/) }
    await using pipe = define(args)
    const error = await thrown(() => pipe.run())
    expect(error).toMatchObject(at)
    expect(error.hint).toMatch(hint)
    await using sync = define(args)
    expect(await thrown(() => sync.runSync())).toMatchObject(at)
  })
})
