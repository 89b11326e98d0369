// The site of the documentation, without the program that renders it: which files become pages, what a page is made of, and
// what the check of links finds.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { copyForAssistants } from '../../site/assistants.js'
import { documentsOf, targetOf } from '../../site/documents.js'
import { drawFigures } from '../../site/figures.js'
import { galleryPage } from '../../site/gallery.js'
import { landingPage } from '../../site/landing.js'
import { brokenPages } from '../../site/links.js'
import { operatorPage, pageOf, parityPart, sourcePage } from '../../site/markdown.js'
import { addressOf, type Item, sidebarOf, titleOf } from '../../site/navigation.js'
import { gpuRun, parityOf } from '../../site/parity.js'
import { groups } from '../../tools/schemas/groups.js'
import { loadSchemas } from '../../tools/schemas/op-json.js'
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

test('coding assistants find llms.txt, and each page that it names as Markdown', () => {
  const dist = tempFolder()
  copyForAssistants(root, dist, documentsOf(root))
  const named = [...readFileSync(join(dist, 'llms.txt'), 'utf8').matchAll(/\]\((\S+)\)/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(50)
  for (const path of [...named, 'docs/operators/resize.md'])
    expect([path, existsSync(join(dist, path))]).toEqual([path, true])
})

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
    const inGroups = new Map(schemas.map(({ name, group }) => [name, groups[group]]))
    const sidebar = sidebarOf(documents, titles, inGroups)
    const linksOf = ({ link, items = [] }: Item): string[] => [...(link ? [link] : []), ...items.flatMap(linksOf)]
    const links = sidebar.flatMap(linksOf)
    // README.md gives way to the landing page, to which the site's name leads.
    const pages = documents.map(({ page }) => addressOf(page)).filter((address) => address !== '/')
    expect([...links].sort()).toEqual(pages.sort())
    // What is open at first fits on a screen: the group of the open page is opened by the browser.
    const open = sidebar.flatMap(({ text, collapsed, items = [] }) => [text, ...(collapsed ? [] : items)])
    expect(sidebar).toContainEqual(expect.objectContaining({ text: 'From other libraries', collapsed: true }))
    // The links at the foot of a page follow this order.
    const step = links.indexOf('/start/tutorial/')
    expect(links.slice(step - 1, step + 9).map((link) => link.replace(/(\/\d).*/, '$1'))).toEqual([
      ...['/start/install.html', '/start/tutorial/', ...[1, 2, 3, 4, 5, 6, 7].map((n) => `/start/tutorial/${n}`)],
      '/start/from-dali.html',
    ])
    expect(open.length).toBeLessThan(25)
    const inOperators = sidebar.find(({ text }) => text === 'Operators')!.items!
    expect(inOperators.map(({ text }) => text)).toEqual(expect.arrayContaining(Object.values(groups)))
    for (const { text, items = [] } of inOperators) expect(items.length, text).toBeLessThan(20)
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
    expect(sourcePage('examples/one.mjs', '// One.\n')).toBe(
      '---\naside: false\n---\n\n# one.mjs\n\n```mjs:line-numbers\n// One.\n```\n',
    )
  })
})

describe('pages of operators', () => {
  test('show what each example gives', async () => {
    const folder = tempFolder()
    const figures = await drawFigures(root, folder, schemas)
    expect([...figures.keys()]).toEqual(schemas.map(({ name }) => name))
    const drawn = [...figures].filter(([, { after }]) => after.length)
    expect(drawn.length).toBeGreaterThan(80)
    for (const [name, { before, after, thumbnail }] of figures) {
      expect(existsSync(join(folder, thumbnail)), name).toBe(true)
      if (before) expect(existsSync(join(folder, before.file)), name).toBe(true)
      for (const { file, width, height } of after) {
        if (file.endsWith('.svg')) {
          expect(readFileSync(join(folder, file), 'utf8'), name).not.toMatch(/NaN|Infinity|undefined/)
          continue
        }
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
    const page = operatorPage(
      '# resize\n\nDevices: cpu.\n\n## Errors\n',
      figures.get('resize'),
      parityOf(root).get('resize'),
    )
    expect(page).toMatch(
      /<img src="\.\.\/photos\/animals\/cat\.jpg" alt="Before: .*<img src="\.\.\/figures\/resize\.png"/s,
    )
    expect(page).toMatch(/\n## Parity\n\n- DALI \d.*stored results;.*\n- GPU: \d+ cases.*\n\n## Errors\n/)
    expect(operatorPage('# flip\n\nDevices: cpu.\n', figures.get('readers.file'), undefined)).not.toContain('<figure')
  })

  test('are cards of the gallery, in the groups of the generated list', () => {
    const text = readFileSync(join(root, 'docs/operators/README.md'), 'utf8').replace(/\]\((?=\w)/g, '](./')
    const figures = new Map(schemas.map(({ name }) => [name, { after: [], thumbnail: `figures/${name}.svg` }]))
    const page = galleryPage(text, figures)
    expect(page.match(/<a class="operator"/g)).toHaveLength(schemas.length)
    expect(page).toMatch(
      /## Images: size, crop and place\n\n<div class="gallery">\n(<a class="operator".*<\/a>\n)+<\/div>\n\n## /,
    )
    expect(page).toContain(
      '<img class="tile" src="../figures/resize.svg" alt="" loading="lazy"><b>resize</b><span>Resamples images',
    )
    expect(page).toContain('<b>decoders.<wbr>image<wbr>Random<wbr>Crop</b>')
  })

  test('show what must be given first, then what matters, and last what has no effect', () => {
    const argsOf = (name: string) =>
      [...readFileSync(join(root, `docs/operators/${name}.md`), 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(
        ([, arg]) => arg,
      )
    expect(argsOf('resize').slice(0, 2)).toEqual(['size', 'resizeShorter'])
    expect(argsOf('resize').slice(-2)).toEqual(['minibatchSize', 'tempBufferHint'])
    expect(argsOf('readers.coco').slice(0, 2)).toEqual(['annotationsFile', 'fileRoot'])
    expect(argsOf('readers.file').slice(0, 5)).toEqual(['fileRoot', 'files', 'labels', 'fileList', 'randomShuffle'])
    for (const { name, args, order } of schemas) {
      expect([...order].sort(), name).toEqual(Object.keys(args).sort())
      const ranks = order.map((arg) => (args[arg]!.required ? 0 : args[arg]!.ignored ? 2 : 1))
      expect(ranks, name).toEqual([...ranks].sort())
    }
  })

  test('give the parity that the repository holds', () => {
    const report = '✔ flip on both devices (1.5ms)\nℹ 48 cases, largest difference 0.25 of what is allowed\n✔ other\n'
    expect([...gpuRun(report)]).toEqual([['flip', { cases: 48, largest: 0.25 }]])
    const parity = parityOf(root)
    // Operators that are newer than the stored run on a GPU have no figure until it is made again.
    for (const name of ['crop', 'flip', 'resize', 'normalize', 'warpAffine'])
      expect(parity.get(name)?.gpu, name).toBeDefined()
    expect(parity.get('crop')!.reference).toMatchObject({ library: expect.stringMatching(/^DALI \d/), maxSteps: 0 })
    expect(parityPart(parity, ['crop', 'jsFunction'])).toMatch(
      /\| \[crop\]\(\.\.\/operators\/crop\.md\) \| \d+ \| \d+ \| 0 \| \d+ \| 0 \|\n$/,
    )
  })
})

test('the landing page has a card for each task, with links', () => {
  const text = '### Train\n\nWords.\n\n- [Go](./a.md)\n\n### Serve\n\nMore.\n'
  const page = landingPage({ name: 'x', text: "it's: y", actions: [{ text: 'Go', link: '/a.html' }] }, text)
  expect(page).toMatch(/^---\nlayout: home\n(.*\n)*hero: \{"name":"x","text":"it's: y","actions":\[\{"theme":"brand"/)
  expect(page.match(/<div class="task">\n\n### /g)).toHaveLength(2)
  expect(page).toContain('- [Go](./a.md)\n\n</div>')
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
