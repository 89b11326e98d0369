// npm run docs: builds the documentation as a static site in site/dist, which any web server can serve, and checks its
// links. `-- --serve` serves it afterwards. VitePress is installed into site/node_modules, and only for this.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { groups } from '../tools/schemas/groups.js'
import { loadSchemas } from '../tools/schemas/op-json.js'
import { copyForAssistants } from './assistants.js'
import { type Document, documentsOf } from './documents.js'
import { drawFigures, type Figure } from './figures.js'
import { galleryPage } from './gallery.js'
import { landingPage } from './landing.js'
import { brokenPages } from './links.js'
import { operatorPage, pageOf, parityPart, sourcePage } from './markdown.js'
import { addressOf, sidebarOf, titleOf } from './navigation.js'
import { parityOf } from './parity.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const site = join(root, 'site')
const pages = join(site, 'pages')
const { description, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Runs a program whose output the user sees, and ends with its exit code if it fails. */
function run(cwd: string, program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs `npm ci` unless what is installed is what the lock file says. */
function install(): void {
  const stamp = join(site, 'node_modules/.installed')
  const wanted = readFileSync(join(site, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  run(site, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
  writeFileSync(stamp, wanted)
}

function write(page: string, text: string): void {
  mkdirSync(dirname(join(pages, page)), { recursive: true })
  writeFileSync(join(pages, page), text)
}

/** Writes all pages, their pictures and the navigation into site/pages. */
async function writePages(): Promise<void> {
  const schemas = loadSchemas(join(root, 'native/ops')).filter((op) => !op.internal)
  const documents = documentsOf(root)
  const byPath = new Map(documents.map((one) => [one.path, one]))
  const figures = await drawFigures(root, pages, schemas)
  const parity = parityOf(root)
  const names = schemas.map(({ name }) => name)
  const titles = new Map<string, string>()
  for (const document of documents) {
    const { path, page, kind } = document
    if (kind === 'file') {
      cpSync(join(root, path), join(pages, 'public', page))
      continue
    }
    const text = readFileSync(join(root, path), 'utf8')
    const operator = /^docs\/operators\/(.*)\.md$/.exec(path)?.[1]
    const made = kind === 'source' ? sourcePage(path, text) : pageOf(root, document, text, byPath)
    titles.set(page, titleOf(made))
    if (path === 'README.md') write(page, landing(document, byPath, titleOf(made)))
    else if (path === 'docs/operators/README.md') write(page, galleryPage(made, figures))
    else if (operator) write(page, operatorPage(made, figures.get(operator), parity.get(operator)))
    else write(page, path === 'docs/reference/parity.md' ? `${made}\n${parityPart(parity, names)}` : made)
  }
  heroPictures(figures)
  const inGroups = new Map(
    Object.entries(groups).flatMap(([key, title]) =>
      schemas.filter(({ group }) => group === key).map(({ name }) => [name, title] as const),
    ),
  )
  const title = titles.get('index.md')
  write('site.json', JSON.stringify({ title, description, version, sidebar: sidebarOf(documents, titles, inGroups) }))
}

/** The landing page, which stands in the place of README.md. */
function landing(readme: Document, byPath: ReadonlyMap<string, Document>, name: string): string {
  const file = 'site/landing.md'
  const cards = pageOf(root, { ...readme, path: file }, readFileSync(join(root, file), 'utf8'), byPath)
  const links = {
    'Get started': 'docs/start/tutorial/README.md',
    Operators: 'docs/operators/README.md',
    Docs: 'docs/README.md',
  }
  const actions = Object.entries(links).map(([text, path]) => ({ text, link: addressOf(byPath.get(path)!.page) }))
  return landingPage({ name, text: description, actions }, cards)
}

/** What the landing page shows of operators. */
const heroes = [
  ...['randomResizedCrop', 'colorTwist', 'warpAffine', 'bbFlip', 'spectrogram'],
  ...['decoders.imageSlice', 'gaussianBlur', 'erase', 'hue'],
]

function heroPictures(figures: ReadonlyMap<string, Figure>): void {
  mkdirSync(join(pages, 'public/hero'), { recursive: true })
  for (const [i, name] of heroes.entries())
    cpSync(join(pages, figures.get(name)!.thumbnail), join(pages, `public/hero/${i}.png`))
}

rmSync(pages, { recursive: true, force: true })
install()
await writePages()
const vitepress = join(site, 'node_modules/vitepress/bin/vitepress.js')
run(site, process.execPath, vitepress, 'build')
copyForAssistants(root, join(site, 'dist'), documentsOf(root))
const faults = brokenPages(join(site, 'dist'), process.env.PENSTOCK_DOCS_BASE)
if (faults.length) {
  console.error(`${faults.length} faults in the site\n  ${faults.join('\n  ')}`)
  process.exit(1)
}
console.log('site/dist: the documentation; all links lead somewhere')
if (!process.argv.includes('--serve')) console.log('To read it in a browser: npm run docs -- --serve')
else run(site, process.execPath, vitepress, 'preview')
