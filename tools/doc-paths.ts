// Checks paths in documents, for `npm run check`: a path in backticks that begins with a folder of the repository must
// exist, relative to the repository or to the document.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
