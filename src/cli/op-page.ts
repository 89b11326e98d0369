// Shows an operator's page of docs/operators on a terminal. The pages are generated, so this reads the few forms of
// Markdown that they have: headings, paragraphs, lists, one block of code, and the table of arguments.
import { stripVTControlCharacters } from 'node:util'
import { bold, faint } from '../statistics/table.js'
import { columnsOf } from '../statistics/terminal.js'

/** Lines are not longer than this, because longer ones are hard to read. */
const widest = 100
const defaultWidth = 80

/** The page as text that fits the terminal. */
export function pageText(markdown: string): string {
  const lines = markdown
    .replace(/<!--.*?-->\n/gs, '')
    .replace(/\n+$/, '')
    .split('\n')
  const shown: string[] = []
  let code = false
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    if (line.startsWith('```')) {
      code = !code
    } else if (code) {
      // Code keeps its indentation, and is broken at spaces between words.
      const words = line.trimStart()
      const indent = `  ${line.slice(0, line.length - words.length)}`
      shown.push(...(words ? wrapped(words, indent, `${indent}${words.startsWith('//') ? '// ' : '  '}`) : ['']))
    } else if (line.startsWith('#')) {
      shown.push(bold(line.replace(/^#+ /, '')))
    } else if (line.startsWith('| ')) {
      shown.push(...argument(line))
    } else if (line.startsWith('- ')) {
      shown.push(...wrapped(inline(line.slice(2)), '  ', '    '))
    } else {
      // A paragraph may have several lines.
      let paragraph = line
      while (paragraph && /^[\w"]/.test(lines[i + 1] ?? '')) paragraph += ` ${lines[++i]}`
      shown.push(...wrapped(inline(paragraph), '', ''))
    }
  }
  return `${shown.join('\n')}\n`
}

/** A row of the table of arguments; none for the rows of its head. */
function argument(row: string): string[] {
  const [name = '', type = '', initial = '', meaning = ''] = row
    .slice(2, -2)
    .split(' | ')
    .map((cell) => cell.replaceAll('\\|', '|').trim())
  if (!name.startsWith('`')) return []
  const facts = `${type}${initial ? `; default ${initial}` : ''}`
  return [
    ...wrapped(`${bold(name.replaceAll('`', ''))}  ${faint(facts.replaceAll('`', ''))}`, '  ', '      '),
    ...wrapped(inline(meaning), '    ', '    '),
  ]
}

/** Takes the marks of code and bold text away; bold text is bold where the terminal has that. */
const inline = (text: string) => text.replace(/\*\*(.+?)\*\*/g, (_, word: string) => bold(word)).replaceAll('`', '')

function wrapped(text: string, first: string, next: string): string[] {
  const room = Math.min(columnsOf() ?? defaultWidth, widest)
  const lines: string[] = []
  let line = first
  for (const word of text.split(' ')) {
    const longer = line.trim() ? `${line} ${word}` : line + word
    if (line.trim() && stripVTControlCharacters(longer).length > room) {
      lines.push(line)
      line = next + word
    } else {
      line = longer
    }
  }
  return [...lines, line]
}
