// Finds the files that are pages of the site, and the path of each. A page is what a reader of README.md reaches by
// links: documents as they are, sources as a page with their text, everything else as a file to download.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'

export type Kind = 'document' | 'source' | 'file'

export interface Document {
  /** Path in the repository: docs/operators/README.md. */
  readonly path: string
  /** Path on the site: operators/index.md; of a source examples/gpu.mjs.md. */
  readonly page: string
  readonly kind: Kind
}

/** Endings of texts; '' is that of LICENSE. */
const sources = new Set(['', '.mjs', '.js', '.ts', '.cc', '.h', '.cu', '.sh', '.py'])
const inCode = /(^```.*?^```|`[^`\n]*`|^<!-- given.*?^-->)/gms
const link = /\]\(([^)\s]+)\)/g

/** Calls `change` with every link outside of code, and puts what it returns in the link's place. */
export function mapLinks(text: string, change: (target: string) => string): string {
  return text
    .split(inCode)
    .map((part, i) => (i % 2 ? part : part.replace(link, (_, target: string) => `](${change(target)})`)))
    .join('')
}

/** Whether a link leads out of the repository, or stays on its page. */
export const isOutside = (target: string) => /^(?:[a-z]+:|#)/.test(target)

/** The path in the repository to which a document's link leads: for a folder the README.md in it, or above it. */
export function targetOf(root: string, document: string, target: string): string {
  const path = normalize(join(dirname(document), target.replace(/#.*/, ''))).replace(/\/$/, '')
  if (!existsSync(join(root, path))) throw new Error(`${document}: ${target} leads to nothing`)
  if (!statSync(join(root, path)).isDirectory()) return path
  let folder = path
  while (!existsSync(join(root, folder, 'README.md'))) folder = dirname(folder)
  return join(folder, 'README.md')
}

function documentAt(path: string): Document {
  const kind = path.endsWith('.md') ? 'document' : sources.has(extname(path)) ? 'source' : 'file'
  if (kind === 'file') return { path, page: path, kind }
  if (kind === 'source') return { path, page: `${path}.md`, kind }
  if (path === 'docs/README.md') return { path, page: 'pages.md', kind }
  const inDocs = path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')
  // ARCHITECTURE.md and its like stand at the top.
  return { path, page: inDocs.includes('/') ? inDocs : inDocs.toLowerCase(), kind }
}

/** All documents that links from README.md lead to, in the order of the first link to each, and the change log. The list in docs/README.md comes first. */
export function documentsOf(root: string): Document[] {
  const found = new Map<string, Document>()
  const add = (path: string) => found.has(path) || found.set(path, documentAt(path))
  // The list of all pages gives their order.
  if (existsSync(join(root, 'docs/README.md'))) add('docs/README.md')
  add('README.md')
  add('CHANGELOG.md')
  for (const { path, kind } of found.values()) {
    if (kind !== 'document') continue
    mapLinks(readFileSync(join(root, path), 'utf8'), (target) => {
      if (!isOutside(target)) add(targetOf(root, path, target))
      return target
    })
  }
  const pages = new Map<string, string>()
  for (const { path, page } of found.values()) {
    if (pages.has(page)) throw new Error(`${path} and ${pages.get(page)} would be the same page, ${page}`)
    pages.set(page, path)
  }
  return [...found.values()]
}
