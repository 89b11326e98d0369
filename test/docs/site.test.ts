// The site of the documentation, without the program that renders it: which files become pages, what a page is made of, and
// what the check of links finds.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { documentsOf, targetOf } from '../../site/documents.js'
import { drawFigures } from '../../site/figures.js'
import { brokenPages } from '../../site/links.js'
import { operatorPage, pageOf, parityPart, sourcePage } from '../../site/markdown.js'
import { addressOf, sidebarOf, titleOf } from '../../site/navigation.js'
import { gpuRun, parityOf } from '../../site/parity.js'
import { loadSchemas } from '../../tools/gen/schema.js'
import { tempFolder } from '../util/files.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const schemas = loadSchemas(join(root, 'native/ops')).filter((op) => !op.internal)

function folderWith(files: Record<string, string>): string {
  const folder = tempFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

describe('pages', () => {
  test('are what links from README.md lead to', () => {
    const repository = folderWith({
      'README.md':
        '[a](docs/a.md#x) [b](examples) [out](https://example.org) `[no](none.md)`\n```\n[no](none.md)\n```\n',
      'CHANGELOG.md': '',
      'docs/a.md': '[c](../examples/deep) [d](../data.json)',
      'docs/lonely.md': '',
      'examples/README.md': '[one](one.mjs)',
      'examples/one.mjs': '',
      'examples/deep/two.mjs': '',
      'data.json': '',
    })
    expect(documentsOf(repository).map(({ path, page, kind }) => [path, page, kind])).toEqual([
      ['README.md', 'index.md', 'document'],
      ['CHANGELOG.md', 'changelog.md', 'document'],
      ['docs/a.md', 'a.md', 'document'],
      ['examples/README.md', 'examples/index.md', 'document'],
      ['data.json', 'data.json', 'file'],
      ['examples/one.mjs', 'examples/one.mjs.md', 'source'],
    ])
    expect(() => targetOf(repository, 'docs/a.md', 'b.md')).toThrow('docs/a.md: b.md leads to nothing')
  })

  test('are all in the sidebar, once, and all operators have one', () => {
    const documents = documentsOf(root).filter(({ kind }) => kind !== 'file')
    const titles = new Map(
      documents.map(({ page, path }) => [page, titleOf(readFileSync(join(root, path), 'utf8')) || path]),
    )
    const links = sidebarOf(documents, titles).flatMap(({ items = [] }) => items.map(({ link }) => link!))
    expect([...links].sort()).toEqual(documents.map(({ page }) => addressOf(page)).sort())
    expect(links).toEqual(expect.arrayContaining(schemas.map(({ name }) => `/operators/${name}.html`)))
  })

  test('have links to pages, code that can be opened, and no markup by accident', () => {
    const repository = folderWith({ 'README.md': '', 'docs/a.md': '', 'examples/one.mjs': '' })
    const pages = new Map(
      [
        { path: 'README.md', page: 'index.md', kind: 'document' },
        { path: 'docs/a.md', page: 'a.md', kind: 'document' },
        { path: 'examples/one.mjs', page: 'examples/one.mjs.md', kind: 'source' },
      ].map((one) => [one.path, one as ReturnType<typeof documentsOf>[number]]),
    )
    const text = [
      'A [page](a.md#here), [code](../examples/one.mjs) and `[none](x.md)`: <name> of {{ it }}, `<b> {{ }}`.',
      '<!-- given\ndeclare const x: number\n-->',
      '```ts no-run: needs a GPU\nx < [0](1) && {{}}\n```',
    ].join('\n')
    expect(pageOf(repository, pages.get('docs/a.md')!, text, pages)).toBe(
      [
        'A [page](./a.md#here), [code](./examples/one.mjs.md) and `[none](x.md)`: &lt;name> of &#123;&#123; it }}, `<b> {{ }}`.',
        '::: details What this code takes as given\n```ts\ndeclare const x: number\n```\n:::\n',
        '```ts\nx < [0](1) && {{}}\n```',
      ].join('\n'),
    )
    expect(sourcePage('examples/one.mjs', '// One.\n')).toBe('# one.mjs\n\n```mjs:line-numbers\n// One.\n```\n')
  })
})

describe('pages of operators', () => {
  test('show what each example makes of its photo', async () => {
    const folder = tempFolder()
    const figures = await drawFigures(root, folder, schemas)
    const examples = schemas.filter(({ example }) => typeof example === 'object')
    expect([...figures.keys()]).toEqual(examples.map(({ name }) => name))
    for (const [name, { before, after }] of figures) {
      expect(existsSync(join(folder, before.file)), name).toBe(true)
      for (const { file, width, height } of after) {
        const png = PNG.sync.read(readFileSync(join(folder, file)))
        expect([png.width, png.height], name).toEqual([width, height])
        // A picture of one colour would show nothing.
        expect(
          new Set(new Uint32Array(png.data.buffer, png.data.byteOffset, width * height)).size,
          name,
        ).toBeGreaterThan(20)
      }
    }
    const [one, two] = figures.get('randomResizedCrop')!.after.map(({ file }) => readFileSync(join(folder, file)))
    expect(one!.equals(two!)).toBe(false)
    const { name } = examples.find((op) => op.name === 'resize')!
    const page = operatorPage('# resize\n\nDevices: cpu.\n\n## Errors\n', figures.get(name), parityOf(root).get(name))
    expect(page).toMatch(
      /<img src="\.\.\/photos\/animals\/cat\.jpg" alt="Before: .*<img src="\.\.\/figures\/resize\.png"/s,
    )
    expect(page).toMatch(/\n## Parity\n\n- DALI \d.*stored results;.*\n- GPU: \d+ cases.*\n\n## Errors\n/)
  })

  test('give the parity that the repository holds', () => {
    const report = '✔ flip on both devices (1.5ms)\nℹ 48 cases, largest difference 0.25 of what is allowed\n✔ other\n'
    expect([...gpuRun(report)]).toEqual([['flip', { cases: 48, largest: 0.25 }]])
    const parity = parityOf(root)
    // Operators that are newer than the stored run on a GPU have no figure until it is made again.
    for (const name of ['crop', 'flip', 'resize', 'normalize', 'warpAffine'])
      expect(parity.get(name)?.gpu, name).toBeDefined()
    expect(parity.get('crop')!.reference).toMatchObject({ library: expect.stringMatching(/^DALI \d/), mostSteps: 0 })
    expect(parityPart(parity, ['crop', 'jsFunction'])).toMatch(
      /\| \[crop\]\(\.\/operators\/crop\.md\) \| \d+ \| \d+ \| 0 \| \d+ \| 0 \|\n$/,
    )
  })
})

test('the check of the built site finds what is broken', () => {
  const index = '"/a.html#a" "/#index"'
  const site = folderWith({
    'index.html':
      '<a href="/a.html#here">1</a><a href="/a">2</a><a href="/">5</a><a href="a.html#gone">3</a><a href="/b.html">4</a>',
    'a.html':
      '<h1 id="here"></h1><a href="#here">1</a><a href="#gone">2</a><a href="https://example.org">3</a><img src="x.png">',
    'deep/c.html': '<a href="../a.html">1</a><a href="/">2</a><script src="https://example.org/x.js"></script>',
    'assets/chunks/@localSearchIndexroot.js': index,
  })
  expect(brokenPages(site).sort()).toEqual([
    'a.html: #gone: no such place',
    'a.html: x.png leads to nothing',
    'deep/c.html loads https://example.org/x.js from elsewhere',
    'deep/c.html: the search does not know it',
    'index.html: /a leads to nothing',
    'index.html: /b.html leads to nothing',
    'index.html: a.html#gone: no such place',
  ])
  expect(brokenPages(site, '/docs/')).toContain('index.html: /a is outside of /docs/')
})
