// Checks the built site: every link leads to a file, every anchor to an element, nothing is loaded from elsewhere, and the
// search index has every page.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parse } from 'node-html-parser'

interface Page {
  ids: Set<string>
  links: string[]
  loads: string[]
}

function pageAt(file: string): Page {
  const html = parse(readFileSync(file, 'utf8'), { blockTextElements: { script: false, style: false } })
  const all = (selector: string, name: string) =>
    html.querySelectorAll(selector).flatMap((element) => element.getAttribute(name) ?? [])
  return {
    ids: new Set(all('[id]', 'id')),
    links: all('a[href]', 'href'),
    loads: [...all('link[href]', 'href'), ...['img', 'script', 'source'].flatMap((tag) => all(`${tag}[src]`, 'src'))],
  }
}

/** Returns one line for each fault of the site in `folder`, whose pages stand below `base` on their server. */
export function brokenPages(folder: string, base = '/'): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'))
  const pages = new Map(files.map((path) => [path, pageAt(join(folder, path))]))
  const faults: string[] = []
  for (const [from, { links, loads }] of pages) {
    for (const load of loads) if (/^(?:[a-z]+:)?\/\//.test(load)) faults.push(`${from} loads ${load} from elsewhere`)
    for (const target of [...links, ...loads]) {
      if (/^(?:[a-z]+:|\/\/)/.test(target)) continue
      const [path, anchor] = target.split('#').map(decodeURIComponent) as [string, string?]
      if (path.startsWith('/') && !path.startsWith(base)) faults.push(`${from}: ${target} is outside of ${base}`)
      const absolute = path.startsWith('/') ? path.slice(base.length) : posix.join(posix.dirname(from), path)
      const to = path === '' ? from : absolute === '' || absolute.endsWith('/') ? `${absolute}index.html` : absolute
      if (!existsSync(join(folder, to))) faults.push(`${from}: ${target} leads to nothing`)
      else if (anchor && !pages.get(to)?.ids.has(anchor)) faults.push(`${from}: ${target}: no such place`)
    }
  }
  return [...new Set([...faults, ...unindexed(folder, [...pages.keys()])])]
}

/** The pages that the search does not know. Its index has addresses without the base. */
function unindexed(folder: string, pages: readonly string[]): string[] {
  const chunks = join(folder, 'assets/chunks')
  const file = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndex'))
  const index = file ? readFileSync(join(chunks, file), 'utf8') : ''
  const isKnown = (page: string) =>
    [page, page.replace(/(?:index)?\.html$/, '')].some((address) => index.includes(`"/${address}#`))
  return pages
    .filter((page) => page !== '404.html' && !isKnown(page))
    .map((page) => `${page}: the search does not know it`)
}
