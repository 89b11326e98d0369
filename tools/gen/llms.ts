// docs/README.md > llms.txt, the list of pages for coding assistants (llmstxt.org): a link for each page of its tables, with the words of its row.
import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compactPage } from './compact.js'
import type { Files } from './files.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const source = 'docs/README.md'

const links = (text: string) =>
  [...text.matchAll(/\[((?:`[^`]*`|[^\]])*)\]\(([^)\s]+)\)/g)].map(([, name, to]) => ({ name: name!, to: to! }))
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
const plain = (text: string) => text.replace(/\[((?:`[^`]*`|[^\]])*)\]\([^)]*\)/g, '$1')

/** The title of a page; the name of another file. */
function titleOf(path: string): string {
  const file = existsSync(join(root, path, 'README.md')) ? join(path, 'README.md') : path
  return (/\.md$/.test(file) && /^# (.+)$/m.exec(read(file))?.[1]) || file
}

/** The links of one row of a table, each page once. */
function rowLinks(line: string, seen: Set<string>): string[] {
  const [text = '', pages = ''] = cellsOf(line)
  return links(pages).flatMap(({ to }) => {
    const path = normalize(join('docs', to))
    // A part of a page is reached from the page.
    if (/^[a-z]+:|#/.test(to) || seen.has(path)) return []
    seen.add(path)
    return [`- [${plain(titleOf(path)).replaceAll('`', '')}](${path}): ${plain(text)}`]
  })
}

function llmsText(): string {
  const { name, description } = JSON.parse(read('package.json')) as { name: string; description: string }
  const seen = new Set([compactPage])
  const sections = read(source)
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [title, ...lines] = section.split('\n')
      const rows = lines.filter((line) => line.startsWith('|') && !/^\|(?: *-| *\|)/.test(line))
      const found = rows.flatMap((line) => rowLinks(line, seen))
      // What stands under "Optional" may be left out where room is short.
      return found.length ? [`## ${title === 'Design' ? 'Optional' : title}`, '', ...found, ''] : []
    })
  return [
    `# ${name}`,
    '',
    `> ${description}. Pipelines of DALI's operators decode, augment and batch images, sounds and tables in native threads, for JavaScript, for PyTorch and other Python frameworks, on Linux.`,
    '',
    'Names are those of NVIDIA DALI in camelCase: `fn.decoders.image`, `fn.cropMirrorNormalize`, `fn.readers.file`. Read the first page before you write code: it has every',
    'operator with its arguments, every option and method, ten programs that run and ten mistakes. The addresses are paths in the npm package. `npx penstock-data ops NAME` prints the page of an operator,',
    '`docs/operators/NAME.md`.',
    '',
    '## API',
    '',
    `- [${titleOf(compactPage)}](${compactPage}): all signatures, ten idiomatic programs, ten mistakes with their cures`,
    '',
    ...sections,
  ].join('\n')
}

/** To be made after the other documents: their titles are in it. */
export const llmsFiles = (): Files => ({ 'llms.txt': llmsText() })
