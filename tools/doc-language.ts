// Checks plain language, for `npm run check`: finds words and beginnings of sentences that readers do not understand at
// the first reading, in documents and comments.
import { readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { documents } from './doc-facts.js'
import { projectFiles } from './project-files.js'

/**
 * Folders whose comments are checked, in addition to all documents. Add a folder when its comments follow the rules.
 */
const clean = ['examples', 'data', 'src', 'native', 'tools', 'bench', 'test/util', 'docs/operators']

/** Code that `npm run gen` writes, and the packages of npm. */
const generated = /node_modules|generated/

/** Patterns of words in a sentence or at its start, each with advice on what to write in their place. */
const rules: readonly (readonly [pattern: RegExp, cure: string])[] = [
  [/\b(?:nobody|somebody|anybody|whoever)\b/i, 'name who it is: a caller, a thread, the user'],
  [/^The same\b/, 'say what is the same as what'],
  [/^Of\b/, 'begin with the subject'],
]

const comments: Record<string, RegExp> = {
  '.py': /^\s*#(.*)$/,
  '.sh': /^\s*#(.*)$/,
}
const slashes = /(?:^|\s)\/\/(?!\/)(.*)$|^\s*\/?\*\*?(.*?)(?:\*\/)?$/
const codeFiles = new Set(['.ts', '.mts', '.cts', '.mjs', '.js', '.cc', '.h', '.cu', '.py', '.sh'])

/** A paragraph, and the number of its first line. */
interface Paragraph {
  text: string
  line: number
}

/**
 * Joins lines to paragraphs. `text` gives a line's words, an empty string between paragraphs; `begins` matches a line
 * that opens one.
 */
function paragraphs(lines: readonly string[], text: (line: string, i: number) => string, begins: RegExp): Paragraph[] {
  const found: Paragraph[] = []
  let open = false
  lines.forEach((line, i) => {
    const words = text(line, i).trim()
    if (words && open && !begins.test(words)) found.at(-1)!.text += `\n${words}`
    else if (words) found.push({ text: words, line: i + 1 })
    open = words !== ''
  })
  return found
}

function ofDocument(lines: readonly string[]): Paragraph[] {
  let end = ''
  const text = (line: string) => {
    if (end) {
      if (line.trim() === end) end = ''
      return ''
    }
    if (/^\s*```/.test(line)) end = '```'
    else if (line === '<!-- given') end = '-->'
    return end ? '' : line
  }
  return paragraphs(lines, text, /^(?:[-*#>|]|\d+\. )/)
}

function ofCode(lines: readonly string[], extension: string): Paragraph[] {
  const pattern = comments[extension] ?? slashes
  const text = (line: string) =>
    pattern
      .exec(line)
      ?.slice(1)
      .find((part) => part !== undefined) ?? ''
  return paragraphs(lines, text, /^[-*@]/)
}

/** Sentences, cells and items of a paragraph, each with its line, without marks of Markdown around its first word. */
function sentences({ text, line }: Paragraph): Paragraph[] {
  const found: Paragraph[] = []
  let from = 0
  for (const { index, 0: gap } of [
    ...text.matchAll(/(?<=[.!?:;])\**\s+|\s+\|\s*|^\|\s*/g),
    { index: text.length, 0: '' },
  ]) {
    const words = text.slice(from, index).replace(/^(?:[-*#>\s]|\d+\. |\[)+/, '')
    if (words) found.push({ text: words, line: line + text.slice(0, from).split('\n').length - 1 })
    from = index + gap.length
  }
  return found
}

function filesOf(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return projectFiles(root, path).filter(
    (name) => !generated.test(name) && (name.endsWith('.md') || codeFiles.has(extname(name))),
  )
}

/** Returns one line for each sentence that breaks a rule. */
export function unclearSentences(root: string, paths: readonly string[] = clean): string[] {
  const files = [...documents(root).map(({ path }) => path), ...paths.flatMap((path) => filesOf(root, path))]
  return [...new Set(files)].flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    const extension = extname(path)
    const all = extension === '.md' ? ofDocument(lines) : ofCode(lines, extension)
    return all.flatMap(sentences).flatMap(({ text, line }) =>
      rules.flatMap(([pattern, cure]) => {
        const [words] = pattern.exec(text) ?? []
        return words ? [`${path}:${line}: "${words}": ${cure}`] : []
      }),
    )
  })
}
