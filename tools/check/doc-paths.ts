// Checks where documents lead, for `npm run check`: a path in backticks that begins with a folder of the repository must
// exist, relative to the repository or to the document; and links lead from README to every page and example.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import picomatch from 'picomatch'
import { projectFiles } from './project-files.js'

const folders = ['src', 'native', 'test', 'tools', 'bench', 'docs', 'examples', 'data']
const looksLikePath = new RegExp(`^(?:${folders.join('|')})/[\\w./{},*<>-]+$`)

/** Expands braces: a/{b,c}.h gives a/b.h and a/c.h. */
function expanded(path: string): string[] {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path)
  if (!braces) return [path]
  const [, head, list, tail] = braces
  return list!.split(',').flatMap((part) => expanded(`${head}${part}${tail}`))
}

/** Whether a path exists. `*` and `<name>` in it stand for any name. */
function isThere(root: string, path: string): boolean {
  if (!/[*<]/.test(path)) return existsSync(join(root, path))
  const matches = picomatch(path.replace(/<[^>]*>/g, '*').replace(/\/$/, ''))
  const [top] = path.split('/') as [string]
  if (!existsSync(join(root, top))) return false
  return readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).some((name) => matches(`${top}/${name}`))
}

/** Markdown files about the sources, except the generated pages of single operators. */
function documents(root: string): string[] {
  const top = readdirSync(root).filter((name) => name.endsWith('.md'))
  const below = ['docs', 'src', 'native', 'bench', 'examples'].flatMap((folder) =>
    projectFiles(root, folder).filter((path) => path.endsWith('.md') && dirname(path) !== 'docs/operators'),
  )
  return [...top, ...below]
}

/** Returns every path that does not exist, with the document that names it. */
export function missingPaths(root: string): string[] {
  return documents(root).flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const paths = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!).filter((code) => looksLikePath.test(code))
    return [...new Set(paths)].flatMap((path) =>
      [root, join(root, dirname(document))].some((from) => expanded(path).every((one) => isThere(from, one)))
        ? []
        : [`${document}: ${path} is not there`],
    )
  })
}

/** Returns the pages of docs/ and the programs of examples/ that no chain of links from README.md reaches. */
export function unreachablePages(root: string): string[] {
  const seen = new Set(['README.md'])
  for (const path of seen) {
    if (!path.endsWith('.md')) continue
    for (const [, link] of readFileSync(join(root, path), 'utf8').matchAll(
      /\]\(([^)\s#]+\.(?:md|mjs))(?:#[^)]*)?\)/g,
    )) {
      const target = normalize(join(dirname(path), link!))
      if (!/^[a-z]+:/.test(link!) && existsSync(join(root, target))) seen.add(target)
    }
  }
  return [...projectFiles(root, 'docs'), ...projectFiles(root, 'examples')]
    .filter((path) => /^docs\/.*\.md$|\.mjs$/.test(path) && !seen.has(path))
    .map((path) => `${path}: no link leads there from README.md`)
}
