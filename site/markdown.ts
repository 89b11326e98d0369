// A document of the repository as a page of the site: its links lead to pages, code that a block takes as given can be
// opened, and an operator's page shows its figure and its parity.
import { basename, dirname, extname, relative } from 'node:path'
import { type Document, isOutside, mapLinks, targetOf } from './documents.js'
import type { Figure, Shown } from './figures.js'
import type { Parity } from './parity.js'

/** Elements of HTML that a document may use; any other `<` is text. */
const element = /^<\/?(?:br|sup|sub|kbd|details|summary|img|a|p|div|picture|source)\b|^<!--/

/** What Vue would take as its own syntax, made plain text outside of code. */
function escaped(line: string): string {
  return line
    .split(/(`+[^`]+`+)/)
    .map((part, i) =>
      i % 2
        ? part
        : part
            .replace(/<(?=[a-zA-Z/!])[^>]*>?/g, (tag) => (element.test(tag) ? tag : tag.replace(/</g, '&lt;')))
            .replace(/\{\{/g, '&#123;&#123;'),
    )
    .join('')
}

/** Turns `<!-- given -->` comments into blocks that can be opened, and takes notes for the tests off the blocks. */
function blocks(text: string): string {
  const out: string[] = []
  let inBlock = false
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (!inBlock && line.trim() === '<!-- given') {
      const end = lines.indexOf('-->', at)
      const given = [
        '::: details What this code takes as given',
        '```ts',
        ...lines.slice(at + 1, end),
        '```',
        ':::',
        '',
      ]
      out.push(...given)
      at = end
      continue
    }
    const fence = /^(\s*```)(\w*)/.exec(line)
    if (fence) {
      inBlock = !inBlock
      out.push(`${fence[1]}${fence[2]}`)
    } else out.push(inBlock ? line : escaped(line))
  }
  return out.join('\n')
}

/** The document's text with links that lead to pages; `pages` by path in the repository. */
export function pageOf(root: string, document: Document, text: string, pages: ReadonlyMap<string, Document>): string {
  const linked = mapLinks(text, (target) => {
    if (isOutside(target)) return target
    const to = pages.get(targetOf(root, document.path, target))!
    const anchor = /#.*/.exec(target)?.[0] ?? ''
    if (to.kind === 'file') return `/${to.page}`
    const path = relative(dirname(document.page), to.page)
    return `${path.startsWith('.') ? path : `./${path}`}${anchor}`
  })
  return blocks(linked)
}

/** A source file as a page. Its opening comment says what it is. */
export function sourcePage(path: string, text: string): string {
  const language = extname(path).slice(1) || 'text'
  // The page has no headings to list beside it; the code takes the room.
  const matter = ['---', 'aside: false', '---', '']
  return [...matter, `# ${basename(path)}`, '', `\`\`\`${language}:line-numbers`, text.trimEnd(), '```', ''].join('\n')
}

function image({ file, width, height, caption }: Shown, title: string): string {
  const alt = `${title}: ${caption}`
  return [
    `<figure style="--width: ${width}">`,
    `<img src="../${file}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`,
    `<figcaption><b>${title}</b> ${caption}</figcaption>`,
    '</figure>',
  ].join('')
}

function parityLines({ reference, gpu }: Parity): string[] {
  const lines: string[] = []
  if (reference) {
    const { library, cases, equal, maxSteps } = reference
    const rest = equal === cases ? '' : `; 8-bit results of the others may differ by ${maxSteps}`
    lines.push(`- ${library}: the tests compare ${cases} stored results; ${equal} must be equal${rest}.`)
  }
  if (gpu) {
    const { cases, largest } = gpu
    const how = largest === 0 ? 'equal' : `within what is allowed (the largest difference is ${largest} of it)`
    lines.push(`- GPU: ${cases} cases were compared with the CPU, and all are ${how}.`)
  }
  return lines
}

/** The page of an operator, with its figure behind the call that it shows, and its parity in front of the errors. */
export function operatorPage(page: string, figure: Figure | undefined, parity: Parity | undefined): string {
  let text = page
  if (figure?.after.length) {
    const { before, after } = figure
    const only = before ? 'After' : 'Result'
    const titles = after.length > 1 ? after.map((_, i) => `${only}, draw ${i + 1}`) : [only]
    const shown = [...(before ? [image(before, 'Before')] : []), ...after.map((one, i) => image(one, titles[i]!))]
    text = text.replace('\nDevices: ', `\n<div class="before-after">\n${shown.join('\n')}\n</div>\n\nDevices: `)
  }
  const lines = parity ? parityLines(parity) : []
  return lines.length ? text.replace('\n## Errors\n', `\n## Parity\n\n${lines.join('\n')}\n\n## Errors\n`) : text
}

/** The part of the page on parity with the figures that tests hold, of all operators. */
export function parityPart(all: ReadonlyMap<string, Parity>, operators: readonly string[]): string {
  const rows = operators.flatMap((name) => {
    const { reference, gpu } = all.get(name) ?? {}
    if (!reference && !gpu) return []
    const stored = reference ? [reference.cases, reference.equal, reference.maxSteps] : ['', '', '']
    return [`| [${name}](../operators/${name}.md) | ${[...stored, gpu?.cases ?? '', gpu?.largest ?? ''].join(' | ')} |`]
  })
  const libraries = new Set([...all.values()].flatMap(({ reference }) => reference?.library ?? []))
  return [
    '## Stored results, and the GPU',
    '',
    `How results compare with the reference library (${[...libraries].join(', ')}), and those of a GPU with those of the CPU.`,
    'Stored results are part of the tests: each is compared within the difference that stands in its file, so a result that',
    'drifts fails; the third column says by how much 8-bit results may differ. The last column is the largest difference',
    'between the devices in the run whose report the repository holds, as a part of what that test allows.',
    '',
    '| operator | stored results | must be equal | 8-bit, at most | GPU cases | largest difference |',
    '| --- | --: | --: | --: | --: | --: |',
    ...rows,
    '',
  ].join('\n')
}
