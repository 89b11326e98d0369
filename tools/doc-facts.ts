// Checks statements of documents against the code, for `npm run check`: names in backticks, counts, options of the
// command line, the list of examples, and that links lead from README to every page.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { projectFiles } from './project-files.js'

interface Text {
  path: string
  text: string
}

const below = (root: string, folder: string, ending: RegExp) =>
  projectFiles(root, folder).filter((path) => ending.test(path))
const read = (root: string, path: string): Text => ({ path, text: readFileSync(join(root, path), 'utf8') })

/** All documents about the code, except the generated pages of single operators. */
export function documents(root: string): Text[] {
  const top = readdirSync(root).filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
  const deeper = ['docs', 'examples', 'src', 'native'].flatMap((folder) => below(root, folder, /\.md$/))
  const paths = [...top, ...below(root, 'bench', /README\.md$/), ...deeper].filter(
    (path) => !/^docs\/operators\/(?!README)/.test(path),
  )
  return paths.map((path) => read(root, path))
}

const withoutBlocks = (text: string) =>
  text.replace(/^```.*?^```|^<!-- given.*?^-->/gms, (block) => block.replace(/[^\n]/g, ''))

/** Calls `each` with every piece of code in backticks outside of blocks, and with its file and line. */
function eachCode(list: readonly Text[], each: (code: string, place: string) => void): void {
  for (const { path, text } of list) {
    withoutBlocks(text)
      .split('\n')
      .forEach((line, i) => {
        for (const [, code] of line.matchAll(/`([^`]+)`/g)) each(code!, `${path}:${i + 1}`)
      })
  }
}

/** Names that the code does not contain: those of other programs, and placeholders. */
const foreign = new Set(['NVIDIA_DRIVER_CAPABILITIES', 'ORT_DISABLE_TELEMETRY', 'moduleResolution', 'yZ'])
const isPlaceholder = /^posterize/
const isName = /\b(?:[a-z]+[A-Z]\w*|[A-Z]{2,}(?:_[A-Z0-9]+)+)\b/g

const folders = ['src', 'native', 'bench', 'tools', 'test/util', 'test/watch']
const single = ['CMakeLists.txt', 'package.json', 'vitest.config.ts']

/** Returns the names of arguments, options, methods, error codes and variables that the code does not contain. */
export function unknownNames(root: string): string[] {
  const known = new Set(foreign)
  const code = folders.flatMap((folder) => below(root, folder, /\.([cm]?[jt]s|cc|h|cu|json|py|sh)$/))
  for (const path of [...code, ...single])
    for (const [word] of read(root, path).text.matchAll(/\b[A-Za-z_]\w*\b/g)) known.add(word)
  const unknown: string[] = []
  eachCode(documents(root), (text, place) => {
    // Paths, and options of other tools, are not checked here.
    if (/\/|^-/.test(text)) return
    for (const [name] of text.matchAll(isName))
      if (!known.has(name)) unknown.push(`${place}: the code has no name ${name}`)
  })
  return unknown
}

/** Returns names of source files, given without a folder, for which no file exists. */
export function unknownFiles(root: string): string[] {
  const code = ['src', 'native', 'bench', 'tools', 'test'].flatMap((folder) => below(root, folder, /\.(ts|cc|h|cu)$/))
  const known = new Set(code.map((path) => basename(path)))
  const unknown: string[] = []
  eachCode(
    documents(root).filter(({ path }) => !/^(README|docs\/[^/]+)\.md$/.test(path) || path === 'docs/graph.md'),
    (text, place) => {
      if (/^[\w-]+\.(ts|cc|h|cu)$/.test(text) && !known.has(text) && !isPlaceholder.test(text))
        unknown.push(`${place}: there is no file ${text}`)
    },
  )
  return unknown
}

/** Returns wrong numbers of operators in documents; the generated page is skipped. `count`: the true number. */
export function wrongCounts(root: string, count: number): string[] {
  return documents(root)
    .filter(({ path }) => path !== 'docs/operators/README.md')
    .flatMap(({ path, text }) =>
      [...withoutBlocks(text).matchAll(/\b(\d+) operators\b/g)].flatMap(([words, number]) =>
        Number(number) === count ? [] : [`${path}: ${words}, but there are ${count}`],
      ),
    )
}

/** Returns the fields of op.json that CONTRIBUTING.md does not explain. */
export function unknownFields(root: string): string[] {
  const fields = new Set<string>()
  for (const path of below(root, 'native/ops', /\/op\.json$/)) {
    const { inputs = [], outputs = [], args = {}, ...more } = JSON.parse(read(root, path).text)
    const parts = [...inputs, ...outputs, ...Object.values(args)] as (object | null)[]
    for (const part of [more, ...parts]) for (const field of Object.keys(part ?? {})) fields.add(field)
  }
  const { text } = read(root, 'CONTRIBUTING.md')
  return [...fields]
    .filter((field) => !text.includes(`\`${field}\``))
    .map((field) => `CONTRIBUTING.md says nothing of ${field}`)
}

/** Returns the programs of examples/ that examples/README.md does not list. */
export function unlistedExamples(root: string): string[] {
  const { text } = read(root, 'examples/README.md')
  return below(root, 'examples', /\.mjs$/)
    .filter((path) => !text.includes(`](${path.replace('examples/', '')})`))
    .map((path) => `${path} is not listed in examples/README.md`)
}

/** Returns the pages of docs/ that cannot be reached by links from README.md. */
export function unreachablePages(root: string): string[] {
  const seen = new Set(['README.md'])
  for (const path of seen) {
    for (const [, link] of read(root, path).text.matchAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g)) {
      const target = normalize(join(dirname(path), link!))
      if (!/^[a-z]+:/.test(link!) && existsSync(join(root, target))) seen.add(target)
    }
  }
  return below(root, 'docs', /\.md$/)
    .filter((path) => !seen.has(path))
    .map((path) => `${path}: no link leads there from README.md`)
}

/** Returns options of the command line that docs/cli.md does not describe, and options that only docs/cli.md has. */
export function wrongOptions(root: string): string[] {
  const options = ({ text }: Text) => new Set(text.match(/--[a-z][a-z-]+/g))
  const page = options(read(root, 'docs/cli.md'))
  const program = options(read(root, 'src/cli/program.ts'))
  return [
    ...[...program].filter((option) => !page.has(option)).map((option) => `docs/cli.md says nothing of ${option}`),
    ...[...page]
      .filter((option) => !program.has(option) && option !== '--help')
      .map((option) => `docs/cli.md: src/cli/program.ts has no ${option}`),
  ]
}
